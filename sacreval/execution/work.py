"""RowTask: which rows to compute; BatchRows: the result; Backend: what computes them.

`Backend.run` computes every row of a run and nothing else: ordering, grouping, hashing and formulas
are done in the main process, on the arrays it returns. Tasks, batches and results can be pickled.

Batches are returned in order, at most a few ahead. Checkpoints and progress are backends that wrap
another. `end` of a metric, called at the end of each `Backend.run`, ends what its rows have
started.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

from sacreval.core.metric import Metric
from sacreval.core.records import Batch

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.metric import Array
    from sacreval.execution.whole_shards import ScoredShard, ShardWork


class RowTask(NamedTuple):
    """The rows to compute for every batch of a run.

    Args:
        metrics: Metrics whose rows are computed, each on its engine.
        leave_one_out: Also compute peers' rows with each of their references left out.
        only_sums: Only the sum of all rows is used: a backend may then return any n rows with the
            same sum. A caller that stores rows must pass False.
    """

    metrics: tuple[Metric, ...]
    leave_one_out: bool = False
    only_sums: bool = False

    def first_like(self, i: int) -> int:
        """Return the index of the first metric with the rows of metric i, which may be i itself.

        Metrics on different engines compare equal, but a run may compare the rows of both, so the
        engine must be the same too.
        """
        metric = self.metrics[i]
        return next(
            j
            for j, other in enumerate(self.metrics)
            if other is metric or (other == metric and other.engine == metric.engine)
        )


def offsets(sizes: Any) -> Array:
    """Return where parts of these sizes begin among all, and where the last ends, (n + 1,)."""
    import numpy as np

    return np.concatenate([[0], np.cumsum(sizes)])


class LeaveOneOutRows(NamedTuple):
    """Rows of records without each of their references in turn.

    Args:
        rows: Array (p, k), record after record.
        starts: Offsets (n + 1,): record i has rows `starts[i]` to `starts[i + 1] - 1`; none if it
            has fewer than two references, is a human text itself, or could not be scored.
    """

    rows: Array
    starts: Array


class BatchRows(NamedTuple):
    """One metric's rows for one batch.

    Args:
        rows: Array (n, k), NaN for records that could not be scored; k is 1 if none could be.
        failures: Index of each such record to the reason, as a sentence.
        leave_one_out: Rows without each reference; None if the task does not include them.
        sums: The sum of all rows as plain numbers, of a task with only sums, in the place of
            `rows`, which are None; None where there are rows.
        unanswered: Indices of the records that score as wrong, without an answer in their output.
        lists: The rows as plain numbers, in the place of `rows`, like `sums`.
    """

    rows: Array
    failures: Mapping[int, str]
    leave_one_out: LeaveOneOutRows | None = None
    sums: Sums | None = None
    unanswered: Sequence[int] = ()
    lists: Sequence[Sequence[float]] | None = None

    @classmethod
    def of_lists(cls, lists: Sequence[Sequence[float]]) -> Self:
        """Return rows as plain numbers of a batch whose records all have one."""
        rows: Any = None
        return cls(rows, {}, lists=lists)

    @classmethod
    def of_sums(cls, sums: Sums) -> Self:
        """Return the sum of the rows of a batch whose records all have one."""
        rows: Any = None
        return cls(rows, {}, sums=sums)


class FinishedBatch(NamedTuple):
    """A batch and every metric's rows for it.

    Args:
        batch: The input batch.
        done: The results, in the order of the task's metrics.
    """

    batch: Batch
    done: Sequence[BatchRows]


class Backend(Protocol):
    """Computes rows. A backend can wrap another."""

    far: ClassVar[bool] = False  # whether it runs on other machines, with other files and packages
    elsewhere: ClassVar[bool] = False  # whether `shards` has other processes

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches.

        Rows of a record depend on the record alone, so a backend may split and join batches; the
        result does not depend on the backend.

        Args:
            work: What to compute for every batch.
            batches: Checked batches; at most a few are read ahead of those yielded, so that memory
                does not grow with the input.

        Yields:
            Every batch with its rows, in input order.
        """

    def shards(
        self, _work: ShardWork, _shards: Sequence[Any]
    ) -> Iterator[ScoredShard | None] | None:
        """Read and score whole shards where other processes are.

        Args:
            _work: What to do with each.
            _shards: The shards, which can be pickled.

        Returns:
            What is known of each shard, in their order; None of one that has to be read in the main
            process, or could not be scored. Or None if this backend has no other processes.
        """
        return None

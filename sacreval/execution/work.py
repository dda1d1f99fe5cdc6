"""RowTask, what rows are asked for; BatchRows, what came of it; Backend, who gets it done.

Every row of a run is made behind `Backend.run`, and nothing else is: placing, grouping, hashing and
formulas happen in the main process, on the arrays that come back. RowTask, batches and what is done
can be pickled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from sacreval.core.metric import Metric
from sacreval.core.records import Batch

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class RowTask(NamedTuple):
    """What to compute for every batch of a run.

    Args:
        metrics: Whose rows, on their engines.
        leave_one_out: Whether peers' rows without each of their references are asked for too.
        only_sums: Whether nothing but the sum of all rows is looked at: a backend may then give any
            n rows with the same sum. Who keeps rows must ask for them, with False.
    """

    metrics: tuple[Metric, ...]
    leave_one_out: bool = False
    only_sums: bool = False

    def first_like(self, i: int) -> int:
        """Find the first metric that gives the i-th one's rows, which may be that one itself.

        Equality passes over engines, but rows of both may be what is compared.
        """
        metric = self.metrics[i]
        return next(
            j
            for j, other in enumerate(self.metrics)
            if other is metric or (other == metric and other.engine == metric.engine)
        )


class JackknifeRows(NamedTuple):
    """Rows of records without each of their references in turn.

    Args:
        rows: Array (p, k), record after record.
        starts: Offsets (n + 1,): record i owns rows `starts[i]` to `starts[i + 1] - 1`; none where
            it has fewer than two references, is a human text itself, or could not be scored.
    """

    rows: Array
    starts: Array


class BatchRows(NamedTuple):
    """What one metric made of one batch.

    Args:
        rows: Array (n, k), NaN for records that could not be scored; where none could be, k is 1.
        failures: Index of each of these to a sentence.
        left_out: Rows without each reference; None where they were not asked for.
    """

    rows: Array
    failures: Mapping[int, str]
    left_out: JackknifeRows | None = None


class FinishedBatch(NamedTuple):
    """A batch, and what every metric made of it.

    Args:
        batch: The batch that was given.
        done: In the order of the work's metrics.
    """

    batch: Batch
    done: Sequence[BatchRows]


class Backend(Protocol):
    """Who makes rows. One backend can be put around another."""

    far: ClassVar[bool] = False  # on machines that have folders, libraries and files of their own

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches.

        Rows of a record depend on the record alone, so that batches may be cut and joined on the
        way; what comes back does not depend on the backend.

        Args:
            work: What to compute for every batch.
            batches: Checked batches; read a few ahead of those given back, and no more, so that
                memory does not grow with the input.

        Yields:
            Every batch with its rows, in the order they came.
        """

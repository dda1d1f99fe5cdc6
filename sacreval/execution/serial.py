"""Serial backend: batches one after the other in this thread, and sums as plain numbers.

Sums of rows as plain numbers, without NumPy, where a run needs nothing else.

`native_sums` of a metric returns them as `Sums`, which are indexed like an array; NumPy is then not
imported. A metric that defines it, or declares `pairs_are_rows`, writes `reduce` and `details`
once, by `ratio` and the functions of `core/contract/formulas.py`. Rows that are no whole numbers
are kept, as their sum depends on the order: `of_pair` computes them, of a short run.
`tests/laws/of_numbers.py` compares all with arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import innermost, of_sets, unparsed_output
from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import answers
from sacreval.core.metric import Metric, PairKernel, on_kernels
from sacreval.core.records import WORKERS, Batch
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask
from sacreval.execution.worker import ended, perform

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums


EXACT = 2.0**53  # whole numbers below this are added without rounding, in any order


FEW = 5_000  # records of a run whose rows are computed in less time than NumPy is imported


@runtime_checkable
class PlainSums(Protocol):
    """A metric whose kernel adds its rows up without NumPy."""

    def native_sums(self, batch: Batch, /) -> Sums | None:
        """Return the sum of the native rows as plain numbers; None where it cannot."""


def perform_plainly(work: RowTask, batch: Batch, *, few: bool) -> list[BatchRows]:
    """Compute the task's rows for one batch in this process, as plain numbers where these suffice.

    Args:
        work: The task.
        batch: The records.
        few: Whether rows may be plain numbers, too, and not only their sums.
    """
    if not work.only_sums or work.leave_one_out:
        return perform(work, batch)
    plain = [plainly(metric, batch, few=few) for metric in work.metrics]
    rest = tuple(x for x, done in zip(work.metrics, plain, strict=True) if done is None)
    rows = iter(perform(work._replace(metrics=rest), batch) if rest else ())
    return [next(rows) if done is None else done for done in plain]


def plainly(metric: Metric, batch: Batch, *, few: bool) -> BatchRows | None:
    """Return a metric's rows or their sum; None where arrays are needed, as for failed records."""
    if metric.engine != "native" or not isinstance(metric, PlainSums | PairKernel):
        return None
    if batch.answered is not batch or metric_records.takes(metric, batch) is not None:
        return None
    if answers(metric, batch) is not None:
        return None
    read = read_batch(metric, batch)
    if read.unreadable or not read.batch:
        return None
    allowed = WORKERS.set(batch.workers)
    try:
        return _plain(metric, read.batch, few=few) if on_kernels(metric) else None
    except Exception:  # noqa: BLE001 - computing the rows raises it again, and names the record
        return None
    finally:
        WORKERS.reset(allowed)


def _plain(metric: Metric, batch: Batch, *, few: bool) -> BatchRows | None:
    sums = metric.native_sums(batch) if isinstance(metric, PlainSums) else None
    if sums is not None:
        return BatchRows.of_sums(sums) if sum(map(abs, sums)) < EXACT else None
    if not few or not isinstance(metric, PairKernel) or not sums_suffice(metric):
        return None
    lists = metric.native_lists(batch)
    return None if lists is None else BatchRows.of_lists(lists)


def sums_suffice(metric: Metric) -> bool:
    """Return whether all that is asked of the rows of a metric is their sum."""
    overrides = hasattr(metric, "score_system") or type(metric).undefined is not Metric.undefined
    by_record = of_sets(metric) or unparsed_output(metric)
    return not (overrides or by_record) and innermost(metric) is metric


class Serial(Backend):
    """Computes the rows of a batch when the caller requests it."""

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        seen = 0
        with ended(work.metrics):
            for batch in batches:
                seen += len(batch)
                yield FinishedBatch(batch, perform_plainly(work, batch, few=seen <= FEW))


SERIAL: Backend = Serial()

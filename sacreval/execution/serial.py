"""Serial backend: batches one after the other in this thread, and sums as plain numbers.

Sums of rows as plain numbers, without NumPy, where a run needs nothing else.

`native_sums` of a metric returns them as `Sums`, which are indexed like an array; NumPy is then not
imported. A metric that defines it, or declares `pairs_are_rows`, writes `reduce` and `details`
once, by `ratio` and the functions of `core/contract/formulas.py`. `tests/laws/of_numbers.py`
compares both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sacreval.core.contract import metric_records
from sacreval.core.contract.read_values import read_batch
from sacreval.core.contract.several_answers import answers
from sacreval.core.metric import on_kernels
from sacreval.core.records import WORKERS, Batch
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask
from sacreval.execution.worker import ended, perform

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.metric import Metric


EXACT = 2.0**53  # whole numbers below this are added without rounding, in any order


@runtime_checkable
class PlainSums(Protocol):
    """A metric whose kernel adds its rows up without NumPy."""

    def native_sums(self, batch: Batch, /) -> Sums | None:
        """Return the sum of the native rows as plain numbers; None where it cannot."""


def perform_plainly(work: RowTask, batch: Batch) -> list[BatchRows]:
    """Compute the task's rows for one batch in this process, as sums where these suffice."""
    if not work.only_sums or work.leave_one_out:
        return perform(work, batch)
    sums = [sums_of(metric, batch) for metric in work.metrics]
    rest = tuple(x for x, total in zip(work.metrics, sums, strict=True) if total is None)
    rows = iter(perform(work._replace(metrics=rest), batch) if rest else ())
    return [next(rows) if total is None else BatchRows.of_sums(total) for total in sums]


def sums_of(metric: Metric, batch: Batch) -> Sums | None:
    """Return the sum of a metric's rows; None where rows are needed, such as for failed records."""
    if not isinstance(metric, PlainSums) or metric.engine != "native":
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
        sums = metric.native_sums(read.batch) if on_kernels(metric) else None
    except Exception:  # noqa: BLE001 - computing the rows raises it again, and names the record
        return None
    finally:
        WORKERS.reset(allowed)
    return sums if sums is not None and sum(map(abs, sums)) < EXACT else None


class Serial(Backend):
    """Computes the rows of a batch when the caller requests it."""

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        with ended(work.metrics):
            for batch in batches:
                yield FinishedBatch(batch, perform_plainly(work, batch))


SERIAL: Backend = Serial()

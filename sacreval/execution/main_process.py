"""Metrics whose rows the main process computes, beside those that a backend distributes.

A model is loaded once, and a program started once, by the main process; worker processes never do
that, and go on with the rows of other metrics meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import compress

from sacreval.core.contract.inner_metrics import innermost
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.execution.serial import SERIAL
from sacreval.execution.work import FinishedBatch, RowTask
from sacreval.execution.worker import RunsProgram, ended, perform

Distribute = Callable[[RowTask, Iterable[Batch]], Generator[FinishedBatch, None, None]]


def in_main_process(metric: Metric) -> bool:
    """Return whether a metric, or the one inside its wrappers, runs a model or a program."""
    inner = innermost(metric)
    return inner.runs_model or isinstance(inner, RunsProgram)


def with_main_process(
    work: RowTask, batches: Iterable[Batch], mine: Sequence[bool], distribute: Distribute
) -> Iterator[FinishedBatch]:
    """Compute the rows of some metrics here, and have those of the others distributed.

    Args:
        work: What to compute for every batch.
        batches: The batches.
        mine: Whether the main process computes the rows of each metric.
        distribute: Computes the rows of the others, some batches ahead.

    Yields:
        Every batch with the rows of all metrics, in input order.
    """
    if all(mine):
        yield from SERIAL.run(work, batches)
        return
    here, away = (
        work._replace(metrics=tuple(compress(work.metrics, chosen)))
        for chosen in (mine, [not is_mine for is_mine in mine])
    )
    with ended(here.metrics), closing(distribute(away, batches)) as distributed:
        for batch, done in distributed:
            local, others = iter(perform(here, batch)), iter(done)
            yield FinishedBatch(batch, [next(local if is_mine else others) for is_mine in mine])

"""Laws of backends: every registered metric gives equal rows wherever they are made."""

from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from multiprocessing import get_context

from sacreval import native
from sacreval.core.contract.declarations import score_range
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.execution import FinishedBatch, RowTask
from sacreval.execution.serialization import carry_out, join, pack, slices, unwrap
from sacreval.execution.worker import perform
from sacreval.scoring.collected_batches import evaluate
from support.backends import same
from support.law_items import CLASSES, METRICS
from support.specimens import instances
from support.variants import variants


@cache
def elsewhere() -> ProcessPoolExecutor:
    """Start a process that has seen nothing of this one; it ends with it."""
    return ProcessPoolExecutor(1, get_context("spawn"))


@CLASSES.of(metrics)
def another_process(name):
    """Rows made in another process, of slices, are the rows made here, under every option."""
    chosen = [metric for metric in variants()[0] if metric.name == name]
    if native.available():
        chosen += [metric.with_engine("native") for metric in chosen if metric.covers_native()]
    batch = Batch(instances(metrics.get(name)), lines=range(1, 13))
    work = RowTask(tuple(chosen), leave_one_out=True)
    parts = [(elsewhere().submit(carry_out, work, pack(x)), len(x)) for x in slices(batch, 5)]
    here = perform(work, batch)
    results = [unwrap(part.result(timeout=60), n) for part, n in parts]
    assert same([join(dones) for dones in zip(*results, strict=True)], here)


class Carried:
    """A backend that sends parcels to itself."""

    def run(self, work, batches):
        """Make the rows of all batches."""
        for batch in batches:
            yield FinishedBatch(batch, unwrap(carry_out(work, pack(batch)), len(batch)))


@METRICS.of(variants()[0])
def sums(metric):
    """Where sums come back instead of rows, scores of systems are the same to the byte."""
    batches = list(slices(Batch(instances(type(metric))), 5))
    got = evaluate(batches, metric, backend=Carried(), only_sums=True).report()
    assert repr(got) == repr(report_of(metric))


@METRICS.of(variants()[0])
def scores_lie_in_their_range(metric):
    """The score of a system is in the range that the metric declares, as those of records do."""
    for result in report_of(metric).results:
        low, high = score_range(metric, result.output)
        assert low - 1e-9 <= result.value <= high + 1e-9


@lru_cache(maxsize=1)
def report_of(metric):
    """Return the report of the specimens, of which no law changes anything."""
    return evaluate(list(slices(Batch(instances(type(metric))), 5)), metric).report()

"""Every registered metric gives equal rows wherever they are made."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.execution import FinishedBatch, RowTask
from sacreval.execution.join import join
from sacreval.execution.local import Local
from sacreval.execution.serialization import carry_out, pack, slices, unwrap
from sacreval.execution.worker import perform
from sacreval.scoring.evaluate import evaluate
from support.backends import check, same
from support.specimens import instances
from support.variants import variants


@pytest.fixture(scope="module")
def elsewhere():
    """Give a process that has seen nothing of this one."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield lambda function, *arguments: pool.submit(function, *arguments).result(timeout=60)


@pytest.mark.parametrize("name", list(metrics))
def test_another_process(name, elsewhere):
    """Rows made in another process, of slices, are the rows made here, under every option."""
    own = [metric for metric in variants()[0] if metric.name == name]
    if native.available():
        own += [metric.with_engine("native") for metric in own if metric.covers_native()]
    batch = Batch(instances(metrics.get(name)), lines=range(1, 13))
    work = RowTask(tuple(own), leave_one_out=True)
    parts = [unwrap(elsewhere(carry_out, work, pack(part)), len(part)) for part in slices(batch, 5)]
    assert same([join(dones) for dones in zip(*parts, strict=True)], perform(work, batch))


@pytest.mark.skipif(not native.available(), reason="the kernels were not built")
def test_threads():
    """Rows made by the kernels on several threads at once are the rows made here."""
    own = [metric.with_engine("native") for metric in variants()[0] if metric.covers_native()]
    of_texts = [metric for metric in own if not metric.example]
    batch = Batch(instances(metrics.get("bleu")) * 4)
    check(Local(4), list(slices(batch, 5)), *of_texts, leave_one_out=True)


class Carried:
    """A backend that sends parcels to itself."""

    def run(self, work, batches):
        """Make the rows of all batches."""
        for batch in batches:
            yield FinishedBatch(batch, unwrap(carry_out(work, pack(batch)), len(batch)))


@pytest.mark.parametrize("name", list(metrics))
def test_sums(name):
    """Where sums come back instead of rows, scores of systems are the same to the byte."""
    for metric in variants()[0]:
        if metric.name == name:
            batches = list(slices(Batch(instances(type(metric))), 5))
            got = evaluate(batches, metric, backend=Carried(), only_sums=True).report()
            assert repr(got) == repr(evaluate(batches, metric).report())

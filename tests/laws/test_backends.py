"""Every registered metric gives equal rows wherever they are made."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from sacreval import native
from sacreval.execution import Work
from sacreval.execution.join import join
from sacreval.execution.parcel import carry_out, pack, slices, unwrap
from sacreval.execution.perform import perform
from sacreval.metric import metrics
from sacreval.records import Batch
from support.backends import same
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
    work = Work(tuple(own), leave_one_out=True)
    parts = [unwrap(elsewhere(carry_out, work, pack(part)), len(part)) for part in slices(batch, 5)]
    assert same([join(dones) for dones in zip(*parts, strict=True)], perform(work, batch))

"""How much is under way at once."""

import os
from dataclasses import dataclass

import pytest

from sacreval.core.metric import MeanMetric
from sacreval.core.records import Batch, Instance
from sacreval.execution import SERIAL, FinishedBatch, RowTask
from sacreval.execution.cache.caching_backend import CachedMetric
from sacreval.execution.distribution import in_main_process, in_order, with_main_process
from sacreval.execution.local import Local
from sacreval.execution.ray import OnRay
from sacreval.execution.worker import perform
from sacreval.metrics._wrappers import Extracted
from support.backends import check, run
from support.text_batches import batches, on, texts


@pytest.mark.parametrize(("size", "beside"), [(1, 3), (5, 2), (20, 1)])
def test_records_and_batches_are_bounded(size, beside):
    """Beside the batch that is waited for, ten records are under way, and three batches at most."""
    started = []

    def start(batch):
        started.append(batch)
        return list

    batches = [Batch([Instance(prediction="a")] * size) for _ in range(12)]
    results = in_order(iter(batches), start, ahead=10, most=3)
    ahead = [len(started) - yielded for yielded, _ in enumerate(results, start=1)]
    assert ahead == [min(beside, 12 - yielded) for yielded in range(1, 13)]


@dataclass(frozen=True, kw_only=True)
class Owner(MeanMetric):
    """The process that it runs in."""

    runs_model = True
    outputs = ("owner",)
    name = "owner"

    def scores(self, _prediction, _prepared):
        return (float(os.getpid()),)


@pytest.mark.long
def test_the_main_process_owns_the_model():
    """Its rows are computed here, and those of another metric in a worker process."""
    for done in run(Local(2), batches(texts(30), size=7), on("official", "ter"), Owner()):
        assert set(done[1].rows[:, 0]) == {os.getpid()}


def test_on_ray():
    """With --ray they run here too, with a notice, and need no cluster if there is no other."""
    notices = []
    data = batches(texts(4))
    check(OnRay("127.0.0.1:1", notices.append), data, Owner())
    assert len(notices) == 1
    assert "a program run in this process; --ray computes the others" in notices[0]


def test_a_metric_in_wrappers_runs_a_model(tmp_path):
    """A metric that runs a model does so inside any wrapper."""
    inside = Extracted(metric=Owner(), extract="last-number")
    around = CachedMetric(metric=inside, folder=tmp_path, run="1", heads=("a", "b"))
    assert [in_main_process(metric) for metric in (Owner(), inside, around)] == [True] * 3
    assert not in_main_process(Extracted(metric=on("official", "ter"), extract="last-number"))


def test_the_order_of_metrics():
    """Rows are those of the metrics in their order, and nothing is distributed for models alone."""
    data = batches(texts(20), size=6)
    check(Local(2), data, Owner(), on("official", "self-bleu"), Owner(), leave_one_out=True)
    bleu, ter = on("official", "bleu"), on("official", "ter")
    work = RowTask((bleu, Owner(), ter), leave_one_out=True)
    seen = []

    def distribute(away, batches):
        seen.append(away.metrics)
        for batch in batches:
            yield FinishedBatch(batch, perform(away, batch))

    results = list(with_main_process(work, data, [False, True, False], distribute))
    assert seen == [(bleu, ter)]
    for (batch, done), (_, expected) in zip(results, SERIAL.run(work, data), strict=True):
        assert [a.rows.tobytes() for a in done] == [b.rows.tobytes() for b in expected]
        assert len(batch) == len(done[0].rows)


def test_a_run_that_is_given_up():
    """What is distributed ends with the run."""
    ended = []

    def distribute(away, batches):
        try:
            for batch in batches:
                yield FinishedBatch(batch, perform(away, batch))
        finally:
            ended.append(True)

    work = RowTask((on("official", "bleu"), Owner()))
    results = with_main_process(work, batches(texts(9), size=3), [False, True], distribute)
    next(results)
    results.close()
    assert ended == [True]

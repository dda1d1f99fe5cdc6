"""Threads and processes of this machine."""

import os
import sys
from dataclasses import dataclass
from multiprocessing import active_children

import pytest

from sacreval import native
from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError, SacrevalError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.local import Local
from sacreval.metrics._wrappers import Extracted
from sacreval.readers._base import BATCH_SIZE
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.score import score
from support.backends import check, run
from support.program import wait
from support.sizes import long
from support.text_batches import batches, on, texts

MODULE = '''
import os
from dataclasses import dataclass

from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Characters, and a fault or two."""

    outputs = ("length",)

    def scores(self, prediction, prepared):
        if prediction == "die":
            os._exit(3)
        if prediction == "break":
            raise KeyError("no such thing")
        return (len(prediction),)


def parent(prediction, references):
    """The parent of the process."""
    return os.getppid()
'''


@dataclass(frozen=True, kw_only=True)
class Homely(MeanMetric):
    """The process that it runs in; it cannot be pickled."""

    outputs = ("homely",)
    name = "homely"

    def scores(self, _prediction, _prepared):
        return (float(os.getpid()),)

    def __reduce__(self):
        raise TypeError("it stays at home")


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "a_module.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])


@pytest.mark.parametrize("size", [long(4), 300])
def test_bytes(size):
    """Threads and processes give what one after the other gives, to the byte, batch by batch."""
    engine = "native" if native.available() else "official"
    numbers = Extracted(metric=metrics.get("exact-match")(), extract="last-number")
    chosen = [
        on(engine, "bleu"),
        on("official", "ter"),
        on(engine, "chrf"),
        numbers,
        on("official", "self-bleu"),
        metrics.get("py:a_module:Length")(),
        on(engine, "bleu"),
        on("official", "ter"),
    ]
    data = batches([*texts(151), "no number at all", ""], size=size)
    check(Local(2), data, *chosen, leave_one_out=True)


def test_nothing():
    """Without batches there is nothing to do."""
    assert run(Local(2), [], on("official", "bleu")) == []


def test_who_runs_where():
    """Python code runs in other processes; what cannot be sent there runs here, and says so."""
    said = []
    away, here = run(
        Local(2, tell=said.append), batches(texts(1)), metrics.get("py:a_module:parent")(), Homely()
    )[0]
    assert away.rows[0, 0] == here.rows[0, 0] == os.getpid()
    assert said == [
        "homely cannot be sent to other processes (it stays at home); it runs in this one"
    ]


@pytest.mark.long
def test_look_ahead():
    """A few batches are read ahead, and no more."""
    read = []

    def reading():
        for i in range(12):
            read.append(i)
            yield Batch([Instance(prediction="a", references=["b"])] * BATCH_SIZE)

    found = Local(3).run(RowTask((on("official", "exact-match"),)), reading())
    assert [len(read) - given for given, _ in enumerate(found)] == [4] * 9 + [3, 2, 1]


@pytest.mark.parametrize("backend", [SERIAL, Local(2)])
def test_a_metric_that_breaks(backend):
    """A metric that breaks is told in one sentence, with the record."""
    data = batches([*texts(8), "break", *texts(3)])
    with pytest.raises(MetricError) as caught:
        run(backend, data, metrics.get("py:a_module:Length")())
    assert str(caught.value) == (
        "file:9: py:a_module:Length raised KeyError: 'no such thing'; "
        "fix the metric, or correct the record"
    )


def test_a_worker_that_dies():
    """A process that dies is told in one sentence."""
    with pytest.raises(SacrevalError, match="a worker process ended before its task was finished"):
        run(Local(2), batches([*texts(8), "die"]), metrics.get("py:a_module:Length")())


@pytest.mark.long
def test_scores():
    """Whole runs give equal results and records."""
    data = batches(texts(40))
    metric = on("official", "chrf")
    assert evaluate(data, metric, backend=Local(2)).report() == evaluate(data, metric).report()
    assert score(data, metric, backend=Local(2)).records == score(data, metric).records


@pytest.mark.long
def test_nothing_is_left():
    """When a run is given up, its processes end."""
    before = set(active_children())
    found = Local(2).run(RowTask((metrics.get("py:a_module:parent")(),)), batches(texts(200)))
    next(found)
    children = set(active_children()) - before
    assert children
    found.close()
    wait(lambda: not any(child.is_alive() for child in children), seconds=60)

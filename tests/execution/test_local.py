"""Threads, processes and the main process: what is done with one batch."""

import math
import os
import sys
from dataclasses import dataclass
from math import nan
from multiprocessing import active_children

import numpy as np
import pytest

from sacreval import native
from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError, SacrevalError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.local import Local
from sacreval.execution.worker import perform, unanswered
from sacreval.metrics._wrappers import Extracted, extracted
from sacreval.readers._base import BATCH_SIZE
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.pair_scores import score
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

    results = Local(3).run(RowTask((on("official", "exact-match"),)), reading())
    assert [len(read) - yielded for yielded, _ in enumerate(results)] == [4] * 9 + [3, 2, 1]


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
    results = Local(2).run(RowTask((metrics.get("py:a_module:parent")(),)), batches(texts(200)))
    next(results)
    children = set(active_children()) - before
    assert children
    results.close()
    wait(lambda: not any(child.is_alive() for child in children), seconds=60)


@dataclass(frozen=True, kw_only=True)
class Careless(MeanMetric):
    """Knows no score of an empty output."""

    name = "careless"

    @property
    def outputs(self):
        return ("careless",)

    def scores(self, prediction, _prepared):
        return (1.0 if prediction else math.nan,)


@dataclass(frozen=True, kw_only=True)
class Lonely(Careless):
    """Knows no score against a single reference."""

    name = "lonely"

    def scores(self, _prediction, prepared):
        return (math.nan if len(prepared) == 1 else 1.0,)


def worker_texts(*predictions):
    """Make a batch."""
    return Batch([Instance(prediction=text, references=["x"]) for text in predictions], "in.jsonl")


def test_no_number():
    """A row without a number is a failure that is told, not a record that vanishes."""
    [done] = perform(RowTask((Careless(),)), worker_texts("a", "", "b"))
    assert done.failures == {1: "in.jsonl:2: careless returned NaN"}


def test_no_number_without_a_reference():
    """Where leaving a reference out leaves no number, that is told too."""
    batch = Batch([Instance(prediction="a", references=["x", "y"])] * 2, "in.jsonl")
    [done] = perform(RowTask((Lonely(),), leave_one_out=True), batch)
    assert done.failures[1] == ("in.jsonl:2: lonely returned NaN (with a reference left out)")
    assert np.isnan(done.rows).all()


GOOD = Instance(prediction="the cat", references=["the cat", "a cat"])

BAD = Instance(error="429 after 6 attempts", references=["the cat", "a cat"])


@pytest.mark.parametrize("pattern", [[0], [1], [0, 0], [1, 0, 1], [0, 1, 1, 0]])
@pytest.mark.parametrize("leave_one_out", [False, True])
@pytest.mark.parametrize("engine", ["native", "official"])
def test_rows_of_the_others_are_the_same(pattern, leave_one_out, engine):
    """A failed record changes neither the rows nor the jackknife rows of the other records."""
    metric = metrics.get("rouge")(engine=engine)
    work = RowTask((metric,), leave_one_out=leave_one_out)
    (done,) = perform(work, Batch([GOOD if valid else BAD for valid in pattern], origin="x"))
    good = [i for i, valid in enumerate(pattern) if valid]
    assert sorted(done.failures) == [i for i, valid in enumerate(pattern) if not valid]
    assert all("there is no output (429" in text for text in done.failures.values())
    assert np.isnan(done.rows[sorted(done.failures)]).all()
    if leave_one_out:
        assert np.diff(done.leave_one_out.starts).tolist() == [2 * valid for valid in pattern]
    if good:
        (alone,) = perform(work, Batch([GOOD] * len(good), origin="x"))
        np.testing.assert_array_equal(done.rows[good], alone.rows)
        if leave_one_out:
            np.testing.assert_array_equal(done.leave_one_out.rows, alone.leave_one_out.rows)


def test_means():
    """A record has the mean row of its answers, and that of each left-out reference."""
    several = Instance(samples=["a", "b", "b"], references=["a", "b"])
    batch = Batch([Instance(prediction="a", references=["a", "c"]), several])
    metric = metrics.get("exact-match")()
    (batch_rows,) = perform(RowTask((metric,), leave_one_out=True), batch)
    assert batch_rows.rows.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert batch_rows.leave_one_out.starts.tolist() == [0, 2, 4]
    assert batch_rows.leave_one_out.rows[:, 0].tolist() == [0.0, 1.0, 2 / 3, 1 / 3]


class SeveralAnswersCareless(type(metrics.get("exact-match")())):
    """Knows no score of an empty output."""

    def rows(self, batch):
        rows = super().rows(batch)
        rows[[not text for text in batch.column("prediction")]] = nan
        return rows


def test_an_answer_without_a_score():
    """A record of which one answer has no score has none; the reason names its line."""
    records = [Instance(samples=[x, "a"], references=["a"]) for x in ("", "a")]
    (batch_rows,) = perform(RowTask((SeveralAnswersCareless(),)), Batch(records, lines=[3, 4]))
    assert np.isnan(batch_rows.rows[:, 0]).tolist() == [True, False]
    assert batch_rows.failures == {0: "records:3: exact-match returned NaN"}


def test_scores_over_all_outputs():
    """Rows of a score that is no mean over records are added up, as those of more records."""
    metric = metrics.get("bleu")()
    texts = ["a b c d e", "a b x d e"]
    whole = Batch([Instance(samples=texts, references=["a b c d e"])])
    each = Batch([Instance(prediction=text, references=["a b c d e"]) for text in texts])
    rows = [perform(RowTask((metric,)), batch)[0].rows.sum(axis=0) for batch in (whole, each)]
    assert rows[0].tolist() == rows[1].tolist()


def test_unanswered():
    """A record is unanswered if one of its answers cannot be read."""
    metric = extracted(metrics.get("exact-match")(), extract="boxed")
    outputs = (["\\boxed{1}", "none"], ["\\boxed{2}", "\\boxed{1}"], ["none", "no"])
    batch = Batch([Instance(samples=list(texts), references=["1"]) for texts in outputs])
    (batch_rows,) = perform(RowTask((metric,)), batch)
    assert batch_rows.rows.tolist() == [[0.5, 1.0], [0.5, 1.0], [0.0, 1.0]]
    assert list(batch_rows.unanswered) == list(unanswered(metric, batch)) == [0, 2]
    alone = Batch([Instance(prediction="none", references=["1"])])
    assert list(unanswered(metric, alone)) == [0]

"""What is done with one batch."""

import math
from dataclasses import dataclass

import numpy as np

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution import RowTask
from sacreval.execution.worker import perform


@dataclass(frozen=True, kw_only=True)
class Careless(MeanMetric):
    """Knows no score of an empty output."""

    name = "careless"

    @property
    def outputs(self):
        return ("careless",)

    def scores(self, prediction, prepared):
        del prepared
        return (1.0 if prediction else math.nan,)


@dataclass(frozen=True, kw_only=True)
class Lonely(Careless):
    """Knows no score against a single reference."""

    name = "lonely"

    def scores(self, prediction, prepared):
        del prediction
        return (math.nan if len(prepared) == 1 else 1.0,)


def texts(*predictions):
    """Make a batch."""
    return Batch([Instance(prediction=text, references=["x"]) for text in predictions], "in.jsonl")


def test_no_number():
    """A row without a number is a failure that is told, not a record that vanishes."""
    [done] = perform(RowTask((Careless(),)), texts("a", "", "b"))
    assert done.failures == {1: "in.jsonl:2: careless returned NaN"}


def test_no_number_without_a_reference():
    """Where leaving a reference out leaves no number, that is told too."""
    batch = Batch([Instance(prediction="a", references=["x", "y"])] * 2, "in.jsonl")
    [done] = perform(RowTask((Lonely(),), leave_one_out=True), batch)
    assert done.failures[1] == ("in.jsonl:2: lonely returned NaN (with a reference left out)")
    assert np.isnan(done.rows).all()


def test_several_answers():
    """A record has the mean row of its answers, and that of each left-out reference."""
    several = Instance(samples=["a", "b", "b"], references=["a", "b"])
    batch = Batch([Instance(prediction="a", references=["a", "c"]), several])
    metric = metrics.get("exact-match")()
    (found,) = perform(RowTask((metric,), leave_one_out=True), batch)
    assert found.rows.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert found.left_out.starts.tolist() == [0, 2, 4]
    assert found.left_out.rows[:, 0].tolist() == [0.0, 1.0, 2 / 3, 1 / 3]


def test_an_answer_without_a_score():
    """A record of which one answer has no score has none; the reason names its line."""
    batch = Batch([Instance(samples=["a", ""]), Instance(samples=["a", "a"])], lines=[3, 4])
    (found,) = perform(RowTask((Careless(),)), batch)
    assert np.isnan(found.rows[:, 0]).tolist() == [True, False]
    assert found.failures == {0: "records:3: careless returned NaN"}


def test_scores_over_all_outputs():
    """Rows of a score that is no mean over records are added up, as those of more records."""
    metric = metrics.get("bleu")()
    texts = ["a b c d e", "a b x d e"]
    one = Batch([Instance(samples=texts, references=["a b c d e"])])
    each = Batch([Instance(prediction=text, references=["a b c d e"]) for text in texts])
    rows = [perform(RowTask((metric,)), batch)[0].rows.sum(axis=0) for batch in (one, each)]
    assert rows[0].tolist() == rows[1].tolist()

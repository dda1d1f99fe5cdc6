"""A metric around another passes on what it does not change."""

from dataclasses import dataclass

import pytest

from sacreval.core.contract.inner_metrics import formula_owner
from sacreval.core.contract.origin import computed_by
from sacreval.core.contract.wrapper import DELEGATED, Wrapped
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance


@dataclass(frozen=True, kw_only=True)
class Plain(Wrapped):
    """A wrapper that changes nothing.

    Args:
        extra: An option of its own.
    """

    extra: int = 1


@pytest.mark.parametrize(
    "metric",
    [metrics.get(name)() for name in ("bleu", "edit-distance", "wer", "length")]
    + [metrics.get("classification")(labels=("a", "b"))]
    + [metrics.get("bleu")(smooth_method="coco")],
    ids=lambda metric: metric.name,
)
def test_it_passes_on(metric):
    """Declarations, outputs, directions and faults are those of the metric inside."""
    around = Plain(metric=metric)
    for name in (*DELEGATED, "outputs"):
        assert getattr(around, name, None) == getattr(metric, name, None)
    for output in metric.outputs:
        assert around.is_higher_better(output) == metric.is_higher_better(output)
    instance = Instance(prediction="z", references=["a"])
    assert around.fault(instance) == metric.fault(instance)
    assert around.is_settled() == metric.is_settled()
    assert computed_by(around) == computed_by(metric)
    assert around.options() == metric.options() | {"extra": 1}


def test_references_are_left_out_outside():
    """Rows without each reference are those of the shortened records."""
    around = Plain(metric=metrics.get("relaxed-accuracy")())
    batch = Batch([Instance(prediction="1", references=["1", "2", "x"])])
    assert around.leave_one_out_rows(batch).tolist() == [[0, 1], [1, 1], [1, 1]]


def test_settling_settles_the_metric_inside():
    """Labels are collected by the metric inside."""
    batch = Batch([Instance(prediction="b", references=["a"])])
    around = Plain(metric=metrics.get("classification")()).settle([batch])
    assert around.metric.labels == ("a", "b")
    assert around.is_settled()


class Halved(Plain):
    """A wrapper with a formula of its own."""

    def reduce(self, sums):
        """Halve the scores."""
        return {name: score / 2 for name, score in self.metric.reduce(sums).items()}


def test_scores_of_systems():
    """The averages and bounds of a program pass through, unless a wrapper has its own formula."""
    metric = metrics.get("rouge-1.5.5")(max_ngram=1, rouge_l=False)
    texts = [("a b", "a b"), ("a", "b"), ("a c", "a")]
    batch = Batch([Instance(prediction=p, references=[r]) for p, r in texts])
    rows, ids = metric.rows(batch), lambda: ["1.s", "2.s", "3.s"]
    own = metric.score_system(rows, ids)
    plain, halved = Plain(metric=metric), Halved(metric=metric)
    assert formula_owner(plain) is metric
    assert formula_owner(halved) is halved
    mean = metric.reduce(rows.sum(axis=0))
    assert own["rouge1_f1"] == pytest.approx(mean["rouge1_f1"], abs=0.05)
    assert own["rouge1_f1"] != mean["rouge1_f1"]

"""Regard has the probabilities of its classes, which are descriptive."""

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.tiny_classifiers import REGARD, build, official_probabilities


def test_scores_are_those_of_transformers():
    """Each class is an output, with transformers' probability and without a direction."""
    folder = build("roberta", REGARD)
    metric = metrics.get("regard")(model=str(folder))
    rows = metric.rows(Batch([Instance(prediction="the dog sat"), Instance(prediction="")]))
    expected = official_probabilities(folder, [("the dog sat",), ("",)])
    np.testing.assert_allclose(rows[:, :4], expected, atol=1e-6)
    np.testing.assert_allclose(rows[:, :4].sum(axis=1), 1)
    assert metric.outputs == tuple(f"regard_{label}" for label in REGARD)
    assert {metric.is_higher_better(name) for name in metric.outputs} == {None}

"""A metric and its wrappers from a signature."""

import pytest

from sacreval.core.metric import metrics
from sacreval.metrics._wrappers import Folded, extracted, from_signature


@pytest.mark.parametrize(
    "metric",
    [
        metrics.get("bleu")(lowercase=True),
        extracted(metrics.get("exact-match")(normalize="squad"), extract="letter", clean="lower"),
        Folded(metric=metrics.get("token-f1")(), reduce_predictions="mean"),
        Folded(
            metric=extracted(metrics.get("exact-match")(), extract="last-number"),
            reduce_references="max",
        ),
    ],
    ids=lambda metric: metric.name,
)
def test_there_and_back(metric):
    """What is made from a signature has that signature, and the wrappers around the same metric."""
    made = from_signature(metric.signature())
    assert made.signature() == metric.signature()
    assert type(made) is type(metric)

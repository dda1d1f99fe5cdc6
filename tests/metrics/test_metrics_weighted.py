"""Metrics of weighted samples."""

import warnings

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.stats.resampling import bootstrap_weights
from support.tasks import pairs, scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall", "roc-auc", "average-precision"])
def test_weighted_samples_are_resamples(name):
    """`estimate` of weights is the score of the records, each as often as its weight says."""
    rng = np.random.default_rng(1)
    x = np.round(rng.random(25), 1)
    y = rng.integers(0, 2, 25) if name in {"roc-auc", "average-precision"} else rng.random(25)
    metric = metrics.get(name)()
    rows = np.column_stack([x, y]).astype(float)
    (weights,) = bootstrap_weights(25, resamples=20, seed=4)
    got = metric.estimate(rows, weights)[metric.outputs[0]]
    for value, weight in zip(got, weights.astype(int), strict=True):
        index = np.repeat(np.arange(25), weight)
        records = pairs(x[index].tolist(), y[index].tolist())
        assert value == pytest.approx(scores_of(name, records)[metric.outputs[0]], **CLOSE)

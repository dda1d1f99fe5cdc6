"""Metrics of probabilities equal scikit-learn's on random input."""

import warnings

import numpy as np
import pytest

from support import missing
from support.tasks import pairs, scores_of

sk = missing.module("sklearn.metrics", "numbers of scikit-learn")

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("seed", range(5))
def test_probabilities(seed):
    """ROC AUC, average precision and Brier are scikit-learn's, ties among the scores."""
    rng = np.random.default_rng(seed)
    y = np.array([0, 1, *rng.integers(0, 2, 40)])
    p = np.round(rng.random(42), 1)
    records = pairs(p.tolist(), y.tolist())
    for name, function in (
        ("roc_auc", sk.roc_auc_score),
        ("average_precision", sk.average_precision_score),
        ("brier", sk.brier_score_loss),
    ):
        found = scores_of(name.replace("_", "-"), records)[name]
        assert found == pytest.approx(function(y, p), **CLOSE)

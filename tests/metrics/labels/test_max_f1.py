"""The largest F1 equals scikit-learn's on random input."""

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


def test_max_f1():
    """The largest F1 is that of the best point of scikit-learn's precision-recall curve."""
    rng = np.random.default_rng(9)
    for _ in range(10):
        y, p = np.array([1, *rng.integers(0, 2, 20)]), np.round(rng.random(21), 1)
        precision, recall, thresholds = sk.precision_recall_curve(y, p)
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
        found = scores_of("max-f1", pairs(p.tolist(), y.tolist()))
        assert found["max_f1"] == pytest.approx(f1.max(), **CLOSE)
        reached = sk.f1_score(y, p >= found["max_f1_threshold"])
        assert reached == pytest.approx(f1.max(), **CLOSE)
        assert found["max_f1_threshold"] in thresholds

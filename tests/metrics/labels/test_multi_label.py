"""Metrics of several labels equal scikit-learn's on random input."""

import warnings

import numpy as np
import pytest

from support import missing
from support.tasks import scores_of

sk = missing.module("sklearn.metrics", "numbers of scikit-learn")

LABELS = ["a", "b", "c", "d"]
CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("seed", range(5))
def test_multi_label(seed):
    """Averages, subset accuracy, Hamming loss and samples F1 are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = rng.random((2, 30, 4)) < 0.4
    names = np.array(LABELS)
    records = [
        {"prediction": names[a].tolist(), "references": [names[b].tolist()]}
        for a, b in zip(p, y, strict=True)
    ]
    found = scores_of("multi-label", records, {"labels": LABELS})
    for average in ("macro", "micro", "weighted"):
        want = sk.f1_score(y, p, average=average, zero_division=0)
        assert found[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert found["subset_accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert found["hamming_loss"] == pytest.approx(sk.hamming_loss(y, p), **CLOSE)
    want = sk.f1_score(y, p, average="samples", zero_division=0)
    assert found["samples_f1"] == pytest.approx(want, **CLOSE)

"""The cells of confusion matrices."""

import warnings

import numpy as np
import pytest

from support import missing
from support.tasks import pairs, scores_of

sk = missing.module("sklearn.metrics", "numbers of scikit-learn")

LABELS = ["a", "b", "c", "d"]


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_confusion_matrix():
    """The cells are scikit-learn's."""
    rng = np.random.default_rng(0)
    y, p = rng.choice(LABELS, size=(2, 50))
    found = scores_of("confusion-matrix", pairs(p.tolist(), y.tolist()))
    want = sk.confusion_matrix(y, p, labels=LABELS)
    got = [[found[f"{a}->{b}"] for b in LABELS] for a in LABELS]
    np.testing.assert_array_equal(got, want)

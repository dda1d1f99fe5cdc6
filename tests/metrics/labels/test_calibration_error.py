"""Calibration error on random input."""

import warnings

import numpy as np
import pytest

from support.tasks import pairs, scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_calibration_error():
    """The gaps of the bins are those of a plain loop."""
    rng = np.random.default_rng(3)
    p, y = rng.random(200), rng.integers(0, 2, 200)
    bins = np.minimum((p * 10).astype(int), 9)
    gaps = [abs(y[bins == b].sum() - p[bins == b].sum()) for b in range(10)]
    found = scores_of("calibration-error", pairs(p.tolist(), y.tolist()))
    assert found["calibration_error"] == pytest.approx(sum(gaps) / 200, **CLOSE)

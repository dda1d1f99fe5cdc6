"""Fitted thresholds and verdicts on pairs, by kernels and without them."""

import numpy as np
import pytest

from sacreval.features.correlate.measures.tie_calibration import (
    Verdicts,
    calibrate,
    correct_pairs,
    fitted_threshold,
    kernels_cover,
    pair_table,
)
from sacreval.stats.association.levels import Groups


@pytest.fixture(params=["0", "1"], ids=["kernels", "numpy"])
def engine(request, monkeypatch):
    """Compute with the compiled kernels, then without them."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", request.param)


def random_groups(rng):
    """Draw scores of groups of equal or other sizes."""
    shape = int(rng.integers(1, 9)), int(rng.integers(1, 20))
    z = np.round(rng.normal(size=shape) * rng.integers(1, 4))
    x = np.round(z + rng.normal(size=shape), int(rng.integers(0, 5)))
    missing = rng.random(shape) < rng.choice([0.0, 0.2])
    return Groups(np.where(missing, np.nan, x), np.where(missing, np.nan, z))


@pytest.mark.usefixtures("engine")
def test_the_threshold_is_that_of_the_whole_curve():
    """Groups of one size and of several, ties and missing cells: the same epsilon to the bit."""
    rng = np.random.default_rng(3)
    for _ in range(150):
        groups = random_groups(rng)
        expected = calibrate(pair_table(groups)).epsilon
        assert fitted_threshold.__wrapped__(*groups) == expected


@pytest.mark.usefixtures("engine")
def test_scores_whose_differences_overflow():
    """Kernels do not cover them; the threshold is still that of the whole curve."""
    x = np.array([[-1.7e308, 0.0, 1.7e308, 1.0]])
    z = np.array([[0.0, 1.0, 0.0, 2.0]])
    assert not kernels_cover(x)
    expected = calibrate(pair_table(Groups(x, z))).epsilon
    assert fitted_threshold.__wrapped__(x, z) == expected


@pytest.mark.usefixtures("engine")
def test_split_verdicts_are_those_of_listed_pairs():
    """Each group has as many pairs that one metric alone gets right as its list of pairs."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        x, z = random_groups(rng)
        y = np.round(x + rng.normal(size=x.shape), 1)
        found = Verdicts(x, y, z, (0.5, 0.0)).split()
        tables = [pair_table(Groups(side, z)) for side in (x, y)]
        first, second = (correct_pairs(t, e) for t, e in zip(tables, (0.5, 0.0), strict=True))
        for g in range(len(x)):
            own = tables[0].group == g
            assert found[g, 0] == (first & ~second & own).sum()
            assert found[g, 1] == (second & ~first & own).sum()

"""Measures on differences against mt-metrics-eval."""

import numpy as np
import pytest

from sacreval.stats.association.coefficients import PearsonCoefficient
from sacreval.stats.association.differences import TauWithin, pairwise_difference_pearson
from sacreval.stats.association.levels import Level, group


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_pairwise_difference_pearson_of_mtme(golden):
    """Pooled differences, within items or within everything, with and without missing cells."""
    levels = (Level.SUMMARY, Level.GLOBAL)
    z, x = matrix([[1, 2, 3], [4, 5, 6]]), matrix([[2, 1, 4], [3, 3, 7]])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, golden["mtme"]["pdp"], atol=5e-4)
    case = golden["mtme"]["pdp_missing"]
    x, z = matrix(case["M"]), matrix(case["G"])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, case["expected"], atol=5e-4)


def test_difference_pearson_is_the_correlation_of_all_differences():
    """The closed form equals Pearson over differences that are written out."""
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 5, 6))
    z[2, 3] = np.nan
    dx, dz = [], []
    for column in range(6):
        seen = np.flatnonzero(~np.isnan(z[:, column]))
        dx += [x[a, column] - x[b, column] for a in seen for b in seen]
        dz += [z[a, column] - z[b, column] for a in seen for b in seen]
    expected = float(PearsonCoefficient().of(np.array(dx), np.array(dz)))
    got = pairwise_difference_pearson(group(x, z, Level.SUMMARY, PearsonCoefficient()))
    assert got == pytest.approx(expected, abs=1e-12)


def test_tau_within_a_gap():
    """Only pairs of systems within the gap count; without one, tau is undefined."""
    x, z = matrix([1, 2, 4, 8]), matrix([2, 1, 3, 4])
    rows = x[None], z[None]
    for low, high, tau, pairs in ((0, 1, -1, 1), (1, 10, 1, 5), (0, np.inf, 4 / 6, 6)):
        within = TauWithin(low, high)
        assert within.of(*rows)[0] == pytest.approx(tau)
        assert within.weight(*rows).tolist() == [pairs]
    assert np.isnan(TauWithin(20, 30).of(*rows)[0])

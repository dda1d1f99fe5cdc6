"""Bayesian comparisons: by integration, by hand, and by symmetry."""

import numpy as np
import pytest
from scipy import integrate, stats

from sacreval.features.compare.sets.bayesian_differences import bayesian_signed_rank, correlated_t

FOLDS = np.array([0.012, 0.008, 0.021, -0.004, 0.015, 0.009, 0.018, 0.002, 0.011, 0.006])


def test_correlated_t_is_the_integral_of_its_posterior():
    """The three chances are areas under a t density with the variance of Nadeau and Bengio."""
    scale = (FOLDS.var(ddof=1) * (1 / 10 + 1 / 9)) ** 0.5
    density = stats.t(9, FOLDS.mean(), scale).pdf
    found = correlated_t(FOLDS, test_share=0.1, rope=0.01)
    same, _ = integrate.quad(density, -0.01, 0.01)
    better, _ = integrate.quad(density, 0.01, 0.2)
    assert found.same == pytest.approx(same, abs=1e-9)
    assert found.better == pytest.approx(better, abs=1e-6)
    assert sum(found) == pytest.approx(1)


def test_signed_rank_by_pairs():
    """Two sets by hand: better wins where the weights of its pairs are more than those of worse."""
    found = bayesian_signed_rank(np.array([0.3, -0.1]), rope=0.0, seed=1, draws=20_000)
    weights = np.random.default_rng(2).dirichlet([0.5, 1, 1], 20_000)
    origin, up, down = weights.T
    better = up**2 + 2 * up * down + 2 * up * origin
    worse = down**2 + 2 * down * origin
    same = origin**2
    most = np.argmax([worse, same, better], axis=0)
    for place, chance in enumerate(found):
        assert chance == pytest.approx(np.mean(most == place), abs=0.015)


def test_signed_rank_is_symmetric_and_repeats():
    """Exchanging the systems exchanges the answers, and a seed gives the same draws."""
    z = np.array([0.02, 0.05, -0.01, 0.03, 0.0, 0.04])
    first = bayesian_signed_rank(z, rope=0.01, seed=5, draws=4000)
    assert bayesian_signed_rank(-z, rope=0.01, seed=5, draws=4000) == pytest.approx(first[::-1])
    assert bayesian_signed_rank(z, rope=0.01, seed=5, draws=4000) == first
    assert sum(first) == pytest.approx(1)
    assert first.better > 4 * first.worse + 0.6


def test_signed_rank_of_differences_in_the_region():
    """Differences that do not matter are the same, of any number of sets."""
    assert bayesian_signed_rank(np.full(9, 0.001), rope=0.01, seed=1, draws=200) == (0, 1, 0)
    assert bayesian_signed_rank(np.zeros(0), rope=0.01, seed=1, draws=200) == (0, 1, 0)

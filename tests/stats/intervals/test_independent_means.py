"""Stratified means, against the published case, written-out scores and simulation."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import InputError
from sacreval.stats.intervals.independent_means import Strata, by_stratum, stratified_mean

SHARES = [0.5, 0.3, 0.2]
SIZES, RIGHT = [40, 40, 20], [36, 24, 6]
SCORES = np.concatenate([np.arange(n) < k for n, k in zip(SIZES, RIGHT, strict=True)]).astype(float)
NAMES = np.repeat(["easy", "hard", "rare"], SIZES)


def test_published_case():
    """Three strata have the published mean and standard error."""
    estimate = stratified_mean(by_stratum(SCORES, NAMES), SHARES)
    assert estimate.value == pytest.approx(0.69, abs=1e-9)
    assert estimate.error == pytest.approx(0.03965948176574078, abs=1e-9)


def test_strata_are_counted():
    """Counts, means and variances are those of numpy, in the order of the names."""
    mixed = np.random.default_rng(0).permutation(100)
    strata = by_stratum(SCORES[mixed], NAMES[mixed])
    parts = [SCORES[name == NAMES] for name in ("easy", "hard", "rare")]
    want = [[f(part) for part in parts] for f in (len, np.mean, lambda x: np.var(x, ddof=1))]
    np.testing.assert_allclose(strata, want, rtol=1e-12)


def test_one_stratum_is_the_t_interval():
    """A single stratum has the interval of a t-test."""
    x = np.random.default_rng(1).normal(size=7)
    want = stats.ttest_1samp(x, 0).confidence_interval(0.95)
    bounds = stratified_mean(by_stratum(x, [1] * 7), [1]).bounds()
    np.testing.assert_allclose(bounds, want, rtol=1e-9)


def test_two_strata_have_welchs_freedom():
    """The degrees of freedom of two strata with equal shares are Welch's."""
    a, b = np.array([1.0, 4, 2, 8, 5]), np.array([2.0, 2.5, 3])
    estimate = stratified_mean(by_stratum(np.append(a, b), [0] * 5 + [1] * 3), [0.5, 0.5])
    assert estimate.freedom == pytest.approx(stats.ttest_ind(a, b, equal_var=False).df, rel=1e-9)


def test_degenerate_strata():
    """A stratum of one record has no error, one without a share none that counts."""
    strata = by_stratum([0, 1, 1], ["a", "a", "b"])
    assert np.isnan(strata.variance[1])
    assert np.isnan(stratified_mean(strata, [0.5, 0.5]).error)
    assert stratified_mean(strata, [1, 0]).error == pytest.approx(0.5)
    equal = stratified_mean(by_stratum([1, 1, 0, 0], [1, 1, 2, 2]), [0.25, 0.75])
    assert (equal.value, equal.error, equal.freedom) == (0.25, 0, 2)


@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.5, 0.5, 0.1], [1.5, -0.5, 0], [np.nan, 0, 1]])
def test_bad_shares_are_refused(shares):
    """Shares that are too few, do not sum to 1, lie below 0 or are NaN are refused."""
    with pytest.raises(InputError):
        stratified_mean(by_stratum(SCORES, NAMES), shares)


def test_bad_scores_are_refused():
    """NaN and no score are refused."""
    with pytest.raises(InputError):
        by_stratum([np.nan], [1])
    with pytest.raises(InputError):
        by_stratum([], [])


def test_strata_are_covered():
    """The mean of a population is covered in 93 to 97 % of worlds, from samples of its strata."""
    rng = np.random.default_rng(2)
    held = []
    for _ in range(1000):
        parts = [rng.normal(m, s, n) for m, s, n in ((0, 1, 8), (2, 3, 12), (5, 0.5, 6))]
        strata = Strata(
            np.array([8.0, 12, 6]),
            np.array([x.mean() for x in parts]),
            np.array([x.var(ddof=1) for x in parts]),
        )
        low, high = stratified_mean(strata, SHARES).bounds()
        held.append(low <= 1.6 <= high)
    assert np.mean(held) == pytest.approx(0.95, abs=0.02)

"""Proportions for the same items again, near 0 and 1 too."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.metrics.samples._noise import average, noise
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.repeated_binomial import fixed_items_interval, fixed_items_wilson
from sacreval.stats.repeats import repeats


def items_of(n, k):
    """Number the items of n times k samples."""
    return np.repeat(np.arange(n), k)


def test_all_right_has_wilsons_interval():
    """Where all samples are right, or all wrong, the interval is Wilson's of that many samples."""
    for right, k in ((1, 40), (0, 0)):
        got = fixed_items_wilson(np.full(40, right), items_of(10, 4))
        np.testing.assert_allclose(got, wilson(k, 40), rtol=1e-12)


def test_one_item_has_wilsons_interval():
    """Samples of one and the same item have Wilson's interval."""
    x = np.arange(50) < 41
    np.testing.assert_allclose(fixed_items_wilson(x, [7] * 50), wilson(41, 50), rtol=1e-9)


def test_many_items_have_the_t_interval():
    """For many items and samples the interval is that of the t of fixed items."""
    rng = np.random.default_rng(0)
    x = rng.random(40_000) < rng.beta(2, 2, 4000)[items_of(4000, 10)]
    want = repeats(x, items_of(4000, 10)).fixed_items.bounds()
    np.testing.assert_allclose(fixed_items_wilson(x, items_of(4000, 10)), want, atol=1e-5)


def test_items_that_agree_have_a_width():
    """Items that are always right or always wrong have an interval, narrower than Wilson's."""
    x, of = np.repeat([1, 1, 1, 0, 1], 4), items_of(5, 4)
    low, high = fixed_items_wilson(x, of)
    plain = wilson(16, 20)
    assert plain.low < low < 0.8 < high < plain.high


def test_uneven_items_and_columns():
    """Items may have different numbers of samples, and columns are computed at once."""
    of = np.repeat(np.arange(4), [1, 2, 5, 3])
    x = np.random.default_rng(1).integers(0, 2, (11, 3))
    both = fixed_items_wilson(x, of)
    for i in range(3):
        np.testing.assert_allclose(np.transpose(both)[i], fixed_items_wilson(x[:, i], of))
    assert (both.low < both.high).all()


def test_no_interval():
    """One sample of each item has none; scores between 0 and 1, NaN and no score are refused."""
    assert np.isnan(fixed_items_wilson([1, 0, 1], [1, 2, 3])).all()
    for scores in ([0.5, 1], [np.nan, 1], []):
        with pytest.raises(InputError):
            fixed_items_wilson(scores, np.arange(len(scores)))


@pytest.mark.parametrize(
    ("chances", "n", "k"),
    [((1.05, 0.45), 10, 4), ((7, 3), 30, 2), ((20, 1), 10, 4), ((100, 1), 30, 2), ((20, 1), 5, 4)],
)
def test_the_same_items_are_covered(chances, n, k):
    """Of few items and samples 93 to 97 % of worlds are covered, also near the ceiling."""
    rng = np.random.default_rng(2)
    chance = rng.beta(*chances, (n, 2000))
    low, high = fixed_items_wilson(
        rng.random((n * k, 2000)) < chance[items_of(n, k)], items_of(n, k)
    )
    truth = chance.mean(axis=0)
    assert 0.93 <= np.mean((low <= truth) & (truth <= high)) <= 0.97


def test_scores_and_variances_instead_of_samples():
    """Mean scores with their variances have the interval of their samples."""
    rng = np.random.default_rng(2)
    samples = (rng.random((12, 4)) < 0.7).astype(float)
    scores = samples.mean(axis=1)
    got = fixed_items_interval(scores, scores * (1 - scores) / 3, np.full(12, 0.25))
    want = fixed_items_wilson(samples.ravel(), items_of(12, 4))
    np.testing.assert_allclose(got, want, rtol=1e-12)


def test_scores_at_one_end_have_wilsons_interval():
    """Scores that are all 1 have Wilson's interval of the number of independent samples."""
    got = fixed_items_interval(np.ones(10), np.zeros(10), np.full(10, 0.25))
    np.testing.assert_allclose(got, wilson(40, 40), rtol=1e-12)


@pytest.mark.long
@pytest.mark.parametrize(("shape", "k"), [((1.05, 0.45), 1), ((7.0, 3.0), 2), ((20.0, 0.5), 2)])
def test_coverage_of_pass_at_k(shape, k):
    """Intervals of pass@k for the same items cover in 92 % of worlds or more."""
    rng = np.random.default_rng(3)
    kernel, covered = [0.0] + [1.0] * k, 0
    for _ in range(200):
        chance = rng.beta(*shape, 30)
        correct = rng.binomial(10, chance)
        found = noise(kernel, np.full(30, 10), correct)
        scores = np.array([average(kernel, 10, int(c)) for c in correct])
        ends = fixed_items_interval(scores, found.variance, found.most)
        covered += ends.low <= (1 - (1 - chance) ** k).mean() <= ends.high
    assert covered >= 184

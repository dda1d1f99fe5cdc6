"""Proportions for the same items again, near 0 and 1 too."""

import numpy as np
import pytest

from sacreval.metrics.samples._base import average, noise
from sacreval.stats.clusters import repeats
from sacreval.stats.intervals.binomial import fixed_items_interval, wilson


def of_samples(right):
    """Return the interval of samples of 0 or 1, shape (items, samples)."""
    n, k = np.shape(right)
    scores = np.mean(right, axis=1)
    return fixed_items_interval(scores, scores * (1 - scores) / (k - 1), np.full(n, 1 / k))


def test_all_right_has_wilsons_interval():
    """Where all samples are right, or all wrong, the interval is Wilson's of that many samples."""
    for right, k in ((1, 40), (0, 0)):
        np.testing.assert_allclose(of_samples(np.full((10, 4), right)), wilson(k, 40), rtol=1e-12)


def test_one_item_has_wilsons_interval():
    """Samples of one and the same item have Wilson's interval."""
    np.testing.assert_allclose(of_samples([np.arange(50) < 41]), wilson(41, 50), rtol=1e-9)


def test_many_items_have_the_t_interval():
    """For many items and samples the interval is that of the t of fixed items."""
    rng = np.random.default_rng(0)
    x = rng.random((4000, 10)) < rng.beta(2, 2, (4000, 1))
    want = repeats(x.ravel(), np.repeat(np.arange(4000), 10)).fixed_items.bounds()
    np.testing.assert_allclose(of_samples(x), want, atol=1e-5)


def test_items_that_agree_have_a_width():
    """Items that are always right or always wrong have an interval, narrower than Wilson's."""
    low, high = of_samples(np.repeat([[1], [1], [1], [0], [1]], 4, axis=1))
    plain = wilson(16, 20)
    assert plain.low < low < 0.8 < high < plain.high


@pytest.mark.parametrize(
    ("chances", "n", "k"),
    [((1.05, 0.45), 10, 4), ((7, 3), 30, 2), ((20, 1), 10, 4), ((100, 1), 30, 2), ((20, 1), 5, 4)],
)
def test_the_same_items_are_covered(chances, n, k):
    """Of few items and samples 93 to 97 % of worlds are covered, also near the ceiling."""
    rng = np.random.default_rng(2)
    chance = rng.beta(*chances, (2000, n))
    right = rng.random((2000, n, k)) < chance[..., None]
    ends = [of_samples(one) for one in right]
    truth = chance.mean(axis=1)
    held = [low <= mean <= high for (low, high), mean in zip(ends, truth, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


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

"""Sequences that may be looked at: published numbers, closed forms, and looking at every step."""

import numpy as np
import pytest
from scipy import integrate, stats

from sacreval.errors import InputError, UsageError
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence

SCORES = [1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (45, 50, 0.712339534589195, 0.9843414454152637),
        (180, 200, 0.8116955495607396, 0.9573756661107077),
        (50, 50, 0.8706187109084923, 1.0),
    ],
)
def test_published_proportions(k, n, low, high):
    """The beta-binomial mixture has the published ends, wider than Wilson's."""
    found = proportion_sequence(k, n)
    np.testing.assert_allclose(found, (low, high), atol=1e-9)
    assert found.low < wilson(k, n).low


@pytest.mark.parametrize("n", [1, 7, 50, 2000])
def test_all_right_is_closed(n):
    """After n of n the lower end is (alpha / (n + 1))^(1 / n), and mirrored after none of n."""
    want = (0.1 / (n + 1)) ** (1 / n)
    low, high = proportion_sequence([n, 0], n, 0.9)
    np.testing.assert_allclose(low, [want, 0], atol=1e-12)
    np.testing.assert_allclose(high, [1, 1 - want], atol=1e-12)


@pytest.mark.parametrize(("k", "n"), [(3, 10), (1, 4), (90, 100)])
def test_the_mixture_by_integration(k, n):
    """At the ends the likelihood is alpha times its average over the prior, also by quadrature."""
    for prior in ((1, 1), (0.5, 2)):
        average, _ = integrate.quad(
            lambda p, a=prior: stats.binom.pmf(k, n, p) * stats.beta.pdf(p, *a), 0, 1, epsabs=1e-13
        )
        for end in proportion_sequence(k, n, prior=prior):
            assert stats.binom.pmf(k, n, end) == pytest.approx(0.05 * average, rel=1e-5)


def test_published_empirical_bernstein():
    """After sixteen scores the betting sequence has the published ends."""
    found = mean_sequence(SCORES)
    assert found.low[-1] == pytest.approx(0.27558098625463767, abs=1e-9)
    assert found.high[-1] == 1


def test_empirical_bernstein_step_by_step():
    """The sequence is that of a loop over scores that follows the paper's definitions."""
    x = np.random.default_rng(0).beta(2, 3, 60)
    found = mean_sequence(x, 0.9, largest_bet=0.75)
    weight, mean, variance, squares = np.log(2 / 0.1), 0.5, 0.25, 0.0
    bets = weighted = costs = total = 0.0
    for t, score in enumerate(x, start=1):
        bet = min(0.75, np.sqrt(2 * weight / (variance * t * np.log(t + 1))))
        bets, weighted = bets + bet, weighted + bet * score
        costs += 4 * (score - mean) ** 2 * (-np.log(1 - bet) - bet) / 4
        total += score
        mean = (0.5 + total) / (t + 1)
        squares += (score - mean) ** 2
        variance = (0.25 + squares) / (t + 1)
        ends = np.array([weighted - weight - costs, weighted + weight + costs]) / bets
        got = found.low[t - 1], found.high[t - 1]
        np.testing.assert_allclose(got, np.clip(ends, 0, 1), rtol=1e-9)


def test_columns_and_prefixes():
    """Columns are computed at once, and later scores change no earlier interval."""
    x = np.random.default_rng(1).random((30, 2))
    both = mean_sequence(x)
    for i in range(2):
        np.testing.assert_allclose(both.low[:, i], mean_sequence(x[:, i]).low, rtol=1e-12)
    np.testing.assert_allclose(mean_sequence(x[:11]).high, both.high[:11], rtol=1e-12)


@pytest.fixture(scope="module")
def looked_at():
    """Draw right and wrong answers of 300 worlds at .7, with the times 1 to 300."""
    x = np.random.default_rng(4).random((300, 300)) < 0.7
    return x, np.arange(1, 301)[:, None]


@pytest.mark.long
def test_proportions_hold_while_looking(looked_at):
    """Looking after each of 300 answers, the truth is ever left in at most 5 % of worlds."""
    x, n = looked_at
    low, high = proportion_sequence(x.cumsum(axis=0), n)
    assert np.mean(((low > 0.7) | (high < 0.7)).any(axis=0)) <= 0.05
    fixed = wilson(x.cumsum(axis=0), n)
    assert np.mean(((fixed.low > 0.7) | (fixed.high < 0.7)).any(axis=0)) > 0.3


def test_means_hold_while_looking(looked_at):
    """Looking after each score, the betting sequence leaves the truth in at most 5 % of worlds."""
    x, _ = looked_at
    low, high = mean_sequence(x)
    assert np.mean(((low > 0.7) | (high < 0.7)).any(axis=0)) <= 0.05
    assert np.mean(high[-1] - low[-1]) < 0.25


def test_no_trial_says_nothing():
    """Before the first trial the interval is all of [0, 1]."""
    np.testing.assert_array_equal(proportion_sequence(0, 0), (0, 1))
    assert mean_sequence([]).low.shape == (0,)


def test_bad_input_is_refused():
    """NaN, scores outside [0, 1], impossible counts, and numbers out of range are refused."""
    for call in (
        lambda: mean_sequence([0.5, 1.2]),
        lambda: mean_sequence([np.nan]),
        lambda: proportion_sequence(3, 2),
    ):
        with pytest.raises(InputError):
            call()
    for call in (
        lambda: mean_sequence([0.5], 95),
        lambda: mean_sequence([0.5], largest_bet=1),
        lambda: proportion_sequence(1, 2, 1),
    ):
        with pytest.raises(UsageError):
            call()

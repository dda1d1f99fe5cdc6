"""The difference that can be detected: with a power of 0.8, also of few records."""

import numpy as np
import pytest
from scipy import stats

from sacreval.features.compare.pairs.difference_intervals import detectable, needed
from sacreval.stats.power.mcnemar_power import mcnemar_power
from sacreval.stats.power.power import reach_of_estimate
from support.pairs import pair_of, right


@pytest.mark.parametrize("tests", [1, 9])
def test_more_tests_detect_less(tests):
    """It is the reach of an estimated standard error at 0.05 over the number of tests."""
    pair, _ = pair_of(np.zeros(10), np.random.default_rng(1).normal(size=10))
    found = detectable(pair, alpha=0.05, tests=tests)
    wanted = reach_of_estimate(9, alpha=0.05 / tests, power=0.8)
    assert found / pair.error == pytest.approx(wanted)


def test_of_right_or_wrong_answers():
    """It is where mid-p McNemar finds it in 8 of 10 sets with as many discordant records."""
    pair, _ = pair_of(*right(12, 18, 100))
    found = detectable(pair, alpha=0.05, tests=1)
    power = mcnemar_power((0.3 + found) / 2, (0.3 - found) / 2, 100, alpha=0.05, mid=True)
    assert power == pytest.approx(0.8)


def test_equal_systems_would_need_gains():
    """Where no answer differs, it is the share of gains alone that is found."""
    pair, _ = pair_of(*right(0, 0, 50))
    found = detectable(pair, alpha=0.05, tests=1)
    assert mcnemar_power(found, 0.0, 50, alpha=0.05, mid=True) == pytest.approx(0.8)


def test_too_few_records_detect_nothing():
    """Five records detect no difference at .05, and seven none at a ninth of it."""
    assert detectable(pair_of(np.zeros(5), np.arange(5.0))[0], alpha=0.05, tests=1) is None
    assert detectable(pair_of(np.zeros(7), np.arange(7.0))[0], alpha=0.05, tests=9) is None


@pytest.mark.parametrize("n", [8, 12, 30])
def test_it_is_found_four_times_in_five(n):
    """What one test set prints is significant in 80 of 100 others, on average over test sets."""
    rng = np.random.default_rng(3)
    printed = [
        detectable(pair_of(np.zeros(n), steps)[0], alpha=0.05, tests=1)
        for steps in rng.normal(size=(200, n))
    ]
    draws = rng.normal(size=(40, 200, n)) + np.array(printed)[:, None]
    t = draws.mean(axis=-1) / (draws.std(axis=-1, ddof=1) / n**0.5)
    assert np.mean(abs(t) > stats.t.isf(0.025, n - 1)) == pytest.approx(0.8, abs=0.03)


@pytest.mark.long
@pytest.mark.parametrize(("share", "n"), [(0.3, 30), (0.5, 100)])
def test_differences_of_shares_are_found_four_times_in_five(share, n):
    """What one set of answers prints, mid-p McNemar finds in 80 of 100 others, on average."""
    rng = np.random.default_rng(4)
    powers = []
    for discordant in rng.binomial(n, share, size=200).tolist():
        gains = discordant // 2
        pair, _ = pair_of(*right(discordant - gains, gains, n))
        found = detectable(pair, alpha=0.05, tests=1)
        gain, loss = (share + found) / 2, max(0.0, share - found) / 2
        powers.append(mcnemar_power(gain, loss, n, alpha=0.05, mid=True))
    assert np.mean(powers) == pytest.approx(0.8, abs=0.03)


def test_records_needed():
    """A spread of 1 needs (1.645 + 0.842)^2 / 0.25 = 24.7 records for a margin of 0.5."""
    steps = np.tile([1, -1], 50) * (99 / 100) ** 0.5
    assert needed(pair_of(np.zeros(100), steps)[0], 0.5, 0.05) == 25
    assert needed(pair_of(np.zeros(9), np.zeros(9))[0], 0.5, 0.05) == 3
    assert needed(pair_of(np.full(9, 0.5), np.full(9, 0.5))[0], 0.5, 0.05) == 5

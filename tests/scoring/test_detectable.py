"""The difference that can be detected: with a power of 0.8, also of few records."""

import numpy as np
import pytest

from sacreval.scoring.detectable import detectable, needed
from sacreval.stats.mcnemar_power import mcnemar_power
from sacreval.stats.power import t_power
from support.pairs import pair_of, right


@pytest.mark.parametrize("tests", [1, 9])
def test_it_is_that_of_students_t_at_the_corrected_level(tests):
    """Ten differences of spread 1 find it with a power of 0.8 at 0.05 over the number of tests."""
    steps = np.random.default_rng(1).normal(size=10)
    pair, _ = pair_of(np.zeros(10), steps)
    found = detectable(pair, alpha=0.05, tests=tests)
    assert t_power(found / pair.error, 9, alpha=0.05 / tests) == pytest.approx(0.8)


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


def test_it_is_found_four_times_in_five():
    """A true difference of that size is significant in 80 of 100 test sets of 12 records."""
    rng = np.random.default_rng(3)
    steps = rng.normal(size=12)
    pair, _ = pair_of(np.zeros(12), steps)
    size = detectable(pair, alpha=0.05, tests=1) * 12**-0.5 / pair.error
    draws = rng.normal(size, 1, (4000, 12))
    t = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / 12**0.5)
    assert np.mean(abs(t) > 2.200985) == pytest.approx(0.8, abs=0.03)


def test_records_needed():
    """A spread of 1 needs (1.645 + 0.842)^2 / 0.25 = 24.7 records for a margin of 0.5."""
    steps = np.tile([1, -1], 50) * (99 / 100) ** 0.5
    assert needed(pair_of(np.zeros(100), steps)[0], 0.5, 0.05) == 25
    assert needed(pair_of(np.zeros(9), np.zeros(9))[0], 0.5, 0.05) is None

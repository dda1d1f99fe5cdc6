"""Intervals of differences: chosen by the data, and in agreement with the test."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.compare.pairs.difference_intervals import agreeing, choose, interval_of
from sacreval.features.compare.pairs.paired_tests import decide, results
from sacreval.stats.intervals.binomial import tango
from sacreval.stats.resampling import percentile_interval
from support.pairs import pair_of, right


def interval(pair, settings):
    """Return the interval beside the test that decides, and whether this finds a difference."""
    decision = decide(pair, settings)
    p = results(pair, decision, settings)[decision.test].p
    return interval_of(pair, p, settings), p <= settings.alpha


def test_right_or_wrong_answers_have_tangos():
    """60 both, 18 gains, 8 losses, 14 neither: [.0001, .202], by Tango (1998).

    Mid-p McNemar does not reject there, so that the lower end is 0 unless Tango's is requested.
    """
    pair, settings = pair_of(*right(18, 8, 100))
    found, rejected = interval(pair, settings)
    assert (found.method, found.reason) == ("tango", "0/1 scores")
    assert not rejected
    named, _ = interval(*pair_of(*right(18, 8, 100), interval="tango"))
    assert (named.low, named.high) == tuple(map(float, tango(18, 8, 100)))
    assert (named.low, named.high) == pytest.approx((0.0001, 0.202), abs=5e-4)
    assert (found.low, found.high) == (0, named.high)


def test_systems_that_are_right_throughout_have_a_width():
    """Ten answers that both have right leave a difference of a third possible."""
    found, _ = interval(*pair_of(*right(0, 0, 10)))
    assert found.low < -0.25
    assert found.high > 0.25


def test_few_records_have_the_jackknifes():
    """Five records get the interval of the paired t test, and no end of it moves."""
    pair, settings = pair_of(np.zeros(5), np.array([1, 2, 3, 4, 5.5]))
    found = interval_of(pair, 1.0, settings)
    assert (found.method, found.reason) == ("jackknife", "5 records")
    reach = 2.776445 * np.array([1, 2, 3, 4, 5.5]).std(ddof=1) / 5**0.5
    assert found.high == pytest.approx(3.1 + reach, abs=1e-5)


@pytest.mark.parametrize("seed", range(20))
def test_interval_and_test_agree(seed):
    """The interval has 0 inside exactly where the test shows no difference."""
    rng = np.random.default_rng(seed)
    pair, settings = pair_of(rng.normal(size=14), rng.normal(0.7, size=14))
    found, rejected = interval(pair, settings)
    assert found.method == "randomization"
    assert (found.low < 0 < found.high) or rejected or 0 in (found.low, found.high)
    assert not (rejected and found.low < 0 < found.high)


@pytest.mark.parametrize("seed", range(20))
def test_the_paired_bootstrap_has_its_own_interval(seed):
    """It is what the test does not reject, so that no end is moved to 0."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=14), rng.normal(0.7, size=14)
    found, rejected = interval(*pair_of(*scores, test="paired-bs"))
    assert found.method == "paired-bs"
    assert rejected == (not found.low <= 0 <= found.high)
    assert 0 not in (found.low, found.high)


def test_other_tests_move_no_end():
    """Beside a test that the interval does not invert, the interval is as it is, and says so."""
    rng = np.random.default_rng(1)
    scores = rng.normal(size=14), rng.normal(0.7, size=14)
    pair, settings = pair_of(*scores, test="wilcoxon")
    found = interval_of(pair, 0.0, settings)
    assert found.reason == "of paired-ar, inverted"
    assert found == interval_of(pair, 1.0, settings)


@pytest.mark.parametrize(
    ("ends", "difference", "rejected", "expected"),
    [
        ((-0.1, 2), 1, True, (0, 2)),
        ((-2, 0.1), -1, True, (-2, 0)),
        ((0.1, 2), 1, False, (0, 2)),
        ((-2, -0.1), -1, False, (-2, 0)),
        ((-1, 2), 1, False, (-1, 2)),
        ((0.1, 2), 1, True, (0.1, 2)),
    ],
)
def test_the_nearer_end_moves_to_0(ends, difference, rejected, expected):
    """Where test and interval disagree, the end nearer 0 is 0; else both ends stay."""
    assert agreeing(*ends, difference, rejected=rejected) == expected


def test_percentiles_are_those_of_the_resamples():
    """`percentile` gives the order statistics of the paired bootstrap, which no test moves."""
    rng = np.random.default_rng(1)
    pair, settings = pair_of(rng.normal(size=9), rng.normal(size=9), interval="percentile")
    found = interval_of(pair, 0.001, settings)
    assert (found.low, found.high) == percentile_interval(pair.gaps, level=0.95)
    assert (found.method, found.reason, found.resamples) == ("percentile", "requested", 200)


def test_methods_that_do_not_fit():
    """Tango's interval is for single 0/1 scores; five records have no inverted test."""
    pair, settings = pair_of([0, 0.5, 1], [1, 1, 1], interval="tango")
    with pytest.raises(UsageError, match="--interval tango is for scores that are 0 or 1"):
        choose(pair, settings)
    pair, settings = pair_of(np.arange(5.0), np.ones(5), interval="randomization")
    assert interval_of(pair, 1.0, settings) is None


def test_equal_systems_have_none():
    """Nothing varies where all records have equal scores of many values."""
    assert interval(*pair_of(np.arange(9.0), np.arange(9.0)))[0] is None


def test_groups_are_the_units():
    """Differences that are equal within ten passages have the interval of ten differences."""
    steps = np.random.default_rng(3).normal(size=10)
    groups = np.repeat(np.arange(10), 4)
    grouped, settings = pair_of(np.zeros(40), steps[groups], groups=groups, unit="passage")
    single, _ = pair_of(np.zeros(10), steps)
    found, expected = (interval(x, settings)[0] for x in (grouped, single))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.unit == "passage"


@pytest.mark.long
@pytest.mark.parametrize("n", [10, 30])
def test_coverage(n):
    """Intervals cover the true difference in 92.5 to 98 of 100 worlds of unequal spreads."""
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(400):
        found, _ = interval(*pair_of(rng.normal(size=n), rng.standard_t(3, size=n) + 1))
        covered += found.low <= 1 <= found.high
    assert 0.925 <= covered / 400 <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("n", [12, 30])
def test_simultaneous_coverage(n):
    """All of four intervals cover in 93 to 99 of 100 worlds, and agree with the tests of each."""
    rng, others = np.random.default_rng(n), 4
    covered = 0
    for _ in range(300):
        base = rng.normal(size=n)
        found = []
        for k in range(others):
            pair, settings = pair_of(base, rng.normal(size=n) + k / 4, trials=2_000)
            p = results(pair, decide(pair, settings), settings)["paired-ar"].p
            found.append(interval_of(pair, p, settings, others))
            assert (found[-1].low > 0 or found[-1].high < 0) <= (p <= 0.05 / others)
        covered += all(one.low <= k / 4 <= one.high for k, one in enumerate(found))
    assert 0.93 <= covered / 300 <= 0.99

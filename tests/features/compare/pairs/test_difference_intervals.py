"""Intervals of differences: chosen by the data, and in agreement with the test."""

import numpy as np
import pytest
from scipy import stats

from sacreval.errors import UsageError
from sacreval.features.compare.pairs.difference_intervals import (
    agreeing,
    check_margins,
    choose,
    detectable,
    interval_of,
    margin_answers,
    needed,
    parse_margins,
    with_outputs,
)
from sacreval.features.compare.pairs.paired_tests import decide, results
from sacreval.features.compare.result import Settings
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.entries.output_names import directions
from sacreval.stats.intervals.binomial import tango
from sacreval.stats.power.mcnemar_power import mcnemar_power
from sacreval.stats.power.power import reach_of_estimate
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
    bounds, rejected = interval(pair, settings)
    assert (bounds.method, bounds.reason) == ("tango", "0/1 scores")
    assert not rejected
    named, _ = interval(*pair_of(*right(18, 8, 100), interval="tango"))
    assert (named.low, named.high) == tuple(map(float, tango(18, 8, 100)))
    assert (named.low, named.high) == pytest.approx((0.0001, 0.202), abs=5e-4)
    assert (bounds.low, bounds.high) == (0, named.high)


def test_systems_that_are_right_throughout_have_a_width():
    """Ten answers that both have right leave a difference of a third possible."""
    bounds, _ = interval(*pair_of(*right(0, 0, 10)))
    assert bounds.low < -0.25
    assert bounds.high > 0.25


def test_few_records_have_the_jackknifes():
    """Five records get the interval of the paired t test, and no end of it moves."""
    pair, settings = pair_of(np.zeros(5), np.array([1, 2, 3, 4, 5.5]))
    ci = interval_of(pair, 1.0, settings)
    assert (ci.method, ci.reason) == ("jackknife", "5 records")
    reach = 2.776445 * np.array([1, 2, 3, 4, 5.5]).std(ddof=1) / 5**0.5
    assert ci.high == pytest.approx(3.1 + reach, abs=1e-5)


@pytest.mark.parametrize("seed", range(20))
def test_interval_and_test_agree(seed):
    """The interval has 0 inside exactly where the test shows no difference."""
    rng = np.random.default_rng(seed)
    pair, settings = pair_of(rng.normal(size=14), rng.normal(0.7, size=14))
    bounds, rejected = interval(pair, settings)
    assert bounds.method == "randomization"
    assert (bounds.low < 0 < bounds.high) or rejected or 0 in (bounds.low, bounds.high)
    assert not (rejected and bounds.low < 0 < bounds.high)


@pytest.mark.parametrize("seed", range(20))
def test_the_paired_bootstrap_has_its_own_interval(seed):
    """It is what the test does not reject, so that no end is moved to 0."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=14), rng.normal(0.7, size=14)
    bounds, rejected = interval(*pair_of(*scores, test="paired-bs"))
    assert bounds.method == "paired-bs"
    assert rejected == (not bounds.low <= 0 <= bounds.high)
    assert 0 not in (bounds.low, bounds.high)


def test_other_tests_move_no_end():
    """Beside a test that the interval does not invert, the interval is as it is, and says so."""
    rng = np.random.default_rng(1)
    scores = rng.normal(size=14), rng.normal(0.7, size=14)
    pair, settings = pair_of(*scores, test="wilcoxon")
    ci = interval_of(pair, 0.0, settings)
    assert ci.reason == "of paired-ar, inverted"
    assert ci == interval_of(pair, 1.0, settings)


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
    ci = interval_of(pair, 0.001, settings)
    assert (ci.low, ci.high) == percentile_interval(pair.gaps, level=0.95)
    assert (ci.method, ci.reason, ci.resamples) == ("percentile", "requested", 200)


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
    bounds, expected = (interval(x, settings)[0] for x in (grouped, single))
    assert (bounds.low, bounds.high) == pytest.approx((expected.low, expected.high))
    assert bounds.unit == "passage"


@pytest.mark.long
@pytest.mark.parametrize("n", [10, 30])
def test_coverage(n):
    """Intervals cover the true difference in 92.5 to 98 of 100 worlds of unequal spreads."""
    rng = np.random.default_rng(n)
    covered = 0
    for _ in range(400):
        bounds, _ = interval(*pair_of(rng.normal(size=n), rng.standard_t(3, size=n) + 1))
        covered += bounds.low <= 1 <= bounds.high
    assert 0.925 <= covered / 400 <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("n", [12, 30])
def test_simultaneous_coverage(n):
    """All of four intervals cover in 93 to 99 of 100 worlds, and agree with the tests of each."""
    rng, others = np.random.default_rng(n), 4
    covered = 0
    for _ in range(300):
        base = rng.normal(size=n)
        intervals = []
        for k in range(others):
            pair, settings = pair_of(base, rng.normal(size=n) + k / 4, trials=2_000)
            p = results(pair, decide(pair, settings), settings)["paired-ar"].p
            intervals.append(interval_of(pair, p, settings, others))
            assert (intervals[-1].low > 0 or intervals[-1].high < 0) <= (p <= 0.05 / others)
        covered += all(ci.low <= k / 4 <= ci.high for k, ci in enumerate(intervals))
    assert 0.93 <= covered / 300 <= 0.99


@pytest.mark.parametrize("tests", [1, 9])
def test_more_tests_detect_less(tests):
    """It is the reach of an estimated standard error at 0.05 over the number of tests."""
    pair, _ = pair_of(np.zeros(10), np.random.default_rng(1).normal(size=10))
    gain = detectable(pair, alpha=0.05, tests=tests)
    wanted = reach_of_estimate(9, alpha=0.05 / tests, power=0.8)
    assert gain / pair.error == pytest.approx(wanted)


def test_of_right_or_wrong_answers():
    """It is where mid-p McNemar finds it in 8 of 10 sets with as many discordant records."""
    pair, _ = pair_of(*right(12, 18, 100))
    gain = detectable(pair, alpha=0.05, tests=1)
    power = mcnemar_power((0.3 + gain) / 2, (0.3 - gain) / 2, 100, alpha=0.05, mid=True)
    assert power == pytest.approx(0.8)


def test_equal_systems_would_need_gains():
    """Where no answer differs, it is the share of gains alone that is found."""
    pair, _ = pair_of(*right(0, 0, 50))
    gain = detectable(pair, alpha=0.05, tests=1)
    assert mcnemar_power(gain, 0.0, 50, alpha=0.05, mid=True) == pytest.approx(0.8)


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
        least = detectable(pair, alpha=0.05, tests=1)
        gain, loss = (share + least) / 2, max(0.0, share - least) / 2
        powers.append(mcnemar_power(gain, loss, n, alpha=0.05, mid=True))
    assert np.mean(powers) == pytest.approx(0.8, abs=0.03)


def test_records_needed():
    """A spread of 1 needs (1.645 + 0.842)^2 / 0.25 = 24.7 records for a margin of 0.5."""
    steps = np.tile([1, -1], 50) * (99 / 100) ** 0.5
    assert needed(pair_of(np.zeros(100), steps)[0], 0.5, 0.05) == 25
    assert needed(pair_of(np.zeros(9), np.zeros(9))[0], 0.5, 0.05) == 3
    assert needed(pair_of(np.full(9, 0.5), np.full(9, 0.5))[0], 0.5, 0.05) == 5


def answers(base, other, better=True, **margins):
    """Return the answers for two systems."""
    named = {name: {"exact_match": margin} for name, margin in margins.items()}
    return margin_answers(*pair_of(base, other, **named), better=better)


@pytest.mark.parametrize("margin", [0.05, 0.2, 0.5, 1.0])
def test_answers_are_those_of_one_sided_t_tests(margin):
    """Not worse where the one-sided p is at most .05, equivalent where both are."""
    gains = np.random.default_rng(2).normal(size=40)
    both, one_sided = answers(np.zeros(40), gains, equivalent=margin, not_worse=margin)
    p = stats.ttest_1samp(gains, -margin, alternative="greater").pvalue
    other = stats.ttest_1samp(gains, margin, alternative="less").pvalue
    assert (one_sided.answer == "not worse") == (p <= 0.05)
    assert (both.answer == "equivalent") == (max(p, other) <= 0.05)


def test_right_or_wrong_answers():
    """8 gains and 12 losses of 200: z is 1.28, so that a margin of .05 is too small, .06 not."""
    base, other = right(8, 12, 200)
    (narrow,), (wide,) = (answers(base, other, not_worse=x) for x in (0.05, 0.07))
    assert (narrow.answer, wide.answer) == ("cannot tell", "not worse")
    assert narrow.needed > 200
    assert wide.needed is None


@pytest.mark.parametrize("score", [0.5, 1.0])
def test_equal_scores_are_no_proof_where_records_are_few(score):
    """Of records without a difference, as many are needed as the answer says."""
    few = np.full(9, score)
    both, one_sided = answers(few, few, equivalent=0.02, not_worse=0.02)
    assert both.answer == one_sided.answer == "cannot tell"
    many = np.full(one_sided.needed, score)
    both, one_sided = answers(many, many, equivalent=0.02, not_worse=0.02)
    assert (both.answer, one_sided.answer) == ("equivalent", "not worse")


def test_worse_and_not_equivalent():
    """A loss that is clearly larger than the margin has both answers."""
    loss = np.random.default_rng(1).normal(-2, 0.1, size=20)
    both, one_sided = answers(np.zeros(20), loss, equivalent=0.5, not_worse=0.5)
    assert (both.answer, one_sided.answer) == ("not equivalent", "worse")
    (turned,) = answers(np.zeros(20), loss, better=False, not_worse=0.5)
    assert turned.answer == "not worse"
    assert turned.low > 1.9


def test_margins():
    """Options are METRIC=MARGIN with a margin above 0, each output once."""
    assert parse_margins(["bleu=0.5", "ter=1"], "--not-worse") == {"bleu": 0.5, "ter": 1.0}
    for bad in ("bleu", "bleu=x", "bleu=0", "bleu=-1", "bleu=nan", "bleu=inf", "=1"):
        with pytest.raises(UsageError, match=r"--equivalent .*: write METRIC=MARGIN"):
            parse_margins([bad], "--equivalent")
    with pytest.raises(UsageError, match="named twice"):
        parse_margins(["bleu=1", "bleu=2"], "--equivalent")


def test_outputs_with_margins_are_known():
    """Names become outputs; a misspelt one, one named twice and a direction missing are refused."""
    entries = run_metrics.entries(["bleu", "length", "rouge"])
    named = with_outputs(
        Settings(primary="rouge", equivalent={"length-words": 1.0}, not_worse={"bleu": 1.0}),
        entries,
    )
    assert named.primary == "rougeL_f1"
    assert named.equivalent == {"length_words": 1.0}
    check_margins(named, directions(entries))
    with pytest.raises(UsageError, match="--equivalent: .* no output 'blue'; .*'bleu'"):
        with_outputs(Settings(equivalent={"blue": 1.0}), entries)
    with pytest.raises(UsageError, match="--primary: .* no output 'bluu'; .*'bleu'"):
        with_outputs(Settings(primary="bluu"), entries)
    with pytest.raises(UsageError, match="--primary tests one output alone"):
        with_outputs(Settings(primary="bleu", family="all"), entries)
    with pytest.raises(UsageError, match="rougeL_f1 is named twice"):
        with_outputs(Settings(not_worse={"rouge": 1.0, "rougeL_f1": 2.0}), entries)
    with pytest.raises(UsageError, match="neither larger nor smaller is better"):
        check_margins(Settings(not_worse={"length_words": 1.0}), directions(entries))

"""Paired tests and scores: the test that decides, on units, resamples and trials."""

from random import Random

import numpy as np
import pytest
from scipy import stats

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.errors import NotSetUpError
from sacreval.features.compare.compared_pairs import units
from sacreval.features.compare.pairs import paired_scores
from sacreval.features.compare.pairs.paired_comparison import Pairing
from sacreval.features.compare.pairs.paired_scores import Member, Pair, Windows
from sacreval.features.compare.pairs.paired_tests import TESTS, decide, mid_p, reachable, results
from sacreval.features.compare.result import Settings
from sacreval.scoring.entries.run_metrics import Entry
from support import missing
from support.pairs import pair_of, right, sides_of
from support.sizes import long


def test_right_or_wrong_answers_have_mid_p_mcnemar():
    """Of 12 gains and 4 losses the mid-p is P(X < 4) twice and P(X = 4), by the binomial."""
    pair, settings = pair_of(*right(12, 4, 40))
    decision = decide(pair, settings)
    assert decision == ("mid-p", "0/1 scores")
    expected = 2 * stats.binom.cdf(3, 16, 0.5) + stats.binom.pmf(4, 16, 0.5)
    assert results(pair, decision, settings)["mid-p"].p == pytest.approx(expected, abs=1e-12)


def test_ratings_have_exact_mid_p():
    """Of nine ratings the mid-p is that of all 512 exchanges."""
    gaps = np.array([1, 1, 2, -1, 0, 3, 1, 1, -1.0])
    pair, _ = pair_of(np.zeros(9), gaps)
    signs = np.array(np.meshgrid(*[[-1, 1]] * 9)).reshape(9, -1)
    sizes = abs(gaps @ signs)
    expected = np.mean(sizes > abs(gaps.sum())) + np.mean(sizes == abs(gaps.sum())) / 2
    assert mid_p(pair) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("scores", "test"),
    [
        (np.arange(30) / 7, "paired-ar"),
        (np.arange(30) % 4 / 3, "mid-p"),
        (np.where(np.arange(30) % 3, np.arange(30), 0.0), "mid-p"),
        (np.arange(8.0), "paired-ar"),
        (np.arange(4) % 2, "paired-ar"),
        (np.zeros(30), "paired-ar"),
    ],
    ids=["different", "few values", "ties", "few records", "too few", "equal systems"],
)
def test_choice(scores, test):
    """Mid-p decides for few values or many ties; not where so few records cannot reach .05."""
    pair, settings = pair_of(np.full(len(scores), 0.25), scores + 0.25)
    assert decide(pair, settings).test == test


def test_a_named_test_decides():
    """A test that is named decides for any scores, alone, with sacrebleu's p-value."""
    pair, settings = pair_of(*right(12, 4, 40), test="paired-ar")
    decision = decide(pair, settings)
    by_test = results(pair, decision, settings)
    assert decision == ("paired-ar", "requested")
    assert list(by_test) == ["paired-ar"]
    assert by_test["paired-ar"].p > by_test["paired-ar"].p_sacrebleu


def test_all_tests_are_computed_on_request():
    """With all tests there is a p-value of each; the others are not computed by default."""
    rng = np.random.default_rng(4)
    base, other = rng.normal(size=(2, 30))
    pair, settings = pair_of(base, other, all_tests=True)
    by_test = results(pair, decide(pair, settings), settings)
    assert tuple(by_test) == TESTS
    assert all(0 < test.p <= 1 for test in by_test.values())
    assert by_test["wilcoxon"].p == pytest.approx(stats.wilcoxon(other - base).pvalue)
    plain, settings = pair_of(base, other)
    default = results(plain, decide(plain, settings), settings)
    assert list(default) == ["paired-ar"]
    assert default["paired-ar"].p == by_test["paired-ar"].p
    assert default["paired-ar"].p_sacrebleu is None


def test_whole_groups_change_sides():
    """Eight passages of five equal differences are eight differences, not forty."""
    rng = np.random.default_rng(5)
    steps = rng.normal(0.4, size=8)
    groups = np.repeat(np.arange(8), 5)
    grouped, settings = pair_of(np.zeros(40), steps[groups], groups=groups, all_tests=True)
    single, _ = pair_of(np.zeros(8), steps, all_tests=True)
    by_test, expected = (results(x, decide(x, settings), settings) for x in (grouped, single))
    for name in TESTS:
        assert by_test[name].p == pytest.approx(expected[name].p), name


def test_reachable():
    """Two of the exchanges of n units are as extreme as all gains: 2 / 2^5 is above .05."""
    assert not reachable(5, 0.05)
    assert reachable(6, 0.05)
    assert reachable(5, 0.1)
    assert not reachable(8, 0.05 / 9)


@pytest.mark.long
@pytest.mark.parametrize("n", [30, 100])
def test_the_choice_keeps_its_level(n):
    """Of 500 pairs of equal 0/1 systems, at most 7.5 in 100 are found different, and some are."""
    rng = np.random.default_rng(n)
    rejections = 0
    for _ in range(500):
        pair, settings = pair_of(*(rng.random((2, n)) < 0.7).astype(float))
        decision = decide(pair, settings)
        rejections += results(pair, decision, settings)[decision.test].p <= 0.05
    assert 0.01 < rejections / 500 < 0.075


def test_all_pairs_of_an_output_have_one_test():
    """Where scores of one pair are coarse, mid-p decides on all pairs of the output."""
    rng = np.random.default_rng(5)
    base, other = rng.random(30), rng.random(30)
    tied = np.where(np.arange(30) < 15, base, rng.random(30))
    sides, settings = sides_of(base, other, tied)
    alone = [decide(Pair(sides, (0, k), "exact_match"), settings).test for k in (1, 2)]
    assert alone == ["paired-ar", "mid-p"]
    members = [Member(f"s{i}", "", table) for i, table in enumerate(sides.tables)]
    pairing = Pairing(sides.entry, None, ["x"] * 30, members, sides.units, 2, settings)
    pairs, _ = pairing.compare()
    assert [pair.test for pair in pairs] == ["mid-p", "mid-p"]
    assert {pair.test_reason for pair in pairs} == {"more than 20% ties between s0 and s2"}


def test_left_out_scores_are_those_without_each_unit():
    """Leaving out each of three passages gives the mean of the records of the others."""
    scores, groups = np.array([0, 1, 1, 0, 1, 1.0]), list("aabbcc")
    sides, _ = sides_of(scores, scores, groups=groups)
    expected = [scores[2:].mean(), scores[[0, 1, 4, 5]].mean(), scores[:4].mean()]
    assert sides.left_out[0]["exact_match"] == pytest.approx(expected)


def test_both_sides_of_a_trial_have_all_units():
    """The records that keep and change sides are all records, in every trial."""
    rng = np.random.default_rng(1)
    sides, _ = sides_of(rng.normal(size=30), rng.normal(size=30))
    parts = sides.partitions(1)
    together = parts.kept[1] + parts.changed[1]
    assert together[~parts.whole] == pytest.approx(
        np.tile(sides.totals[1], (int((~parts.whole).sum()), 1))
    )


def test_trials_are_the_same_whether_the_test_draws_them_or_not():
    """Partitions taken over from the test equal those drawn for the interval alone."""
    rng = np.random.default_rng(2)
    systems = rng.integers(3, size=(2, 25)).astype(float)
    drawn, _ = sides_of(*systems, trials=3_000)
    drawn.shuffled(0, 1)
    alone, _ = sides_of(*systems, trials=3_000)
    assert np.array_equal(drawn.partitions(1).kept[1], alone.partitions(1).kept[1])


def test_the_error_of_a_mean_is_that_of_its_records():
    """The jackknife's error of a mean difference is its standard deviation over sqrt(n)."""
    rng = np.random.default_rng(3)
    base, other = rng.normal(size=(2, 12))
    pair, _ = pair_of(base, other)
    assert pair.error == pytest.approx((other - base).std(ddof=1) / 12**0.5)
    assert np.isnan(pair_of(base[:1], other[:1])[0].error)


def test_binary_scores():
    """Scores are binary where both systems have 0 or the highest on all records."""
    assert pair_of(*right(2, 1, 5))[0].binary
    assert pair_of(*right(2, 1, 5))[0].discordant == (2, 1)
    assert not pair_of([0, 1, 0.5], [0, 1, 1])[0].binary


def test_differences_are_summed_over_groups():
    """Three passages have three differences, each the sum of its records'."""
    pair, _ = pair_of(np.zeros(5), [1.0, 2, -2, 0.5, 1], groups=list("aabbc"))
    assert pair.unit_differences == pytest.approx([3, -1.5, 1])
    assert pair.n_units == 3


def test_skewness():
    """One large difference among nine small ones decides the mean; equal systems have none."""
    assert pair_of(np.zeros(10), np.r_[np.ones(9), 30])[0].skewness > 0.1
    assert pair_of(np.zeros(10), np.arange(10.0))[0].skewness == pytest.approx(0, abs=1e-12)
    assert pair_of(np.zeros(10), np.zeros(10))[0].skewness is None


SYSTEMS, RECORDS = 5, 30


def pairing(metric, **options):
    """Return systems that drop some words of their references, compared by a metric."""
    random, entry = Random(3), Entry(metrics.get(metric)())
    references = [[random.choice("abcdef") for _ in range(12)] for _ in range(RECORDS)]
    members = []
    for i in range(SYSTEMS):
        texts = [" ".join(x for x in words if random.random() > 0.1 * i) for words in references]
        records = [
            Instance(prediction=text, references=[" ".join(words)])
            for text, words in zip(texts, references, strict=True)
        ]
        members.append(Member(f"s{i}", "", entry.metric.rows(records)))
    settings = Settings(trials=300, resamples=100, **options)
    names = [str(i) for i in range(RECORDS)]
    return Pairing(entry, None, names, members, units(None, RECORDS), SYSTEMS - 1, settings)


@pytest.mark.parametrize("metric", ["bleu", long("rouge"), long("meteor")])
@pytest.mark.parametrize("all_pairs", [False, True], ids=["with the base", "all pairs"])
def test_comparisons_do_not_depend_on_the_size_of_a_window(metric, all_pairs, monkeypatch):
    """One system at a time gives the comparisons of all at once, in their order, and the ranks."""
    try:
        wanted = pairing(metric, all_pairs=all_pairs).compare()
    except NotSetUpError as error:
        missing.say(str(error))
        pytest.skip(str(error))
    pairs = [(pair.base, pair.other) for pair in wanted[0]][: 10 if all_pairs else 4]
    assert pairs == sorted(set(pairs))
    for cells in (1, 2 * 300 * 10):
        monkeypatch.setattr(paired_scores, "CELLS", cells)
        monkeypatch.setattr(paired_scores, "CELLS", cells)
        assert pairing(metric, all_pairs=all_pairs).compare() == wanted


def test_each_window_is_made_once_beside_that_of_the_base(monkeypatch):
    """The base's window is held while others come and go, and at most two are held."""
    monkeypatch.setattr(paired_scores, "CELLS", 1)
    lags, original = [], Windows._trial_window
    monkeypatch.setattr(
        Windows, "_trial_window", lambda self, k: lags.append(k) or original(self, k)
    )
    windows = Windows([np.ones((3, 1))] * 4, dict, Settings())
    for k in (1, 2, 3):
        first, second = windows.of(0)[0], windows.of(k)[0]
        assert first is windows.of(0)[0]
        assert second is windows.of(k)[0]
        assert len(windows._held) == 2
    assert lags == [0, 1, 2, 3]


def test_pairs_of_the_same_windows_follow_each_other():
    """With two systems a window, pairs are taken window by window."""
    settings = Settings(trials=paired_scores.CELLS // 2)
    windows = Windows([np.ones((3, 1))] * 6, dict, settings)
    assert windows.step == 2
    pairs = [(0, 2), (0, 4), (0, 3), (1, 2), (2, 4), (1, 5)]
    assert windows.in_turn(pairs) == [(0, 2), (0, 3), (1, 2), (0, 4), (1, 5), (2, 4)]

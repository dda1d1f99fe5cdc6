"""The test that decides: chosen by the data, and exact where it can be."""

import numpy as np
import pytest
from scipy import stats

from sacreval.features.compare.pairs.paired_comparison import Pairing
from sacreval.features.compare.pairs.paired_scores import Member, Pair
from sacreval.features.compare.pairs.paired_tests import TESTS, decide, mid_p, reachable, results
from support.pairs import pair_of, right, sides_of


def test_right_or_wrong_answers_have_mid_p_mcnemar():
    """Of 12 gains and 4 losses the mid-p is P(X < 4) twice and P(X = 4), by the binomial."""
    pair, settings = pair_of(*right(12, 4, 40))
    decision = decide(pair, settings)
    assert decision == ("mid-p", "0/1 scores")
    expected = 2 * stats.binom.cdf(3, 16, 0.5) + stats.binom.pmf(4, 16, 0.5)
    assert results(pair, decision, settings)["mid-p"].p == pytest.approx(expected, abs=1e-12)


def test_ratings_have_exact_mid_p():
    """Of nine ratings the mid-p is that of all 512 exchanges."""
    found = np.array([1, 1, 2, -1, 0, 3, 1, 1, -1.0])
    pair, _ = pair_of(np.zeros(9), found)
    signs = np.array(np.meshgrid(*[[-1, 1]] * 9)).reshape(9, -1)
    sizes = abs(found @ signs)
    expected = np.mean(sizes > abs(found.sum())) + np.mean(sizes == abs(found.sum())) / 2
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
    found = results(pair, decision, settings)
    assert decision == ("paired-ar", "requested")
    assert list(found) == ["paired-ar"]
    assert found["paired-ar"].p > found["paired-ar"].p_sacrebleu


def test_all_tests_are_computed_on_request():
    """With all tests there is a p-value of each; the others are not computed by default."""
    rng = np.random.default_rng(4)
    base, other = rng.normal(size=(2, 30))
    pair, settings = pair_of(base, other, all_tests=True)
    found = results(pair, decide(pair, settings), settings)
    assert tuple(found) == TESTS
    assert all(0 < test.p <= 1 for test in found.values())
    assert found["wilcoxon"].p == pytest.approx(stats.wilcoxon(other - base).pvalue)
    plain, settings = pair_of(base, other)
    one = results(plain, decide(plain, settings), settings)
    assert list(one) == ["paired-ar"]
    assert one["paired-ar"].p == found["paired-ar"].p
    assert one["paired-ar"].p_sacrebleu is None


def test_whole_groups_change_sides():
    """Eight passages of five equal differences are eight differences, not forty."""
    rng = np.random.default_rng(5)
    steps = rng.normal(0.4, size=8)
    groups = np.repeat(np.arange(8), 5)
    grouped, settings = pair_of(np.zeros(40), steps[groups], groups=groups, all_tests=True)
    single, _ = pair_of(np.zeros(8), steps, all_tests=True)
    found, expected = (results(x, decide(x, settings), settings) for x in (grouped, single))
    for name in TESTS:
        assert found[name].p == pytest.approx(expected[name].p), name


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
    found = 0
    for _ in range(500):
        pair, settings = pair_of(*(rng.random((2, n)) < 0.7).astype(float))
        decision = decide(pair, settings)
        found += results(pair, decision, settings)[decision.test].p <= 0.05
    assert 0.01 < found / 500 < 0.075


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
    found, _ = pairing.compare()
    assert [one.test for one in found] == ["mid-p", "mid-p"]
    assert {one.test_reason for one in found} == {"more than 20% ties between s0 and s2"}

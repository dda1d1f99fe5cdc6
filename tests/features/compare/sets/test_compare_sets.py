"""Comparisons over data sets: ranks, means with sets as units, and what is told."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec import UNSET
from scipy import stats

from sacreval.errors import UsageError
from sacreval.features.compare.sets.compare_sets import compare_sets
from sacreval.features.compare.sets.result import SetSettings
from sacreval.scoring.sets.set_scores import SetScores, SetTable


def table(scores, *, better=True, systems="abcd"):
    """Create the table of one output from an array, sets by systems."""
    sets = {
        f"s{i}": {name: float(x) for name, x in zip(systems, row, strict=True)}
        for i, row in enumerate(scores)
    }
    return SetTable([SetScores("m", better, sets)], ["told before"])


@pytest.fixture
def scores():
    return np.random.default_rng(0).normal(size=(8, 4)) + np.arange(4)


def test_tests_are_scipys(scores):
    """Friedman, the t test and its interval, and Wilcoxon's test are scipy's."""
    report = compare_sets(table(scores), SetSettings())
    (ranks,) = report.ranks
    expected = stats.friedmanchisquare(*scores.T)
    assert (ranks.chi_square, ranks.chi_square_p) == pytest.approx(tuple(expected))
    by_system = {system.system_id: system for system in report.systems}
    assert report.settings.base == "a"
    assert by_system["a"].against_base is None
    for j, name in enumerate("abcd"):
        assert by_system[name].mean_of_sets == pytest.approx(scores[:, j].mean())
        if name == "a":
            continue
        against = by_system[name].against_base
        t = stats.ttest_rel(scores[:, j], scores[:, 0])
        assert against.p_t == pytest.approx(t.pvalue)
        bounds = t.confidence_interval(1 - 0.05 / 3)
        assert (against.interval.low, against.interval.high) == pytest.approx(tuple(bounds))
        assert (against.interval.method, against.interval.unit) == ("t", "data set")
        wilcoxon = stats.wilcoxon(scores[:, j], scores[:, 0])
        assert against.p_wilcoxon == pytest.approx(wilcoxon.pvalue)
    p = sorted(system.against_base.p_t for system in report.systems if system.against_base)
    assert min(x.against_base.p_holm for x in report.systems if x.against_base) == 3 * p[0]
    assert report.notices == ["told before"]


def test_a_finding_must_hold_with_missing_records_against_it():
    """The better system's are taken for the worst, and the other's for the best."""
    (output,) = table([[0.5, 0.9]] * 7 + [[0.4, 0.9]], systems="ab").outputs
    (best,) = table([[0.6, 1.0]] * 7 + [[0.5, 1.0]], systems="ab").outputs
    (worst,) = table([[0.5, 0.4]] * 8, systems="ab").outputs
    sets = replace(output, missing={"b": 9}, if_worst=output.scores, if_best=best.scores)
    (other,) = (x for x in compare_sets(SetTable([sets], []), SetSettings()).systems if x.missing)
    assert (other.missing, other.against_base.finding) == (9, "better")
    assert other.against_base.p_at_worst < 0.05
    sets = replace(sets, if_worst=worst.scores)
    (other,) = (x for x in compare_sets(SetTable([sets], []), SetSettings()).systems if x.missing)
    assert (other.against_base.finding, other.against_base.p_at_worst) == ("depends on missing", 1)
    sets = replace(sets, if_worst=None, if_best=None)
    (other,) = (x for x in compare_sets(SetTable([sets], []), SetSettings()).systems if x.missing)
    assert (other.against_base.finding, other.against_base.p_at_worst) == ("better", UNSET)


def test_best_first(scores):
    """Systems are sorted by mean rank, best first; where smaller is better, the other way."""
    names = [system.system_id for system in compare_sets(table(scores), SetSettings()).systems]
    turned = compare_sets(table(scores, better=False), SetSettings(base="d")).systems
    assert names == [system.system_id for system in turned][::-1] == ["d", "c", "b", "a"]
    assert {system.against_base.finding for system in turned[:2]} == {"better"}
    assert turned[0].against_base.difference < 0


def test_not_distinguished(scores):
    """Systems of one Nemenyi group have mean ranks closer than the critical difference."""
    report = compare_sets(table(scores), SetSettings())
    ranks = {system.system_id: system.mean_rank for system in report.systems}
    (test,) = report.ranks
    assert test.critical_difference == pytest.approx(2.569031772546482 * (20 / 48) ** 0.5, abs=1e-6)
    together = {frozenset((x, y)) for group in test.not_distinguished for x in group for y in group}
    for x in "abcd":
        for y in "abcd":
            near = abs(ranks[x] - ranks[y]) < test.critical_difference
            assert x == y or (frozenset((x, y)) in together) == near


def test_few_sets_and_equal_differences():
    """Below six sets a notice says so; equal differences have no interval and no finding."""
    report = compare_sets(table([[1, 2, 2], [2, 3, 2.5]], systems="abc"), SetSettings())
    against = {system.system_id: system.against_base for system in report.systems}
    assert (against["b"].interval, against["b"].p_t, against["b"].p_holm) == (None, None, None)
    assert against["b"].finding == "no difference shown"
    assert against["c"].p_wilcoxon is None
    assert "2 data sets are few" in report.notices[1]
    assert "no interval and no t test of b (m)" in report.notices[2]


def test_an_unknown_base(scores):
    """A base that no output has is refused with the closest name."""
    with pytest.raises(UsageError, match="--base: there is no system 'e'"):
        compare_sets(table(scores), SetSettings(base="e"))


def test_a_base_that_some_output_lacks(scores):
    """An output without the base has ranks, and a notice in place of differences."""
    both = table(scores)
    second = SetScores("n", True, table(scores, systems="wxyz").outputs[0].scores)
    report = compare_sets(SetTable([*both.outputs, second], []), SetSettings(base="b"))
    assert [x.against_base for x in report.systems if x.output == "n"] == [None] * 4
    assert report.notices == ["'b', the base, is not compared by n: not all sets have it"]

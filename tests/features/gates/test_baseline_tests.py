"""The paired test against a baseline: its p-values, sizes, and the drops that it finds."""

from types import SimpleNamespace

import numpy as np
import pytest

from sacreval.features.compare.pairs.paired_tests import mid_p
from sacreval.features.gates import baseline_tests
from sacreval.features.gates.baseline_tests import (
    drop_notices,
    drop_verdicts,
    least_changed,
    paired_test,
    smallest_drop,
)
from sacreval.features.gates.regression_rule import Regression
from support.pairs import pair_of
from support.two_runs import nights, right_or_wrong


def fails(now, old, runs=1):
    """Return whether the test fails a run against its baseline."""
    rows = right_or_wrong(now, old, runs=runs)
    (verdict,) = drop_verdicts([(rows.now, rows)], Regression())
    return not verdict.passed


def test_0_1_scores_have_mcnemars_mid_p():
    """12 records lost and 4 gained of 40: mid-p .0490, where counting ties in full has .0768."""
    old = np.repeat([1, 0, 1], [12, 4, 24])
    now = np.repeat([0, 1, 1], [12, 4, 24])
    # scipy 1.17.1, 2026-11-22: binom.cdf(4, 16, .5) + binom.cdf(3, 16, .5).
    assert paired_test(right_or_wrong(now, old), 1).p == pytest.approx(0.0490417, abs=1e-7)
    assert fails(now, old)


def test_scores_of_few_values_are_tested_exactly():
    """Halves of a baseline of two runs have all exchanges counted, as `compare` counts them."""
    old, now = np.repeat([1.0, 0.5], [10, 30]), np.repeat([0.0, 0.5], [10, 30])
    assert paired_test(right_or_wrong(now, old, runs=2), 1).p == 2**-10
    parts = np.random.default_rng(3).integers(0, 5, (2, 40)) / 4
    found = paired_test(right_or_wrong(parts[0], parts[1], runs=2), 1).p
    pair, _ = pair_of(parts[1], parts[0])
    assert found == pytest.approx(mid_p(pair), rel=1e-12)


def test_other_tied_scores_are_tested_by_drawing():
    """Where differences have no common step, ties of draws count by half."""
    old, now = np.full(40, 0.5), np.repeat([0.0, 0.5, 0.5 - np.pi / 10], [9, 30, 1])
    found = paired_test(right_or_wrong(now, old, runs=2), 1).p
    assert found == pytest.approx(2**-10, abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize("runs", [1, 3, 5])
def test_an_unchanged_system_fails_at_its_level(monkeypatch, runs):
    """Against one run or the mean of several, some 2.5 % of unchanged runs fail."""
    monkeypatch.setattr(baseline_tests, "TRIALS", 400)
    rng = np.random.default_rng(17)
    drawn = (nights(rng, 60, runs + 1) for _ in range(300))
    share = np.mean([fails(one[-1], one[:-1].mean(axis=0), runs) for one in drawn])
    assert share <= 0.025 + 2.5 * np.sqrt(0.025 * 0.975 / 300)


@pytest.mark.long
def test_the_best_of_five_fails_three_times_as_often_as_the_mean(monkeypatch):
    """Of unchanged runs more than 6 % fail against the best of five, under 3.5 % against all."""
    monkeypatch.setattr(baseline_tests, "TRIALS", 400)
    rng = np.random.default_rng(18)
    best, mean = [], []
    for _ in range(1000):
        *five, now = nights(rng, 100, 6)
        best.append(fails(now, max(five, key=np.mean)))
        mean.append(fails(now, np.mean(five, axis=0), 5))
    assert np.mean(best) > 0.06
    assert np.mean(mean) < 0.035


@pytest.mark.long
def test_the_smallest_drop_is_found_in_80_percent_of_runs():
    """A true drop of the printed size fails the test in 75 to 85 % of worlds."""
    rng = np.random.default_rng(19)
    told, found = [], []
    for _ in range(600):
        chances = rng.beta(1.05, 0.45, 300)
        old = (rng.random(300) < chances).astype(float)
        now = (rng.random(300) < chances * (1 - 0.092 / 0.7)).astype(float)
        told.append(smallest_drop(right_or_wrong(now, old), 0.05))
        found.append(fails(now, old))
    assert 0.75 < np.mean(found) < 0.85
    assert np.median(told) == pytest.approx(0.092, abs=0.006)


def test_several_runs_find_smaller_drops():
    """The mean of three runs varies less than one, so that smaller drops are found."""
    rng = np.random.default_rng(20)
    *three, now = nights(rng, 400, 4)
    one = smallest_drop(right_or_wrong(now, three[0]), 0.05)
    assert smallest_drop(right_or_wrong(now, np.mean(three, axis=0), runs=3), 0.05) < 0.9 * one


def test_a_pass_says_what_it_would_have_found():
    """One sentence names the drop of each output; where nothing changed, the least number."""
    rng = np.random.default_rng(21)
    old, now = nights(rng, 200, 2)
    rows = right_or_wrong(now, old)
    verdicts = drop_verdicts([(rows.now, rows)], Regression(seed=1))
    (text,) = drop_notices("b.json", verdicts, [rows], 0.05)
    assert f"exact_match {verdicts[0].detectable:.3g}" in text
    assert "with 200 records and a baseline of one run" in text
    same = right_or_wrong(old, old)
    (text,) = drop_notices(
        "b.json", drop_verdicts([(same.now, same)], Regression(seed=1)), [same], 0.05
    )
    assert "no score of a record has changed" in text
    assert "a drop in fewer than 5 of them passes" in text


@pytest.mark.parametrize("alpha", [0.05, 0.025, 0.01])
def test_the_least_number_of_records_that_fails(alpha):
    """So many records that are worse fail the test, and one less does not."""
    least = least_changed(alpha)
    for lost, fail in ((least, True), (least - 1, False)):
        old = np.repeat([1, 1], [lost, 30])
        now = np.repeat([0, 1], [lost, 30])
        assert (paired_test(right_or_wrong(now, old), 1).p <= alpha) == fail


def test_an_output_without_records_fails():
    """An output that both runs have, but no record, is not tested and does not pass."""
    now = SimpleNamespace(target="m", system_id="a")
    (verdict,) = drop_verdicts([(now, None)], Regression(seed=1))
    assert not verdict.passed
    assert "no instance to test it on" in verdict.sentence


def test_small_p_values_are_not_zero():
    """A p-value below what is printed is given as a bound."""
    rows = right_or_wrong(np.zeros(200), np.ones(200))
    (verdict,) = drop_verdicts([(rows.now, rows)], Regression())
    assert ", p <0.0001 by mid-p; largest losses" in verdict.sentence

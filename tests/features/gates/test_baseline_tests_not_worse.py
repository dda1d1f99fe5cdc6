"""Non-inferiority against a baseline: three answers, their sentences, how often each is right."""

import re

import numpy as np
import pytest

from sacreval.features.gates.baseline_tests import gain_of, margin_verdict, passes, records_needed
from support.two_runs import nights, right_or_wrong


def answer(now, old, margin, **options):
    """Return the answer for scores of records."""
    return margin_verdict(right_or_wrong(now, old, **options), margin, 0.05).answer


def counts(gains, losses, n):
    """Return scores of a run and its baseline with these records gained and lost."""
    rest = n - gains - losses
    old, now = (
        np.repeat([0, 1, 1], [gains, losses, rest]),
        np.repeat([1, 0, 1], [gains, losses, rest]),
    )
    return now, old


def test_0_1_scores_have_tangos_interval():
    """8 gained and 12 lost of 200: the 90 % interval is [-.0594, .0178] (Tango's by bisection)."""
    found = gain_of(right_or_wrong(*counts(8, 12, 200)), 0.05)
    assert (found.low, found.high) == pytest.approx((-0.05935171, 0.01775541), abs=1e-7)
    assert answer(*counts(8, 12, 200), 0.05) == "cannot tell"
    assert answer(*counts(8, 12, 200), 0.06) == "not worse"
    assert answer(*counts(2, 40, 200), 0.06) == "worse"


def test_other_scores_have_a_t_interval():
    """Means of runs have the interval of a paired t test."""
    now, old = np.array([1, 0, 1, 1, 0.0]), np.array([0.5, 0.5, 1, 0.5, 0.5])
    gains = now - old
    found = gain_of(right_or_wrong(now, old, runs=2), 0.05)
    reach = 2.131846786 * gains.std(ddof=1) / np.sqrt(5)  # scipy 1.17.1: t.ppf(.95, 4)
    assert (found.low, found.high) == pytest.approx((gains.mean() - reach, gains.mean() + reach))


@pytest.mark.parametrize(
    ("gains", "losses", "said"),
    [(8, 12, "needs about 248 records if nothing has changed, and 688 if the change is as obs"),
     (2, 40, "is worse than -0.05"), (12, 8, "is better than -0.05")],
)  # fmt: skip
def test_each_answer_has_its_sentence(gains, losses, said):
    """A sentence has both scores, the interval, the number of runs, and what follows."""
    verdict = margin_verdict(right_or_wrong(*counts(gains, losses, 200)), 0.05, 0.05)
    assert said in verdict.sentence
    assert "(baseline of one run)" in verdict.sentence
    assert verdict.gate == "exact_match is not worse than the baseline by 0.05"
    assert verdict.passed == (verdict.answer == "not worse")
    assert [verdict.sentence in text for text in passes([verdict])] == [True] * verdict.passed


def test_lower_is_better():
    """For an error rate the limit and the interval have the sign of the score."""
    now, old = counts(12, 8, 200)
    rows = right_or_wrong(now, old)
    rows = rows._replace(now=_lower(rows.now), old=_lower(rows.old))
    verdict = margin_verdict(rows, 0.01, 0.05)
    assert verdict.answer == "cannot tell"
    assert "both sides of +0.01" in verdict.sentence
    low, high = map(float, re.search(r"interval \[(.*), (.*)\]", verdict.sentence).groups())
    assert low < 0.02 < high


def _lower(result):
    from msgspec.structs import replace

    return replace(result, higher_is_better=False)


def test_the_outputs_of_the_baseline_are_not_worse():
    """Literally the same outputs pass by any margin; the same scores of others need records."""
    assert answer([1, 0, 1], [1, 0, 1], 0.0, same=True) == "not worse"
    assert answer([1, 0, 1], [1, 0, 1], 0.05) == "cannot tell"


@pytest.mark.parametrize("margin", [0.02, 0.05, 0.2])
def test_without_a_difference_the_stated_number_is_the_least_that_passes(margin):
    """So many equal records pass by the margin, and one less cannot tell."""
    needed = records_needed(right_or_wrong([1, 0], [1, 0]), 0.0, margin, 0.05)
    assert answer(np.ones(needed), np.ones(needed), margin) == "not worse"
    assert answer(np.ones(needed - 1), np.ones(needed - 1), margin) == "cannot tell"


def test_equal_scores_of_parts_are_bounded_by_what_may_change_unseen():
    """Means of scores between 0 and 1 of which none differs: the loss is below 1 - 0.05^(1/n)."""
    half = np.full(149, 0.5)
    rows = right_or_wrong(half, half, runs=2)
    assert gain_of(rows, 0.05).low == pytest.approx(-(1 - 0.05 ** (1 / 149)))
    assert records_needed(rows, 0.0, 0.02, 0.05) == 149
    assert margin_verdict(rows, 0.02, 0.05).answer == "not worse"
    verdict = margin_verdict(right_or_wrong(half[:20], half[:20], runs=2), 0.02, 0.05)
    assert verdict.answer == "cannot tell"
    assert verdict.sentence.endswith("needs about 149 records if nothing has changed")
    assert answer(half[:20], half[:20], 0.9, runs=2) == "not worse"


def test_no_spread_is_no_proof():
    """One record, or records that all change alike by parts, cannot tell."""
    assert answer([1.0], [0.5], 0.1, runs=2) == "cannot tell"
    assert answer([1.0, 1.0], [0.5, 0.5], 0.1, runs=2) == "cannot tell"
    assert (
        "no record" not in margin_verdict(right_or_wrong([1.0], [0.5], runs=2), 0.1, 0.05).sentence
    )


def test_a_margin_of_nothing_needs_a_larger_one():
    """By a margin of 0 an unchanged system passes by chance, whatever the number of records."""
    assert (
        "give a larger one"
        in margin_verdict(right_or_wrong(*counts(8, 12, 200)), 0.0, 0.05).sentence
    )


@pytest.mark.long
@pytest.mark.parametrize("runs", [1, 3])
def test_a_system_that_is_worse_by_the_margin_passes_at_the_level(runs):
    """With a true drop of exactly the margin some 5 % of runs pass."""
    rng = np.random.default_rng(31)
    passed = []
    for _ in range(150):
        chances = rng.beta(1.05, 0.45, 100)
        old = (rng.random((runs, 100)) < chances).mean(axis=0)
        now = rng.random(100) < chances * (1 - 0.05 / 0.7)
        passed.append(answer(now, old, 0.05, runs=runs) == "not worse")
    assert 0.01 < np.mean(passed) < 0.1


@pytest.mark.long
def test_the_stated_number_of_records_passes_in_80_percent_of_runs():
    """An unchanged system with the number of records that the sentence names passes in 80 %."""
    rng = np.random.default_rng(32)
    old, now = nights(rng, 400, 2)
    rows = right_or_wrong(now, old)
    needed = int(records_needed(rows, float(rows.estimate().error), 0.05, 0.05))
    pairs = (nights(rng, needed, 2) for _ in range(400))
    passed = [answer(now, old, 0.05) == "not worse" for old, now in pairs]
    assert 0.72 < np.mean(passed) < 0.88

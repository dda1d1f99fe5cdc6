"""Scenarios and spreads of kept rows."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.plan.plan_rows import (
    Case,
    best_samples,
    check_difference,
    design_of,
    method_of,
    scenarios,
)
from sacreval.features.plan.plan_spread import (
    ItemShares,
    SystemRuns,
    case_of_pair,
    case_of_system,
    simulating,
)
from sacreval.features.plan.result import PlanSettings, Spread
from sacreval.scoring.entries.run_metrics import Entry

COUNTED = Case("", Spread(between=0.2, discordant=0.2))

NOISY = Case("", Spread(between=1.0, within=4.0, samples=3))

CORPUS = Case("", Spread(between=1.0, difference=2.0), lambda *_: None, corpus=True)


def method(case, **asked):
    """Return the method of the first scenario of a case."""
    settings = PlanSettings(**asked)
    return method_of(case, scenarios(case, settings)[0], settings)


def test_automatic_methods():
    """0/1 scores are counted, corpus scores simulated, and all else is a t test."""
    assert method(COUNTED) == "mid-p"
    assert method(Case("", Spread(between=0.2, discordant=0.2, group_size=3.0,
                                  design_effect=1.2))) == "t"  # fmt: skip
    assert method(NOISY) == "t"
    assert method(CORPUS) == "simulation"
    assert method(CORPUS, difference=1.0) == "t"
    assert method(CORPUS._replace(simulate=None)) == "t"
    assert method(Case("", Spread(between=0.2, share=0.7)), half_width=0.1) == "wilson"
    assert method(NOISY, half_width=0.1) == "t"


@pytest.mark.parametrize(
    ("case", "asked", "why"),
    [
        (NOISY, {"method": "mid-p"}, "0 and 1"),
        (Case("", Spread(between=0.2, discordant=0.2, within=0.1)), {"method": "mcnemar"},
         "sampled once"),
        (NOISY, {"method": "mid-p", "half_width": 0.1}, "for a difference"),
        (CORPUS, {"method": "simulation", "difference": 1.0}, "drop --difference"),
    ],
)  # fmt: skip
def test_methods_that_do_not_fit(case, asked, why):
    """A method that does not fit the scores is refused."""
    with pytest.raises(UsageError, match=why):
        method(case, **asked)


def test_differences_of_right_and_wrong():
    """Scores of 0 and 1, or 0 and 100, differ by no more than that; a t test has no such bound."""
    percent = Case("", Spread(between=0.2, discordant=0.2, highest=100.0))
    check_difference(percent, PlanSettings(difference=-99.0))
    check_difference(NOISY, PlanSettings(difference=99.0))
    with pytest.raises(UsageError, match="differ by at most 1;"):
        check_difference(COUNTED, PlanSettings(difference=-1.5))


def test_every_combination():
    """Samples, raters and comparisons are combined, and the level is shared by comparisons."""
    case = Case("", Spread(between=1.0, within=1.0, rater=1.0))
    settings = PlanSettings(samples=(1, 2), raters=(1, 3), comparisons=(1, 10))
    grid = scenarios(case, settings)
    assert len(set(grid)) == 8
    levels = [design_of(case, scenario, settings).alpha for scenario in grid[:2]]
    assert levels == pytest.approx([0.05, 0.005])


def test_samples_of_a_file():
    """Without --samples there are as many as in the file; with prices also usual numbers."""
    assert [scenario.samples for scenario in scenarios(NOISY, PlanSettings())] == [3]
    priced = scenarios(NOISY, PlanSettings(cost_item=9.0, cost_sample=1.0))
    assert [scenario.samples for scenario in priced] == [1, 2, 4, 6, 8]


def test_best_samples():
    """Sampling each item more often is worth it where items cost more, and always if all alike."""
    priced = PlanSettings(cost_item=9.0, cost_sample=1.0)
    assert best_samples(NOISY, priced).whole == 6
    grouped = Case("", Spread(between=1.0, within=4.0, group_size=5.0, design_effect=4.0))
    assert best_samples(grouped, priced).exact == pytest.approx(3.0)
    equal = best_samples(Case("", Spread(between=0.0, within=1.0)), priced)
    assert (equal.exact, equal.whole) == (None, None)


RIGHT = Entry(metrics.get("exact-match")())


def rows(values):
    """Return the rows of a mean: scores and their counts."""
    return np.column_stack([values, np.ones(len(values))])


def test_differences_of_means():
    """The variance is that of the paired differences, and 0/1 scores have a discordant share."""
    a, b = np.array([1.0, 0, 1, 0, 1, 1]), np.array([1.0, 1, 1, 0, 0, 1])
    shares = case_of_pair(
        RIGHT, "exact_match", (SystemRuns("a", [rows(a)]), SystemRuns("b", [rows(b)]))
    )
    spread = shares.case.spread
    assert spread.between == pytest.approx((b - a).var(ddof=1))
    assert spread.discordant == pytest.approx(2 / 6)
    assert spread.difference is None  # equal means: there is nothing to find
    assert (spread.items, spread.samples) == (6, 1)


def test_runs_are_taken_apart():
    """Runs give the variance within items; that between is unbiased (case resampled/decomposition).

    Miller (2024): between .10267857, within .15625, standard error .1331 with four samples.
    """
    items = [[1, 1, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1], [0, 1, 0, 0],
             [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]  # fmt: skip
    runs = [rows(np.array(run, dtype=float)) for run in zip(*items, strict=True)]
    asked = PlanSettings(half_width=0.1)
    spread = case_of_system(RIGHT, "exact_match", SystemRuns("a", runs), asked, None).case.spread
    assert spread.within == pytest.approx(0.15625)
    assert spread.between == pytest.approx(0.10267857142857142)
    assert ((spread.between + spread.within / 4) / 8) ** 0.5 == pytest.approx(0.1331076028203176)


def test_averages_of_samples():
    """avg@k tells the variance of its samples: .15625 for the same answers as above."""
    entry = Entry(metrics.get("avg-at-k")(k=(4,)))
    shares = np.array([0.75, 0.25, 1.0, 0.25, 0.75, 0.0, 0.75, 1.0])
    asked = PlanSettings(half_width=0.1)
    averaged = case_of_system(entry, "avg_at_4", SystemRuns("a", [rows(shares)]), asked, None)
    spread = averaged.case.spread
    assert (spread.within, spread.samples) == (pytest.approx(0.15625), 4)
    assert spread.between == pytest.approx(0.10267857142857142)


def test_one_system_stands_for_two():
    """A difference from another system like it varies twice as much, less their correlation."""
    x = np.array([1.0, 0, 1, 1, 0, 1, 1, 1])
    side = SystemRuns("a", [rows(x)])
    spread = case_of_system(RIGHT, "exact_match", side, PlanSettings(), 0.5).case.spread
    assert spread.between == pytest.approx(x.var(ddof=1))
    assert spread.discordant == pytest.approx(0.75 * 0.25)
    with pytest.raises(UsageError, match="below 1"):
        case_of_system(RIGHT, "exact_match", side, PlanSettings(), 1.0)


def test_corpus_scores_are_linearised():
    """The jackknife's variance of BLEU is that of leaving out each record in turn."""
    entry = Entry(metrics.get("bleu")())
    rng = np.random.default_rng(2)
    counts = rng.integers(5, 12, size=(12, 4))
    table = np.column_stack(
        [rng.integers(8, 14, size=(12, 2)), np.minimum(counts, 4), counts + 3]
    ).astype(float)
    other = table.copy()
    other[:, 2:6] += rng.integers(0, 2, size=(12, 4))
    shares = case_of_pair(entry, "bleu", (SystemRuns("a", [table]), SystemRuns("b", [other])))

    def bleu(x):
        return float(entry.metric.reduce(x.sum(axis=0))["bleu"])

    left = [bleu(np.delete(other, i, 0)) - bleu(np.delete(table, i, 0)) for i in range(12)]
    assert shares.case.corpus
    assert shares.case.spread.difference == pytest.approx(bleu(other) - bleu(table))
    assert shares.case.spread.between == pytest.approx(11 * 11 * np.var(left, ddof=1))
    with pytest.raises(UsageError, match="one run of each"):
        case_of_pair(entry, "bleu", (SystemRuns("a", [table, table]), SystemRuns("b", [other])))


SETTINGS = PlanSettings(trials=200, simulations=80)


def shares(shift, difference):
    """Return the shares of a ratio of sums, whose other system is shifted."""
    rng = np.random.default_rng(7)
    base = np.column_stack([rng.normal(size=40), np.ones(40)])
    other = base + np.column_stack([rng.normal(size=40) + shift, np.zeros(40)])
    case = Case("", Spread(between=1.0, difference=difference), corpus=True)
    return ItemShares(
        other[:, 0] - base[:, 0], case, (base, other), lambda x: x[..., 0] / x[..., 1]
    )


def test_simulated_power_rises():
    """More records find more, and the same seed finds the same."""
    simulate = simulating(shares(0.5, 0.5), SETTINGS).simulate
    few, many = simulate(8, 0.05), simulate(60, 0.05)
    assert few.power < many.power
    assert many == simulate(60, 0.05)
    assert simulate(60, 0.0005).power < many.power


def test_equal_systems_are_not_simulated():
    """Without a difference, or without rows, nothing is simulated."""
    assert simulating(shares(0.0, None), SETTINGS).simulate is None
    assert simulating(shares(0.5, 0.5)._replace(reduce=None), SETTINGS).simulate is None

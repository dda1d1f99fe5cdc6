"""Spreads of kept rows: variance of differences, noise of samples, pseudo-values of BLEU."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.plan.plan_spread import Side, case_of_pair, case_of_system
from sacreval.features.plan.result import PlanSettings
from sacreval.scoring.entries.run_metrics import Entry

RIGHT = Entry(metrics.get("exact-match")())


def rows(values):
    """Return the rows of a mean: scores and their counts."""
    return np.column_stack([values, np.ones(len(values))])


def test_differences_of_means():
    """The variance is that of the paired differences, and 0/1 scores have a discordant share."""
    a, b = np.array([1.0, 0, 1, 0, 1, 1]), np.array([1.0, 1, 1, 0, 0, 1])
    found = case_of_pair(RIGHT, "exact_match", (Side("a", [rows(a)]), Side("b", [rows(b)])))
    spread = found.case.spread
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
    spread = case_of_system(RIGHT, "exact_match", Side("a", runs), asked, None).case.spread
    assert spread.within == pytest.approx(0.15625)
    assert spread.between == pytest.approx(0.10267857142857142)
    assert ((spread.between + spread.within / 4) / 8) ** 0.5 == pytest.approx(0.1331076028203176)


def test_averages_of_samples():
    """avg@k tells the variance of its samples: .15625 for the same answers as above."""
    entry = Entry(metrics.get("avg-at-k")(k=(4,)))
    shares = np.array([0.75, 0.25, 1.0, 0.25, 0.75, 0.0, 0.75, 1.0])
    asked = PlanSettings(half_width=0.1)
    found = case_of_system(entry, "avg_at_4", Side("a", [rows(shares)]), asked, None)
    spread = found.case.spread
    assert (spread.within, spread.samples) == (pytest.approx(0.15625), 4)
    assert spread.between == pytest.approx(0.10267857142857142)


def test_one_system_stands_for_two():
    """A difference from another system like it varies twice as much, less their correlation."""
    x = np.array([1.0, 0, 1, 1, 0, 1, 1, 1])
    side = Side("a", [rows(x)])
    found = case_of_system(RIGHT, "exact_match", side, PlanSettings(), 0.5).case.spread
    assert found.between == pytest.approx(x.var(ddof=1))
    assert found.discordant == pytest.approx(0.75 * 0.25)
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
    found = case_of_pair(entry, "bleu", (Side("a", [table]), Side("b", [other])))

    def bleu(x):
        return float(entry.metric.reduce(x.sum(axis=0))["bleu"])

    left = [bleu(np.delete(other, i, 0)) - bleu(np.delete(table, i, 0)) for i in range(12)]
    assert found.case.corpus
    assert found.case.spread.difference == pytest.approx(bleu(other) - bleu(table))
    assert found.case.spread.between == pytest.approx(11 * 11 * np.var(left, ddof=1))
    with pytest.raises(UsageError, match="one run of each"):
        case_of_pair(entry, "bleu", (Side("a", [table, table]), Side("b", [other])))

"""Ranks, correlations and curves of weighted samples, by hand and by repeating records."""

import numpy as np
import pytest
from scipy.stats import pearsonr, rankdata

from sacreval.stats.association.weighted import (
    average_precision,
    max_f1,
    midranks,
    pearson,
    roc_auc,
    steps,
)

RNG = np.random.default_rng(2)
X, Y = RNG.integers(0, 5, (2, 12)).astype(float)
WEIGHTS = RNG.integers(0, 4, (5, 12))
SCORES, POSITIVE = np.array([0.9, 0.8, 0.7, 0.7]), np.array([1, 0, 1, 0])


def test_ranks_are_those_of_repeated_values():
    """A value of weight w counts w times."""
    for ranks, weights in zip(midranks(X, WEIGHTS), WEIGHTS, strict=True):
        repeated = np.repeat(X, weights)
        np.testing.assert_allclose(np.repeat(ranks, weights), rankdata(repeated))


def test_correlations_are_those_of_repeated_pairs():
    """So are the pairs of a correlation; a constant side correlates 0."""
    found = pearson(X, Y, WEIGHTS)
    for r, weights in zip(found, WEIGHTS, strict=True):
        want = pearsonr(np.repeat(X, weights), np.repeat(Y, weights)).statistic
        assert r == pytest.approx(want, abs=1e-12)
    assert pearson(np.full(12, 0.1), Y, np.ones(12)) == 0


def test_curves_by_hand():
    """Three steps: a hit, a miss, and one of each; the tie counts half for ROC AUC.

    ROC AUC (2 + 1/2) / 4; average precision (1 + 2/4) / 2; F1 2/3, 1/2 and 4/6, of which the first
    largest counts.
    """
    curve = steps(SCORES, POSITIVE, np.ones(4))
    assert [side.tolist() for side in curve] == [[1, 0, 1], [0, 1, 1]]
    assert roc_auc(curve) == pytest.approx(2.5 / 4)
    assert average_precision(curve) == pytest.approx(0.75)
    assert [float(x) for x in max_f1(curve)] == pytest.approx([0, 2 / 3, 1, 1 / 2])


def test_a_missing_class():
    """Without positives ROC AUC is 0.5 and the others are 0."""
    curve = steps(SCORES, np.zeros(4), np.ones(4))
    assert (roc_auc(curve), average_precision(curve), max_f1(curve).f1) == (0.5, 0, 0)

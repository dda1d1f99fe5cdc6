"""Scores of ROUGE-1.5.5 from counts."""

import numpy as np
import pytest

from sacreval.metrics.ngrams._rouge155.scores import f_measure, over_models, scores_of_counts

PAIRS = np.array([[2.0, 6, 4], [1, 3, 4], [3, 10, 4]])  # recall 1/3, 1/3, 0.3
ONE = np.array([0, 3])


def test_over_models():
    """Counts are added up, or those of the first model with the best recall are kept."""
    total = over_models(PAIRS, ONE, ["1"], scoring="average", weight=1.0)
    assert total.tolist() == [[6, 19, 12]]
    best = over_models(PAIRS, ONE, ["1"], scoring="best", weight=1.0)
    assert best.tolist() == [[2, 6, 4]]


def test_recall_is_rounded_before_it_is_compared():
    """Recall that differs in the sixth decimal is equal for n-grams, not for ROUGE-L."""
    pairs = np.array([[1.0, 300001, 5], [1, 300000, 4]])
    first = over_models(pairs, np.array([0, 2]), ["1"], scoring="best", weight=1.0)
    assert first[0, 2] == 5
    second = over_models(pairs, np.array([0, 2]), ["L"], scoring="best", weight=1.0)
    assert second[0, 2] == 4


def test_choice_of_weighted_recall():
    """ROUGE-W compares recalls whose base is weighted once; the first of equal ones is kept.

    ROUGE-1.5.5.pl, `-x -w 2 -s -f B -t 1 -d`, on a peer "az az az" with the models "7 az", "7 az"
    and "7 az az": R:81 P:9 F:4; `-n 1 -f B -w 1.2` on "the the the the cat cat" with "the cat" and
    "the the cat": R:0.87055 (2026-11-22).
    """
    two = np.array([[1.0, 4, 9], [1, 4, 9], [4, 9, 9]])
    best = over_models(two, np.array([0, 3]), ["W"], scoring="best", weight=2.0)
    assert best.tolist() == [[4, 81, 9]]
    full = np.array([[2.0**1.2, 2.0**1.2, 8], [3.0**1.2, 3.0**1.2, 8]])
    best = over_models(full, np.array([0, 2]), ["W"], scoring="best", weight=1.2)
    ((_, r, _),) = scores_of_counts(best, ["W"], weight=1.2, alpha=0.5, rounded=True)
    assert r == 0.87055


def test_f_of_rounded():
    """F is computed from rounded precision and recall; alpha 1 gives precision, 0 recall."""
    counts = np.array([[1.0, 3, 7]])
    ((p, r, f),) = scores_of_counts(counts, ["1"], weight=1.0, alpha=0.5, rounded=True)
    assert (p, r, f) == (0.14286, 0.33333, 0.2)
    assert f_measure(p, r, 1.0) == pytest.approx(p)
    assert f_measure(p, r, 0.0) == pytest.approx(r)
    assert f_measure(np.zeros(1), np.zeros(1), 0.5).tolist() == [0.0]

"""Scores of classes, by hand."""

import numpy as np
import pytest

from sacreval.stats.label_scores import (
    ClassCounts,
    balanced_accuracy,
    kappa,
    matthews,
    names,
    scores,
)

COUNTS = ClassCounts(*np.array([[1, 1], [2, 1], [1, 2]]))
THIRD = ClassCounts(*np.array([[1, 1, 0], [2, 1, 0], [1, 2, 0]]))


@pytest.mark.parametrize(
    ("average", "expected"),
    [
        ("macro", (3 / 4, 3 / 4, 2 / 3)),
        ("micro", (2 / 3, 2 / 3, 2 / 3)),
        ("weighted", (5 / 6, 2 / 3, 2 / 3)),
        ("per-class", (1 / 2, 1, 2 / 3, 1, 1 / 2, 2 / 3)),
    ],
)
def test_averages(average, expected):
    """Precision 1/2 and 1, recall 1 and 1/2, F1 2/3 each; weights 1 and 2 of 3 records."""
    found = scores(COUNTS, [average])
    assert [float(x) for x in found] == pytest.approx(expected)
    assert len(names([average], ["a", "b"])) == len(expected)


@pytest.mark.parametrize(("absent", "f1"), [("leave", 2 / 3), ("zero", 4 / 9)])
def test_a_class_that_does_not_occur(absent, f1):
    """It is left out of the macro average, or counts with 0."""
    assert float(scores(THIRD, ["macro"], absent)[2]) == pytest.approx(f1)


def test_agreement():
    """Kappa (2/3 - 4/9) / (1 - 4/9), Matthews (2 * 3 - 4) / 4, and the mean recall."""
    assert kappa(COUNTS) == pytest.approx(0.4)
    assert matthews(COUNTS) == pytest.approx(0.5)
    assert balanced_accuracy(COUNTS) == pytest.approx(0.75)


def test_one_class_alone():
    """Where both sides use one class, kappa is 1 and Matthews' correlation 0."""
    one = ClassCounts(*np.array([[3, 0], [3, 0], [3, 0]]))
    assert (kappa(one), matthews(one), balanced_accuracy(one)) == (1.0, 0.0, 1.0)


def test_names():
    """Names follow the averages, then classes, then parts."""
    assert names(["micro", "per-class"], ["a"]) == (
        "micro_precision", "micro_recall", "micro_f1", "precision_a", "recall_a", "f1_a",
    )  # fmt: skip

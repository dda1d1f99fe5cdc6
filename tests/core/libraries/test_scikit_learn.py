"""Scores by scikit-learn itself, for `verify`."""

import pytest

from sacreval.core.libraries import scores
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

pytest.importorskip("sklearn")


def batch(*pairs):
    return Batch([Instance(prediction=p, references=list(r)) for p, *r in pairs])


def of(name, records, **options):
    metric = metrics.get(name)(**options)
    return scores(metric.origin.counterpart, metric, records)


def test_any_right_label_counts():
    """With several right labels the one that is predicted counts: 2 of 3."""
    assert of("accuracy", batch(("a", "b", "a"), ("b", "b"), ("c", "a"))) == {
        "accuracy": pytest.approx(2 / 3)
    }


def test_classification_by_hand():
    """Of 3 records 2 are right; kappa (2/3 - 4/9) / (5/9) is 0.4."""
    scores = of("classification", batch(("a", "a"), ("a", "b"), ("b", "b")), labels=("a", "b"))
    assert scores["accuracy"] == pytest.approx(2 / 3)
    assert scores["kappa"] == pytest.approx(0.4)


def test_unknown_labels_are_wrong():
    """A prediction that is none of the labels is wrong for scikit-learn too."""
    scores = of("classification", batch(("a", "a"), ("z", "b")), labels=("a", "b"), unknown="count")
    assert scores["accuracy"] == 0.5


def test_probabilities_and_errors_by_hand():
    """ROC AUC 3/4, Brier 0.25, errors 1 and 2: 1.5 and 2.5."""
    ranked = batch((0.9, 1), (0.8, 0), (0.7, 1), (0.6, 0))
    assert of("roc-auc", ranked) == {"roc_auc": 0.75}
    assert of("average-precision", ranked) == {"average_precision": pytest.approx(5 / 6)}
    assert of("brier", batch((0.5, 1), (0.5, 0))) == {"brier": 0.25}
    numbers = batch((1, 2), (5, 3))
    assert of("mean-absolute-error", numbers) == {"mean_absolute_error": 1.5}
    assert of("mean-squared-error", numbers)["mean_squared_error"] == 2.5


def test_what_scikit_learn_does_not_define_is_left_out():
    """Several references, and ROC AUC of one class, have no score of the library."""
    assert of("mean-absolute-error", batch((1, 2, 3))) == {}
    assert of("roc-auc", batch((0.1, 1), (0.2, 1))) == {}
    sets = Batch([Instance(prediction=["a"], references=[["a"], ["b"]])])
    assert of("multi-label", sets, labels=("a", "b")) == {}


def test_sets_by_hand():
    """One of two sets is right; one of four cells is wrong."""
    sets = Batch(
        [
            Instance(prediction=["a"], references=[["a"]]),
            Instance(prediction=["a", "b"], references=[["a"]]),
        ]
    )
    scores = of("multi-label", sets, labels=("a", "b"))
    assert (scores["subset_accuracy"], scores["hamming_loss"]) == (0.5, 0.25)


def test_cells_by_hand():
    """Cells are named by right and predicted label."""
    scores = of("confusion-matrix", batch(("a", "a"), ("b", "a")), labels=("a", "b"))
    assert {name: n for name, n in scores.items() if n} == {"a->a": 1, "a->b": 1}

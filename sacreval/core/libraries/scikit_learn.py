"""Scores of labels, probabilities and errors computed by scikit-learn.

Labels are normalised by sacreval, and `pair` chooses among several correct ones; all counts and
averages are scikit-learn's.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch

UNKNOWN = "\0unknown"
Scores = Mapping[str, float]


@contextmanager
def _library() -> Iterator[Any]:
    """Import scikit-learn and suppress its warnings about absent classes."""
    from sklearn import metrics

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield metrics


def accuracy(metric: Any, batch: Batch) -> Scores:
    """Compute accuracy with the correct label that equals the prediction, else the first."""
    predicted, right = [], []
    for instance in batch:
        label, expected = metric.found(instance.prediction), metric.prepare(instance.references)
        predicted.append(UNKNOWN if label is None else label)
        right.append(label if label in expected else next(iter(expected)))
    with _library() as sk:
        return {"accuracy": float(sk.accuracy_score(right, predicted))}


def _pairs(metric: Any, batch: Batch) -> tuple[list[str], list[str]]:
    """Return the correct and the predicted labels."""
    pairs = [metric.pair(x.prediction, x.references) for x in batch]
    return [right for _, right in pairs], [UNKNOWN if x is None else x for x, _ in pairs]


def classification(metric: Any, batch: Batch) -> Scores:
    """Compute the scores of single labels with every average."""
    right, predicted = _pairs(metric, batch)
    with _library() as sk:
        outputs = {
            "accuracy": sk.accuracy_score(right, predicted),
            "balanced_accuracy": sk.balanced_accuracy_score(right, predicted),
            "mcc": sk.matthews_corrcoef(right, predicted),
            "kappa": sk.cohen_kappa_score(right, predicted),
        }

        def parts(**how: Any) -> Any:
            return sk.precision_recall_fscore_support(right, predicted, zero_division=0, **how)[:3]

        labels = [x for x in metric.classes if metric.absent == "zero" or x in {*right, *predicted}]
        outputs |= _averages(metric, parts, labels)
        if metric.positive:
            binary = parts(labels=[metric.positive], average="macro")
            outputs |= dict(zip(_named("binary_{}"), binary, strict=True))
    return {name: float(value) for name, value in outputs.items()}


def _averages(metric: Any, parts: Callable[..., Any], labels: Sequence[Any]) -> dict[str, Any]:
    """Compute precision, recall and F1 for each of a metric's averages."""
    outputs: dict[str, Any] = {}
    for average in metric.average:
        if average == "per-class":
            columns = zip(*parts(labels=list(metric.classes), average=None), strict=True)
            for label, three in zip(metric.classes, columns, strict=True):
                outputs |= dict(zip(_named("{}_" + label), three, strict=True))
        elif labels:
            three = parts(labels=list(labels), average=average)
            outputs |= dict(zip(_named(average + "_{}"), three, strict=True))
    return outputs


def _named(pattern: str) -> list[str]:
    return [pattern.replace("{}", part, 1) for part in ("precision", "recall", "f1")]


def confusion_matrix(metric: Any, batch: Batch) -> Scores:
    """Compute the cells of the confusion matrix."""
    right, predicted = _pairs(metric, batch)
    labels = [*metric.classes, UNKNOWN]
    with _library() as sk:
        cells = sk.confusion_matrix(right, predicted, labels=labels)[:-1]
    return dict(zip(metric.outputs, map(float, cells.ravel()), strict=True))


def multi_label(metric: Any, batch: Batch) -> Scores:
    """Score sets of labels as indicator rows; only if each record has one reference."""
    import numpy as np

    if not metric.classes or not _one_reference(batch):
        return {}
    pairs = [(gold[0], x.prediction) for gold, x in zip(batch.references, batch, strict=True)]
    sets = [tuple(set(map(metric.label, labels)) for labels in pair) for pair in pairs]
    y, p = (np.array([[x in labels[i] for x in metric.classes] for labels in sets]) for i in (0, 1))
    occurring = (
        np.flatnonzero((y | p).any(axis=0)) if metric.absent == "leave" else range(y.shape[1])
    )
    with _library() as sk:
        outputs = {
            "subset_accuracy": sk.accuracy_score(y, p),
            "hamming_loss": sk.hamming_loss(y, p),
            "samples_f1": sk.f1_score(y, p, average="samples", zero_division=0),
        }

        def parts(*, labels: Sequence[Any], average: str | None) -> Any:
            places = [metric.classes.index(x) if isinstance(x, str) else x for x in labels]
            return sk.precision_recall_fscore_support(
                y, p, labels=places, average=average, zero_division=0
            )[:3]

        outputs |= _averages(metric, parts, list(map(int, occurring)))
    return {name: float(value) for name, value in outputs.items()}


def _columns(batch: Batch) -> tuple[list[float], list[float]]:
    """Return the first references and the predictions."""
    first = [float(references[0]) for references in batch.references]
    return first, list(map(float, batch.predictions))


def _outcomes(metric: Any, batch: Batch) -> tuple[list[float], list[float]]:
    """Return whether each first reference is positive, 0 or 1, and the predictions."""
    first = [metric.outcome(references[0]) for references in batch.references]
    return first, list(map(float, batch.predictions))


def brier(metric: Any, batch: Batch) -> Scores:
    """Compute the Brier score."""
    y, p = _outcomes(metric, batch)
    with _library() as sk:
        return {metric.name: float(sk.brier_score_loss(y, p, pos_label=1.0))}


def roc_auc(metric: Any, batch: Batch) -> Scores:
    """Compute the area under the ROC curve, if both classes occur."""
    y, p = _outcomes(metric, batch)
    with _library() as sk:
        return {"roc_auc": float(sk.roc_auc_score(y, p))} if len(set(y)) > 1 else {}


def average_precision(metric: Any, batch: Batch) -> Scores:
    """Compute the average precision."""
    y, p = _outcomes(metric, batch)
    with _library() as sk:
        return {"average_precision": float(sk.average_precision_score(y, p))}


def _one_reference(batch: Batch) -> bool:
    return all(len(references) == 1 for references in batch.references)


def mean_squared_error(metric: Any, batch: Batch) -> Scores:
    """Compute the mean squared error and its root, if each record has one reference."""
    y, p = _columns(batch)
    with _library() as sk:
        value = float(sk.mean_squared_error(y, p))
    both = zip(metric.outputs, (value, value**0.5), strict=True)
    return dict(both) if _one_reference(batch) else {}


def mean_absolute_error(metric: Any, batch: Batch) -> Scores:
    """Compute the mean absolute error, if each record has one reference."""
    y, p = _columns(batch)
    with _library() as sk:
        value = float(sk.mean_absolute_error(y, p))
    return {metric.outputs[0]: value} if _one_reference(batch) else {}

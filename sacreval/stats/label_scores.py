"""Scores over class counts: precision, recall, F1 and their averages, and agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Average = Literal["macro", "micro", "weighted", "per-class"]
Absent = Literal["leave", "zero"]
PARTS = ("precision", "recall", "f1")


class ClassCounts(NamedTuple):
    """How often each class was hit, predicted and right, arrays (..., c).

    Args:
        hits: Predicted and right.
        predicted: Predicted.
        wanted: Right.
    """

    hits: Array
    predicted: Array
    wanted: Array


def names(averages: Sequence[Average], labels: Sequence[str]) -> tuple[str, ...]:
    """List the names of what `scores` returns, in its order."""
    listed: list[str] = []
    for average in averages:
        if average == "per-class":
            listed += [f"{part}_{label}" for label in labels for part in PARTS]
        else:
            listed += [f"{average}_{part}" for part in PARTS]
    return tuple(listed)


def scores(
    counts: ClassCounts, averages: Sequence[Average], absent: Absent = "leave"
) -> list[Array]:
    """Compute precision, recall and F1 by average, as scikit-learn does with zero_division 0.

    Args:
        counts: Of every class.
        averages: Which to give.
        absent: Whether macro averages leave out classes that are neither predicted nor right in a
            sample, or count them with 0.

    Returns:
        Arrays (...), in the order of `names`.
    """
    import numpy as np

    each = _prf(*counts)
    columns: list[Array] = []
    for average in averages:
        if average == "micro":
            columns += _prf(*(count.sum(axis=-1) for count in counts))
        elif average == "macro":
            occurring = (counts.predicted + counts.wanted > 0).sum(axis=-1)
            n = occurring if absent == "leave" else np.full_like(occurring, each[0].shape[-1])
            columns += [ratio(part.sum(axis=-1), n, otherwise=0.0) for part in each]
        elif average == "weighted":
            total = counts.wanted.sum(axis=-1)
            columns += [
                ratio((part * counts.wanted).sum(axis=-1), total, otherwise=0.0) for part in each
            ]
        else:
            columns += [part[..., c] for c in range(counts.hits.shape[-1]) for part in each]
    return columns


def _prf(hits: Array, predicted: Array, wanted: Array) -> list[Array]:
    p = ratio(hits, predicted, otherwise=0.0)
    r = ratio(hits, wanted, otherwise=0.0)
    f1 = ratio(2 * hits, predicted + wanted, otherwise=0.0)
    return [p, r, f1]


def balanced_accuracy(counts: ClassCounts) -> Array:
    """Compute the mean recall of the classes that occur; 0 where none does."""
    recall = ratio(counts.hits, counts.wanted, otherwise=0.0)
    return ratio(recall.sum(axis=-1), (counts.wanted > 0).sum(axis=-1), otherwise=0.0)


def matthews(counts: ClassCounts) -> Array:
    """Compute Matthews' correlation of several classes (Gorodkin 2004); 0 where it is undefined.

    Args:
        counts: Every prediction counts in one class.
    """
    import numpy as np

    hits, predicted, wanted = counts
    c, s = hits.sum(axis=-1), wanted.sum(axis=-1)
    covariance = c * s - (predicted * wanted).sum(axis=-1)
    spread = (s**2 - (predicted**2).sum(axis=-1)) * (s**2 - (wanted**2).sum(axis=-1))
    return ratio(covariance, np.sqrt(np.maximum(spread, 0.0)), otherwise=0.0)


def kappa(counts: ClassCounts) -> Array:
    """Compute Cohen's kappa; 1 where both sides use one and the same class.

    Args:
        counts: Every prediction counts in one class.
    """
    hits, predicted, wanted = counts
    n = wanted.sum(axis=-1)
    observed = ratio(hits.sum(axis=-1), n, otherwise=0.0)
    expected = ratio((predicted * wanted).sum(axis=-1), n * n, otherwise=0.0)
    return ratio(observed - expected, 1.0 - expected, otherwise=1.0)

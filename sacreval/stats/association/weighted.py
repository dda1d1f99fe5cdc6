"""Statistics of weighted samples: ranks, correlations, curves over scores, best thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Steps(NamedTuple):
    """Weights of positives and negatives by score, in descending order of scores.

    Args:
        positive: Weight of positives with each score, array (..., g).
        negative: Weight of negatives with each score, array (..., g).
    """

    positive: Array
    negative: Array


def midranks(x: Array, weights: Array) -> Array:
    """Rank values in samples with copies of each value.

    Args:
        x: Values, array (n,).
        weights: Number of copies of each value, array (..., n).

    Returns:
        The mean rank of equal values, from 1, array (..., n).
    """
    import numpy as np

    order = np.argsort(x, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], np.diff(x[order]) > 0]))
    group = np.add.reduceat(weights[..., order], starts, axis=-1)
    middle = group.cumsum(axis=-1) - (group - 1) / 2
    sizes = np.diff(np.concatenate([starts, [len(x)]]))
    ranks = np.empty_like(weights, dtype=np.float64)
    ranks[..., order] = np.repeat(middle, sizes, axis=-1)
    return ranks


def moderate(x: Array) -> Array:
    """Divide numbers by a power of two, so that their squares neither overflow nor underflow.

    Args:
        x: Array (n,).

    Returns:
        Array (n,) of values from -1 to 1, which have the same correlations.
    """
    import numpy as np

    scaled: Array = np.ldexp(x, -np.frexp(np.abs(x).max(initial=0.0))[1])
    return scaled


def pearson(x: Array, y: Array, weights: Array) -> Array:
    """Compute Pearson's correlation in weighted samples; 0 where a side is constant.

    Args:
        x: Array (n,), or (..., n) if it differs by sample.
        y: Array of the same kind.
        weights: Array (..., n), from 0.

    Returns:
        Correlations from -1 to 1, array (...).
    """
    import numpy as np

    w = weights / weights.sum(axis=-1, keepdims=True)
    dx = x - (w * x).sum(axis=-1, keepdims=True)
    dy = y - (w * y).sum(axis=-1, keepdims=True)
    xx, yy, xy = ((w * a * b).sum(axis=-1) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    tiny = 1e-26 * ((w * x * x).sum(axis=-1)) * ((w * y * y).sum(axis=-1))  # rounding of constants
    r = ratio(xy, np.sqrt(np.where(xx * yy > tiny, xx * yy, 0.0)), otherwise=0.0)
    return np.clip(r, -1.0, 1.0)


def steps(scores: Array, positive: Array, weights: Array) -> Steps:
    """Sum the weights of positives and negatives by score, from the largest score.

    Args:
        scores: Scores, array (n,).
        positive: 1 for positives and 0 for negatives, array (n,).
        weights: Array (..., n), from 0.
    """
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    starts = np.flatnonzero(np.concatenate([[True], np.diff(scores[order]) < 0]))
    w, p = weights[..., order], positive[order]
    return Steps(*(np.add.reduceat(w * side, starts, axis=-1) for side in (p, 1 - p)))


def roc_auc(curve: Steps) -> Array:
    """Compute the probability that a positive has the higher score; 0.5 without a class."""
    p, n = curve
    below = n.sum(axis=-1, keepdims=True) - n.cumsum(axis=-1)
    won = (p * (below + n / 2)).sum(axis=-1)
    return ratio(won, p.sum(axis=-1) * n.sum(axis=-1), otherwise=0.5)


def average_precision(curve: Steps) -> Array:
    """Compute the mean precision at the scores of positives; 0 where there are none."""
    p, n = curve
    hits = p.cumsum(axis=-1)
    precision = ratio(hits, hits + n.cumsum(axis=-1), otherwise=0.0)
    return ratio((p * precision).sum(axis=-1), p.sum(axis=-1), otherwise=0.0)


class BestF1(NamedTuple):
    """The step at which F1 is largest, arrays (...)."""

    place: Array
    f1: Array
    precision: Array
    recall: Array


def max_f1(curve: Steps) -> BestF1:
    """Find the first step with the largest F1; all are 0 where there are no positives."""
    import numpy as np

    p, n = curve
    hits = p.cumsum(axis=-1)
    predicted, wanted = hits + n.cumsum(axis=-1), p.sum(axis=-1, keepdims=True)
    f1 = ratio(2 * hits, predicted + wanted, otherwise=0.0)
    place = f1.argmax(axis=-1)
    parts = (f1, ratio(hits, predicted, otherwise=0.0), hits / np.maximum(wanted, 1.0))
    at = (np.take_along_axis(part, place[..., None], axis=-1)[..., 0] for part in parts)
    return BestF1(place, *at)


class Cut(NamedTuple):
    """The best place to cut.

    Args:
        total: What it is worth, array (...).
        cut: The largest value below or at it, array (...); below all values 0, or a number
            smaller than they are.
    """

    total: Array
    cut: Array


def best_cut(values: Array, gains: Array, weights: Array, *, start: Array) -> Cut:
    """Find the cut with the largest score, the lowest of equally good ones.

    Args:
        values: Array (n,); equal ones stay on one side.
        gains: What it is worth to have each value below the cut, array (n,).
        weights: How often each is in each sample, array (..., n).
        start: What a cut below all values is worth, array (...).
    """
    import numpy as np

    order = np.argsort(values, kind="stable")
    ends = np.flatnonzero(np.concatenate([np.diff(values[order]) > 0, [True]]))
    # The sum begins with the part below all values, as in a loop: ties then round
    # alike.
    summands = np.concatenate([start[..., None], (weights * gains)[..., order]], axis=-1)
    totals = np.cumsum(summands, axis=-1)[..., ends + 1]
    places = totals.argmax(axis=-1)
    best = np.take_along_axis(totals, places[..., None], axis=-1)[..., 0]
    better = best > start
    lowest = values[order][0]
    below = 0.0 if lowest >= 0 else lowest - 1.0
    return Cut(np.where(better, best, start), np.where(better, values[order][ends][places], below))

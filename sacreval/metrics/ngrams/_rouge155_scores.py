"""Recall, precision and F of ROUGE-1.5.5 from counts, over several models, as it rounds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sacreval.stats.ratio import ratio
from sacreval.stats.rounding import five_decimals
from sacreval.stats.segments import first_best, sums_in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacreval.core.metric import Array

Scoring = Literal["average", "best"]


def over_models(
    pairs: Array, starts: Array, tags: Sequence[str], *, scoring: Scoring, weight: float
) -> Array:
    """Add up the counts of all models of a peer, or keep those of the model with the best recall.

    Args:
        pairs: Hits, units of the model and units of the peer by measure, array (p, 3 * measures).
        starts: Offsets (n + 1,) of the pairs of each peer.
        tags: The measures.
        scoring: average adds counts up; best keeps one model, the first of those with the largest
            recall.
        weight: Exponent of ROUGE-W.

    Returns:
        Array (n, 3 * measures).
    """
    import numpy as np

    if scoring == "average":
        return sums_in_order(pairs, starts)
    columns = []
    for k, tag in enumerate(tags):
        own = pairs[:, 3 * k : 3 * k + 3]
        recall = ratio(own[:, 0], own[:, 1], otherwise=0.0)
        if tag == "W":  # the script compares recalls whose base is weighted once only
            base = powers(own[:, 1], 1 / weight)
            recall = powers(ratio(own[:, 0], base, otherwise=0.0), 1 / weight)
        elif tag != "L":
            recall = five_decimals(recall)
        columns.append(own[first_best(recall, starts)])
    return np.hstack(columns)


def scores_of_counts(
    counts: Array, tags: Sequence[str], *, weight: float, alpha: float, rounded: bool
) -> Array:
    """Return precision, recall and F of every measure.

    Args:
        counts: Array (n, 3 * measures).
        tags: The measures.
        weight: Exponent of ROUGE-W.
        alpha: Weight of precision in F.
        rounded: Whether each is rounded to five decimals, F being computed from the rounded
            precision and recall.

    Returns:
        Array (n, 3 * measures).
    """
    import numpy as np

    last = five_decimals if rounded else np.asarray
    found = []
    for k, tag in enumerate(tags):
        p, r = exact_scores(counts[..., 3 * k : 3 * k + 3])
        if tag == "W":
            p, r = powers(p, 1 / weight), powers(r, 1 / weight)
        p, r = last(p), last(r)
        found += [p, r, last(f_measure(p, r, alpha))]
    return np.stack(found, axis=-1)


def powers(values: Array, exponent: float) -> Array:
    """Raise numbers to a power one by one: NumPy's powers depend on the place in the array."""
    import numpy as np

    found = [x**exponent for x in values.ravel().tolist()]
    return np.array(found, dtype=np.float64).reshape(values.shape)


def exact_scores(counts: Array) -> tuple[Array, Array]:
    """Return precision and recall of counts, unrounded; 0 where there is nothing to count.

    Args:
        counts: Hits, units of the models and units of the peer, array (..., 3).
    """
    hits, model, peer = counts[..., 0], counts[..., 1], counts[..., 2]
    return ratio(hits, peer, otherwise=0.0), ratio(hits, model, otherwise=0.0)


def f_measure(p: Array, r: Array, alpha: float) -> Array:
    """Return the weighted harmonic mean of precision and recall; 0 where it is undefined."""
    return ratio(p * r, (1 - alpha) * p + alpha * r, otherwise=0.0)

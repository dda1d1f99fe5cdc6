"""Recall, precision and F of ROUGE-1.5.5 from counts, over several models, as it rounds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sacreval.stats.powers import powers
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
        pairs: Hits, units of the model and units of the peer by measure, array (p, 3 * measures);
            for ROUGE-W units of the model are the sum of its weighted sentences.
        starts: Offsets (n + 1,) of the pairs of each peer.
        tags: The measures.
        scoring: average adds counts up; best keeps one model, the first of those with the largest
            recall.
        weight: Exponent of ROUGE-W.

    Returns:
        Array (n, 3 * measures).
    """
    import numpy as np

    counts = _weighted(pairs, tags, weight)
    if scoring == "average":
        return sums_in_order(counts, starts)
    columns = []
    for k, tag in enumerate(tags):
        place = slice(3 * k, 3 * k + 3)
        recall = ratio(pairs[:, 3 * k], pairs[:, 3 * k + 1], otherwise=0.0)
        if tag == "W":
            recall = powers(recall, 1 / weight)
        elif tag != "L":
            recall = five_decimals(recall)
        columns.append(counts[:, place][first_best(recall, starts)])
    return np.hstack(columns)


def _weighted(pairs: Array, tags: Sequence[str], weight: float) -> Array:
    """Weigh the units of models of ROUGE-W as a whole, after each sentence was weighted."""
    if "W" not in tags:
        return pairs
    counts, column = pairs.copy(), 3 * tags.index("W") + 1
    counts[:, column] = powers(pairs[:, column], weight)
    return counts


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
    columns = []
    for k, tag in enumerate(tags):
        p, r = exact_scores(counts[..., 3 * k : 3 * k + 3])
        if tag == "W":
            p, r = powers(p, 1 / weight), powers(r, 1 / weight)
        p, r = last(p), last(r)
        columns += [p, r, last(f_measure(p, r, alpha))]
    return np.stack(columns, axis=-1)


def exact_scores(counts: Array) -> tuple[Array, Array]:
    """Return precision and recall of counts, unrounded; 0 where there is nothing to count."""
    hits, model, peer = counts[..., 0], counts[..., 1], counts[..., 2]
    return ratio(hits, peer, otherwise=0.0), ratio(hits, model, otherwise=0.0)


def f_measure(p: Array, r: Array, alpha: float) -> Array:
    """Return the weighted harmonic mean of precision and recall; 0 where it is undefined."""
    return ratio(p * r, (1 - alpha) * p + alpha * r, otherwise=0.0)

"""Formulas of coco-caption (pycocoevalcap 1.2) where they differ from the usual ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.metrics.ngrams._bleu_parts import Parts
from sacreval.stats.powers import powers
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array

TINY = 1e-15  # added to matches and to the length of outputs
SMALL = 1e-9  # added to totals and to the length of references
BETA = 1.2  # weight of recall in ROUGE-L


def coco_bleu(sums: Array, order: int) -> Array:
    """Compute BLEU with coco-caption's constants instead of smoothing."""
    precisions, brevity_penalty = coco_parts(sums, order)
    scores: Array = 100.0 * brevity_penalty * powers(precisions.prod(axis=-1), 1.0 / order)
    return scores


def coco_parts(sums: Array, order: int) -> Parts:
    """Compute the precisions and the penalty of `coco_bleu`."""
    import numpy as np

    precisions = (sums[..., 2 : 2 + order] + TINY) / (sums[..., 2 + order :] + SMALL)
    shortness = (sums[..., 1] + SMALL) / (sums[..., 0] + TINY)
    return Parts(precisions, np.exp(np.minimum(1.0 - shortness, 0.0)))


def best_apart(p: Array, r: Array, starts: Array) -> Array:
    """Keep the best precision and the best recall of a record, which may be of two references.

    Args:
        p: Precision by pair of prediction and reference, (P,).
        r: Recall by pair, (P,).
        starts: First pair of each record, and P, (n + 1,).

    Returns:
        Precision, recall and F, (n, 3).
    """
    import numpy as np

    best_p, best_r = (np.maximum.reduceat(values, starts[:-1]) for values in (p, r))
    f = ratio((1.0 + BETA**2) * best_p * best_r, best_r + BETA**2 * best_p, otherwise=0.0)
    return np.column_stack([best_p, best_r, f])


def weighted(p: float, r: float) -> tuple[float, float, float]:
    """Return precision, recall and F with a beta of 1.2."""
    f = (1.0 + BETA**2) * p * r / (r + BETA**2 * p) if p and r else 0.0
    return p, r, f

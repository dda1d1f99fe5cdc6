"""BLEU of coco-caption and of NIST's mteval, and ROUGE-L of coco-caption, where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.metrics.ngrams._bleu_parts import Parts, brevity_penalty
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


def mteval_bleu(sums: Array, order: int) -> Array:
    """Compute BLEU with the scripts' smoothing.

    An order without a match counts as half a match, the next as a quarter, and so on. Orders longer
    than the output have a precision of 1, so that they count, as sacrebleu's do not. An output
    without any match scores above 0, an empty output 0.
    """
    import numpy as np

    precisions, penalty = mteval_parts(sums, order)
    mean_log = np.log(precisions).mean(axis=-1)
    return np.where(sums[..., 0] > 0, 100.0 * penalty * np.exp(mean_log), 0.0)


def mteval_parts(sums: Array, order: int) -> Parts:
    """Compute the precisions and the penalty of `mteval_bleu`; the penalty of empty outputs is 0.

    Args:
        sums: Sums of BLEU's rows, (..., 2 + 2 order).
        order: The longest n-grams.
    """
    import numpy as np

    correct, total = sums[..., 2 : 2 + order], sums[..., 2 + order :]
    missed = (total > 0) & (correct == 0)
    smoothed = np.where(missed, 0.5 ** missed.cumsum(axis=-1), correct)
    penalty = brevity_penalty(sums[..., 0], sums[..., 1])
    return Parts(ratio(smoothed, total, otherwise=1.0), penalty)

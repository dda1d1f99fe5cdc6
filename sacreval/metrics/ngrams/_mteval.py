"""BLEU of NIST's mteval-v13a.pl and v14, where it differs from sacrebleu's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.metrics.ngrams._bleu_parts import Parts, brevity_penalty
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array


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

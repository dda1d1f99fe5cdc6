"""METEOR 1.5's formula: weighted precision and recall, their mean, and a penalty for chunks.

A row has 24 counts. The program's 23 (its -ssOut) are the words or characters of the prediction and
of the reference, and the function words of both; for each of four modules the matched content words
of both, and the matched function words of both; the chunks; the matched words of both. The last are
the chunks again, but 0 for perfect outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sacreval.metrics.ngrams._meteor15.parameters import Parameters
from sacreval.stats.powers import powers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

CHUNKS, MATCHED_WORDS = 20, slice(21, 23)
LENGTHS = slice(0, 4, 2), slice(1, 4, 2)  # of the prediction, of the reference: all, function words
MATCHES = slice(4, 20, 2), slice(5, 20, 2)  # by module: content words, function words


def scores(sums: Array, parameters: Parameters) -> tuple[Array, Array, Array, Array, Array]:
    """Compute the score, precision, recall, F-mean and penalty of sums of rows.

    Args:
        sums: Array (..., 24).
        parameters: The parameters, with a weight for each module.

    Returns:
        Five arrays (...), with 0 where the formula is undefined.
    """
    import numpy as np

    sums = np.asarray(sums, dtype=np.float64)
    alpha, beta, gamma, delta, weights = parameters
    with np.errstate(divide="ignore", invalid="ignore"):
        p, r = (
            _matched(sums[..., matches], weights, delta) / _length(sums[..., lengths], delta)
            for matches, lengths in zip(MATCHES, LENGTHS, strict=True)
        )
        f_mean = 1.0 / ((1.0 - alpha) / p + alpha / r)
        fragmentation = sums[..., -1] / (sums[..., MATCHED_WORDS].sum(axis=-1) / 2)
        penalty = gamma * powers(fragmentation, beta)
        score = np.fmax(0.0, f_mean * (1.0 - penalty))
    first, *rest = (np.nan_to_num(part) for part in (score, p, r, f_mean, penalty))
    return first, rest[0], rest[1], rest[2], rest[3]


def counted_chunks(pairs: Array) -> Array:
    """Return the chunks that are penalised: none if all words of both sides match in one.

    Args:
        pairs: Array (p, 23).

    Returns:
        Array (p,).
    """
    import numpy as np

    whole = [
        pairs[:, matches].sum(axis=1) == pairs[:, lengths][:, 0]
        for matches, lengths in zip(MATCHES, LENGTHS, strict=True)
    ]
    perfect = whole[0] & whole[1] & (pairs[:, CHUNKS] == 1)
    chunks: Array = np.where(perfect, 0, pairs[:, CHUNKS])
    return chunks


def _length(sizes: Array, delta: float) -> Array:
    """Weigh the words of texts: all of them, and function words among them."""
    whole, function = sizes[..., 0], sizes[..., 1]
    total: Array = delta * (whole - function) + (1.0 - delta) * function
    return total


def _matched(counts: Array, weights: Sequence[float], delta: float) -> Array:
    """Weigh matched words; counts are content words and function words of each module."""
    total: Array = 0.0 * counts[..., 0]
    for module, weight in enumerate(weights):  # the order of sums decides the last bit
        total = total + counts[..., 2 * module] * weight * delta
    for module, weight in enumerate(weights):
        total = total + counts[..., 2 * module + 1] * weight * (1.0 - delta)
    return total

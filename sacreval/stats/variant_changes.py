"""Changes of scores between the original and the variants of one group."""

from __future__ import annotations

from math import asin, isnan, nan, pi, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


SMALL = 50  # above this many scores Hedges' correction is left out
CLIP = 5.0


def drop_rate(original: Array, variants: Array) -> float:
    """Compute the performance drop rate: 1 - mean of variants over mean of originals.

    Args:
        original: Scores of originals.
        variants: Scores of variants.

    Returns:
        0 where both means are 0; NaN where only the original's is, or a side is empty.
    """
    if not len(original) or not len(variants):
        return nan
    a, b = float(original.mean()), float(variants.mean())
    if a == 0.0:
        return 0.0 if b == 0.0 else nan
    return 1.0 - b / a


def cohens_h(original: Array, variants: Array) -> float:
    """Compute Cohen's h of two shares, divided by pi: from -1 to 1, above 0 for a gain."""
    if not len(original) or not len(variants):
        return nan
    a, b = (min(max(float(x.mean()), 0.0), 1.0) for x in (original, variants))
    return 2.0 * (asin(sqrt(b)) - asin(sqrt(a))) / pi


def hedges_g(original: Array, variants: Array) -> float:
    """Compute Hedges' g of two sets of scores, cut at 5 and over 5; above 0 is a gain.

    Returns:
        NaN where there are too few scores for a deviation.
    """
    n = len(original) + len(variants)
    if not len(original) or not len(variants) or n <= 2:  # no deviation of two
        return nan
    gap = float(variants.mean() - original.mean())
    squares = sum(float(((x - x.mean()) ** 2).sum()) for x in (original, variants))
    spread = sqrt(squares / (n - 2))
    g = gap / spread if spread else (CLIP if gap > 0 else -CLIP if gap else 0.0)
    if 3 < n < SMALL:  # the correction is for small sets, not for tiny ones
        g *= (n - 3) / (n - 2.25) * sqrt((n - 2) / n)
    return max(-CLIP, min(CLIP, g)) / CLIP if not isnan(g) else nan

"""Two tests of paired differences: Wilcoxon's signed ranks, exactly, and the sign test.

Neither tests the means: signed ranks test whether the differences are symmetric about 0, and signs
whether their median is 0. Where the means are equal and the differences skewed, both reject up to
always.
"""

import numpy as np

from sacreval.stats.arrays import Floats, Ints, round_significant
from sacreval.stats.significance.sign_sums import coin_sums, coin_tail

MOST_EXACT = 200
"""Differences other than 0 up to which the p-value is exact, in 2 ms; the normal is within 0.002
of it from there on."""


def wilcoxon(found: Floats) -> float:
    """Test by signed ranks whether differences are symmetric about 0; two-sided, zeros dropped.

    Sizes that only rounding keeps apart share their average rank. Up to `MOST_EXACT` differences
    the p-value is the share of all 2^n signs, ties or not; above it is the normal approximation
    with its variance corrected for ties.

    Args:
        found: Differences (n,).

    Returns:
        The p-value; 1 where all differences are 0.

    Source: Wilcoxon (1945); exact with ties by convolution: Streitberg and Roehmel (1986).
    """
    there = found[found != 0]
    if len(there) == 0:
        return 1.0
    doubled = doubled_ranks(there)
    gained = int(doubled[there > 0].sum())
    smaller = min(gained, int(doubled.sum()) - gained)
    return _exact(doubled, smaller) if len(there) <= MOST_EXACT else _normal(doubled, smaller)


def doubled_ranks(found: Floats) -> Ints:
    """Rank differences by size, ties on average, and double the ranks: whole numbers (n,)."""
    _, places, counts = np.unique(
        round_significant(np.abs(found)), return_inverse=True, return_counts=True
    )
    doubled: Ints = (2 * np.cumsum(counts) - counts + 1)[places]
    return doubled


def _exact(doubled: Ints, smaller: int) -> float:
    step = int(np.gcd.reduce(doubled))
    tail = coin_sums(doubled // step, smaller // step).sum()
    return min(1.0, 2 * float(tail))


def _normal(doubled: Ints, smaller: int) -> float:
    from scipy.special import ndtr

    n = len(doubled)
    _, ties = np.unique(doubled, return_counts=True)
    spread = (n * (n + 1) * (2 * n + 1) - float((ties.astype(float) ** 3 - ties).sum()) / 2) / 24
    return 2 * float(ndtr((smaller / 2 - n * (n + 1) / 4) / spread**0.5))


def sign_test(found: Floats) -> float:
    """Test whether gains are as frequent as losses; two-sided, zeros dropped.

    Args:
        found: Differences (n,).

    Returns:
        The p-value, from the binomial distribution; 1 where all differences are 0.
    """
    gains, losses = int(np.sum(found > 0)), int(np.sum(found < 0))
    return 1.0 if gains == losses else 2 * float(coin_tail(min(gains, losses), gains + losses))

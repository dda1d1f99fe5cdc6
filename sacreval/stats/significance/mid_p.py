"""Exact tests of paired differences: mid-p, Wilcoxon's signed ranks, and the sign test.

Scores of few values have many such draws. Counting all of them keeps a test far below its level: of
30 right or wrong answers it finds a third fewer real differences. Mid-p holds its level on average
over the possible tables. Source: Lancaster (1961); Fagerland, Lydersen and Laake (2013).

Two tests of paired differences: Wilcoxon's signed ranks, exactly, and the sign test. Neither tests
the means: signed ranks test whether the differences are symmetric about 0, and signs whether their
median is 0. Where the means are equal and the differences skewed, both reject up to always.
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints, round_significant


def coin_sums(sizes: Ints, limit: int) -> Floats:
    """Compute the probabilities of the sums 0 to `limit`, one number at a time.

    Every step adds positive numbers and halves them, so that small probabilities keep all their
    digits. It takes `len(sizes) * limit` additions.

    Args:
        sizes: Positive whole numbers (n,).
        limit: The largest sum of interest, at least 0.

    Returns:
        Array (limit + 1,): the probability of each sum over all 2^n choices of the numbers.
    """
    chances = np.zeros(limit + 1)
    chances[0] = 1.0
    reached = 0
    for size in np.sort(sizes).tolist():
        reached = min(limit, reached + size)
        chances[size : reached + 1] += chances[: max(0, reached + 1 - size)]
        chances[: reached + 1] /= 2
    return chances


def coin_tail(heads: Ints | int, coins: Ints | int) -> Floats:
    """Compute the chance that at most so many of some fair coins show heads.

    Args:
        heads: The number, at least -1 and less than `coins`; any shape.
        coins: How many there are, a shape that broadcasts with that of `heads`.

    Returns:
        An array of the common shape; 0 for a number of -1.
    """
    from scipy.special import betainc

    most = np.asarray(heads, dtype=np.float64)
    tail: Floats = np.where(most < 0, 0.0, betainc(coins - most, np.maximum(most, 0) + 1, 0.5))
    return tail


SLACK = 1e-9  # relative to the larger of 1 and the difference, as in `paired.p_value`
MOST_ADDITIONS = 10**7
"""Of an exact distribution: 10 ms. Beyond, draws must do."""


class ExactP(NamedTuple):
    """Two-sided p-values of a list of all draws.

    Attributes:
        p: The share of draws as large as the observed one, which is one of them.
        mid: The same, those of equal size counted by half.
    """

    p: float
    mid: float


NOTHING = ExactP(1.0, 1.0)
"""Where nothing differs there is nothing to test."""


def mid_p(above: int, equal: int, trials: int) -> float:
    """Compute the mid-p of a test that draws at random; the observed arrangement is one draw more.

    Args:
        above: Draws with a larger difference than the observed one.
        equal: Draws with an equal one.
        trials: All draws.

    Returns:
        A number in (0, 1).
    """
    return (above + equal / 2 + 0.5) / (trials + 1)


def drawn_mid_p(draws: Floats, observed: float) -> float:
    """Compute the mid-p of the absolute differences that a test draws.

    Args:
        draws: Absolute differences (r,).
        observed: The difference.

    Returns:
        A number in (0, 1]; 1 where neither the draws nor the systems differ.
    """
    size = abs(observed)
    slack = SLACK * max(1.0, size)
    above, reached = (int(np.sum(draws > size + s)) for s in (slack, -slack))
    if size <= slack and above == 0:
        return 1.0
    return mid_p(above, reached - above, len(draws))


def mcnemar(gains: int, losses: int) -> ExactP:
    """Test two systems whose answers are right or wrong, from the binomial distribution.

    Args:
        gains: Records that only the other system has right.
        losses: Records that only the base has right.

    Returns:
        The exact test and its mid-p; both 1 where no record differs.

    Source: McNemar (1947); Fagerland, Lydersen and Laake (2013).
    """
    n, fewer = gains + losses, min(gains, losses)
    if n == 0:
        return NOTHING
    tail, below = (float(coin_tail(heads, n)) for heads in (fewer, fewer - 1))
    if gains == losses:
        return ExactP(1.0, 1.0 - (tail - below) / 2)
    return ExactP(2 * tail, tail + below)


def sign_flips(steps: Ints) -> ExactP:
    """Test over all 2^n exchanges of the sides, by convolution.

    Args:
        steps: Differences (n,) in whole steps, as from `whole_steps`.

    Returns:
        The p-values of the sum; both 1 where no record differs.
    """
    sizes = np.abs(steps[steps != 0])
    if len(sizes) == 0:
        return NOTHING
    if sizes.min() == sizes.max():
        return mcnemar(int(np.sum(steps > 0)), int(np.sum(steps < 0)))
    total, observed = int(sizes.sum()), abs(int(steps.sum()))
    chances = coin_sums(sizes, (total - observed) // 2)
    if observed == 0:
        return ExactP(1.0, 1.0 - float(chances[-1]) / 2)
    tail = 2 * float(chances.sum())
    return ExactP(min(1.0, tail), tail - float(chances[-1]))


def whole_steps(deltas: Floats) -> Ints | None:
    """Express differences in whole multiples of the largest step that divides them all.

    Args:
        deltas: Differences (n,), such as those of 0/1 scores, of ratings, or of shares of a fixed
            number.

    Returns:
        Whole numbers (n,); None where there is no such step, or too many steps for `sign_flips`.
    """
    sizes = np.unique(np.abs(deltas[deltas != 0]))
    if len(sizes) == 0:
        return np.zeros(len(deltas), dtype=np.int64)
    step = _common_step(sizes)
    steps = np.rint(deltas / step)
    fits = np.abs(deltas - steps * step).max() <= SLACK * max(1.0, float(sizes[-1]))
    additions = len(deltas) * float(np.abs(steps).sum()) / 2 if len(sizes) > 1 else 0
    return steps.astype(np.int64) if fits and additions <= MOST_ADDITIONS else None


def _common_step(sizes: Floats) -> float:
    """Apply Euclid's algorithm to positive numbers, taking what rounding leaves over as 0."""
    step = float(sizes[0])
    slack = SLACK * max(1.0, float(sizes[-1]))
    for size in sizes[1:].tolist():
        a, b = float(size), step
        while b > slack:
            a, b = b, abs(a - b * round(a / b))
        step = float(sizes[0]) / round(float(sizes[0]) / a)  # as exact as the numbers are
        if size > step * MOST_ADDITIONS:
            break  # too many steps already
    return step


MOST_EXACT = 200
"""Differences other than 0 up to which the p-value is exact, in 2 ms; the normal is within 0.002
of it from there on."""


def wilcoxon(deltas: Floats) -> float:
    """Test by signed ranks whether differences are symmetric about 0; two-sided, zeros dropped.

    Sizes that only rounding keeps apart share their average rank. Up to `MOST_EXACT` differences
    the p-value is the share of all 2^n signs, ties or not; above it is the normal approximation
    with its variance corrected for ties.

    Args:
        deltas: Differences (n,).

    Returns:
        The p-value; 1 where all differences are 0.

    Source: Wilcoxon (1945); exact with ties by convolution: Streitberg and Roehmel (1986).
    """
    there = deltas[deltas != 0]
    if len(there) == 0:
        return 1.0
    doubled = doubled_ranks(there)
    gained = int(doubled[there > 0].sum())
    smaller = min(gained, int(doubled.sum()) - gained)
    return _exact(doubled, smaller) if len(there) <= MOST_EXACT else _normal(doubled, smaller)


def doubled_ranks(deltas: Floats) -> Ints:
    """Rank differences by size, ties on average, and double the ranks: whole numbers (n,)."""
    _, places, counts = np.unique(
        round_significant(np.abs(deltas)), return_inverse=True, return_counts=True
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


def sign_test(deltas: Floats) -> float:
    """Test whether gains are as frequent as losses; two-sided, zeros dropped.

    Args:
        deltas: Differences (n,).

    Returns:
        The p-value, from the binomial distribution; 1 where all differences are 0.
    """
    gains, losses = int(np.sum(deltas > 0)), int(np.sum(deltas < 0))
    return 1.0 if gains == losses else 2 * float(coin_tail(min(gains, losses), gains + losses))

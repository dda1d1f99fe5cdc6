"""Mid-p: draws that equal the observed difference count by half, as coarse scores need.

Scores of few values have many such draws. Counting all of them keeps a test far below its level: of
30 right or wrong answers it finds a third fewer real differences. Mid-p holds its level on average
over the possible tables. Source: Lancaster (1961); Fagerland, Lydersen and Laake (2013).
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.significance.sign_sums import coin_sums, coin_tail

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


def whole_steps(found: Floats) -> Ints | None:
    """Express differences in whole multiples of the largest step that divides them all.

    Args:
        found: Differences (n,), such as those of 0/1 scores, of ratings, or of shares of a fixed
            number.

    Returns:
        Whole numbers (n,); None where there is no such step, or too many steps for `sign_flips`.
    """
    sizes = np.unique(np.abs(found[found != 0]))
    if len(sizes) == 0:
        return np.zeros(len(found), dtype=np.int64)
    step = _common_step(sizes)
    steps = np.rint(found / step)
    fits = np.abs(found - steps * step).max() <= SLACK * max(1.0, float(sizes[-1]))
    additions = len(found) * float(np.abs(steps).sum()) / 2 if len(sizes) > 1 else 0
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

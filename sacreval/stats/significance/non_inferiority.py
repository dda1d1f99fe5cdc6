"""Not worse than a margin, or equivalent within it: two one-sided tests of paired differences.

A test that finds no difference shows nothing. Here the null hypothesis is that a system is worse by
the margin, so that a set of records which is too small cannot pass. Source: Schuirmann (1987) for
means; Tango (1998) and Nam (1997) for 0/1 scores.
"""

import math
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats

Answer = Literal["not worse", "worse", "cannot tell"]


class MeanRange(NamedTuple):
    """Both ends of the interval of a mean difference that leaves out alpha on each side.

    Attributes:
        low: Lower end; -infinity where a single record has no spread.
        high: Upper end.
    """

    low: float
    high: float


def mean_range(gains: Floats, *, alpha: float) -> MeanRange:
    """Compute the interval by whose ends one-sided t tests at alpha decide: 90 % at 0.05.

    Args:
        gains: Differences (n,), or means of groups of records, positive where the system is better.
        alpha: Level of each one-sided test, in (0, 0.5).
    """
    from scipy.special import stdtrit

    n, mean = len(gains), float(np.mean(gains))
    if n < 2:
        return MeanRange(-math.inf, math.inf)
    reach = float(stdtrit(n - 1, 1 - alpha)) * float(np.std(gains, ddof=1)) / math.sqrt(n)
    return MeanRange(mean - reach, mean + reach)


def answer(ends: tuple[float, float], margin: float) -> Answer:
    """Answer whether a system is worse by a margin, from an interval of its gain.

    Args:
        ends: Lower and upper end, as from `mean_range` or a score interval with the same tails.
        margin: How much worse is still accepted, at least 0.

    Returns:
        "not worse" where the whole interval is above -margin, "worse" where it is at or below it.
    """
    low, high = ends
    if low > -margin:
        return "not worse"
    return "worse" if high <= -margin else "cannot tell"


def most_changed(n: int, *, alpha: float) -> float:
    """Compute the largest share of records that may change where none of n drawn ones did.

    Clopper and Pearson's (1934) upper end of a share of 0: about 3 / n at 0.05.

    Args:
        n: Number of records, at least 1.
        alpha: The chance to see none change where more do, in (0, 1).
    """
    return -math.expm1(math.log(alpha) / n)


def unchanged_needed(share: float, *, alpha: float) -> float:
    """Compute how many records without a change show that less than a share of all changes.

    Args:
        share: At least 0.
        alpha: As for `most_changed`.

    Returns:
        A whole number, the least for which `most_changed` is below the share; infinity for 0.
    """
    if share <= 0:
        return math.inf
    return 1.0 if share >= 1 else math.floor(math.log(alpha) / math.log1p(-share)) + 1.0


def equal_pairs_needed(share: float, *, alpha: float) -> float:
    """Compute how many pairs of equal 0/1 scores put Tango's lower end above minus a share.

    Without a pair that differs that end is -z^2 / (n + z^2).

    Args:
        share: At least 0.
        alpha: Level of the one-sided test.

    Returns:
        A whole number; infinity for 0.
    """
    if share <= 0:
        return math.inf
    z = NormalDist().inv_cdf(1 - alpha)
    return max(1.0, math.floor(z * z * (1 - share) / share) + 1.0)


def records_to_show(spread: float, margin: float, *, alpha: float, power: float) -> float:
    """Compute how many records a test needs to show that an equal system is not worse by a margin.

    Args:
        spread: Standard deviation of the differences of the records.
        margin: How much worse is accepted, at least 0.
        alpha: Level of the one-sided test.
        power: The chance to show it, in (0.5, 1).

    Returns:
        A real number, to be rounded up, at least 2, some one record too few below 20; infinity
        where the margin is 0.
    """
    if margin <= 0:
        return math.inf
    normal = NormalDist()
    reach = normal.inv_cdf(1 - alpha) + normal.inv_cdf(power)
    return max(2.0, (reach * spread / margin) ** 2)

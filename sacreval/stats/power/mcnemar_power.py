"""Power of McNemar's exact test and of its mid-p, by enumeration of the discordant records."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.power.power import root_between
from sacreval.stats.significance.mid_p import coin_tail

MOST_RECORDS = 1_000_000


def mcnemar_power(gain: float, loss: float, n: int, *, alpha: float, mid: bool = False) -> float:
    """Compute how often the test finds the difference of two systems, right or wrong.

    Args:
        gain: The chance that only the other system has a record right, in [0, 1].
        loss: The chance that only the base has it right; both together at most 1.
        n: Number of records.
        alpha: Level of the test; divide it by the number of tests that share it.
        mid: Whether mid-p decides, which finds more; the exact test otherwise.

    Returns:
        The sum over all numbers of discordant records, in [0, 1].
    """
    if gain + loss <= 0:
        return 0.0
    most, share = _rejected(n, alpha, mid=mid), gain / (gain + loss)
    power = _at_most(most, np.arange(n + 1), share) + _at_most(most, np.arange(n + 1), 1 - share)
    return float(np.sum(_chances(n, min(1.0, gain + loss)) * power))


@lru_cache(maxsize=64)
def _rejected(n: int, alpha: float, *, mid: bool) -> Ints:
    return rejected_up_to(np.arange(n + 1), alpha, mid=mid)


def _at_most(most: Ints, coins: Ints, share: float) -> Floats:
    """Compute the chance of at most so many successes, fewer than there are trials; 0 below 0."""
    from scipy.special import betaincc

    chance: Floats = betaincc(np.maximum(most, 0) + 1, np.maximum(coins - most, 1), share)
    return np.where(most < 0, 0.0, chance)


def _chances(n: int, share: float) -> Floats:
    """Compute the binomial distribution, array (n + 1,)."""
    from scipy.special import gammaln, xlog1py, xlogy

    k = np.arange(n + 1)
    choices = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    chances: Floats = np.exp(choices + xlogy(k, share) + xlog1py(n - k, -share))
    return chances


def rejected_up_to(discordant: Ints, alpha: float, *, mid: bool) -> Ints:
    """Find the largest number of records, of those discordant, that is too few to be chance.

    Args:
        discordant: Numbers of discordant records, any shape.
        alpha: Level of the two-sided test, less than 0.5.
        mid: Whether mid-p decides.

    Returns:
        Whole numbers of the same shape; -1 where no number is too few.
    """
    low, high = np.full(np.shape(discordant), -1), (np.asarray(discordant) - 1) // 2
    high = np.maximum(high, -1)
    while np.any(low < high):
        middle = (low + high + 1) // 2
        few = _p_value(middle, discordant, mid=mid) <= alpha
        low, high = np.where(few, middle, low), np.where(few, high, middle - 1)
    return low


def _p_value(fewer: Ints, discordant: Ints, *, mid: bool) -> Floats:
    coins = np.maximum(discordant, fewer + 1)  # without records there is one coin, and no test
    tail = coin_tail(fewer, coins)
    return tail + coin_tail(fewer - 1, coins) if mid else 2 * tail


def mcnemar_records_needed(
    gain: float, loss: float, *, alpha: float, power: float, mid: bool = False
) -> int | None:
    """Find a number of records that finds the difference with some power, where one less does not.

    The power of a test of counts rises in a saw; of several such numbers one is returned.

    Args:
        gain: The chance that only the other system has a record right.
        loss: The chance that only the base has it right.
        alpha: Level of the test.
        power: The chance to find the difference, in (0, 1).
        mid: Whether mid-p decides.

    Returns:
        The number of records; None where there is none up to a million.
    """
    if gain == loss:
        return None
    return _least(lambda n: mcnemar_power(gain, loss, n, alpha=alpha, mid=mid) >= power)


def mcnemar_smallest_difference(
    discordant: float, n: int, *, alpha: float, power: float, mid: bool = False
) -> float | None:
    """Find the smallest true difference of two accuracies that a test finds with some power.

    Args:
        discordant: The share of records that one system has right and the other wrong, in (0, 1].
        n: Number of records.
        alpha: Level of the test.
        power: The chance to find the difference, in (alpha, 1).
        mid: Whether mid-p decides.

    Returns:
        A number in (0, discordant]; None where not even gains alone are found so often.
    """

    def excess(difference: float) -> float:
        gain = (discordant + difference) / 2
        return mcnemar_power(gain, discordant - gain, n, alpha=alpha, mid=mid) - power

    if excess(discordant) < 0:
        return None
    return root_between(excess, 0.0, discordant)


def _least(enough: Callable[[int], bool]) -> int | None:
    high = 1
    while not enough(high):
        high *= 2
        if high > MOST_RECORDS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high

"""The mixture sequential probability ratio test: means of any scale, looked at while a run goes on.

It takes the variance as known, which holds from some hundred records on.

Source: Johari, Koomen, Pekelis and Walsh (2022); the mixture is Robbins' (1970).
"""

import numpy as np
import numpy.typing as npt

from sacreval.errors import InputError, UsageError
from sacreval.stats.arrays import Floats
from sacreval.stats.bounds import Bounds
from sacreval.stats.checks import complete, counts, fraction


def normal_sequence(
    mean: npt.ArrayLike,
    variance: npt.ArrayLike,
    n: npt.ArrayLike,
    confidence: float = 0.95,
    *,
    expected: float,
) -> Bounds:
    """Compute the interval of a mean that holds at all times at once, for many records.

    It is all means that the test does not reject.

    Args:
        mean: Means up to each time, shape (...), such as of paired differences.
        variance: Variances of one record, shape (...), 0 or more.
        n: Numbers of records up to each time, shape (...).
        confidence: In (0, 1): of the whole sequence.
        expected: Standard deviation of the differences that are to be found, above 0, in units of
            the mean; the sequence is narrowest where they are about so large.

    Returns:
        Shape (...); NaN where n or the variance is 0, as nothing is known of the spread then.

    Raises:
        InputError: If a number is NaN, or a variance is below 0.
        UsageError: If a number is out of its range.
    """
    centre, spread, count = _checked(mean, variance, n, expected)
    alpha = 1 - fraction(confidence, "the confidence")
    shrunk = spread + count * expected**2
    known = (spread > 0) & (count > 0)
    one, records = np.where(known, spread, np.nan), np.where(known, count, np.nan)
    squares = one * shrunk * (np.log(shrunk / one) - 2 * np.log(alpha))
    reach = np.sqrt(squares) / (records * expected)
    return Bounds(centre - reach, centre + reach)


def normal_log_e(
    mean: npt.ArrayLike, variance: npt.ArrayLike, n: npt.ArrayLike, *, expected: float
) -> Floats:
    """Compute the natural logarithm of the e-value against a mean of 0, for many records.

    Args:
        mean: Means up to each time, shape (...).
        variance: Variances of one record, shape (...), 0 or more.
        n: Numbers of records up to each time, shape (...).
        expected: Standard deviation of the differences that are to be found, above 0.

    Returns:
        Shape (...): 0 where n or the variance is 0, as nothing is known of the spread then.

    Raises:
        InputError: If a number is NaN, or a variance is below 0.
        UsageError: If the expected standard deviation is out of its range.
    """
    centre, spread, count = _checked(mean, variance, n, expected)
    shrunk = spread + count * expected**2
    known = spread > 0
    one, all_ = np.where(known, spread, 1.0), np.where(known, shrunk, 1.0)
    log_e = (count * expected * centre) ** 2 / (2 * one * all_) + 0.5 * np.log(one / all_)
    found: Floats = np.where(known, log_e, 0.0)
    return found


def _checked(
    mean: npt.ArrayLike, variance: npt.ArrayLike, n: npt.ArrayLike, expected: float
) -> tuple[Floats, Floats, Floats]:
    if not 0 < expected < np.inf:
        raise UsageError(f"the expected standard deviation is {expected:g}: give a number above 0")
    spread = complete(variance, "variances")
    if (spread < 0).any():
        raise InputError("a variance is below 0: give the mean squared distance from the mean")
    count, _ = counts(n, n, "records")
    found = np.broadcast_arrays(complete(mean, "means"), spread, count)
    return found[0], found[1], found[2]

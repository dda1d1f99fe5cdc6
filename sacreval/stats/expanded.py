"""Percentile intervals that are right for few units: expanded tails, and a shift by the bias.

The percentile interval of n units is narrower than Student's by sqrt((n - 1) / n) times z / t. The
expanded one takes quantiles so much farther out, of the same replicates. Units are records, or
groups where groups are drawn whole.

Source: Hesterberg, "What Teachers Should Know About the Bootstrap" (American Statistician, 2015).
"""

import math

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.bounds import Bounds, t_quantile
from sacreval.stats.checks import complete
from sacreval.stats.resampling import percentile_interval


def expanded_confidence(n: int, confidence: float = 0.95) -> float:
    """Compute the confidence at which a percentile interval of n units is to be taken.

    Args:
        n: Units that were drawn.
        confidence: What the interval is to have, in (0, 1).

    Returns:
        A number in [confidence, 1]: 1 - 2 Phi(-sqrt(n / (n - 1)) t), with the quantile t of n - 1
        degrees of freedom; NaN for fewer than two units.
    """
    if n < 2:  # noqa: PLR2004 - one unit has no spread
        return float("nan")
    reach = float(t_quantile(n - 1, confidence)) * math.sqrt(n / (n - 1))
    return math.erf(reach / math.sqrt(2))


def expanded_interval(replicates: npt.ArrayLike, n: int, confidence: float = 0.95) -> Bounds:
    """Compute the expanded percentile interval.

    Its ends are order statistics of the replicates, as sacrebleu's are; for many units they are the
    same ones, or those next to them.

    Args:
        replicates: Values of resamples, shape (resamples, ...).
        n: Units that were drawn.
        confidence: In (0, 1).

    Returns:
        Shape (...); NaN for fewer than two units or without a replicate.

    Raises:
        InputError: If a replicate is NaN or infinite.
    """
    found = complete(replicates, "replicates")
    level = expanded_confidence(n, confidence)
    if np.isnan(level) or len(found) == 0:
        nothing = np.full(found.shape[1:], np.nan)
        return Bounds(nothing, nothing)
    return Bounds(*map(np.asarray, percentile_interval(found, level=level)))


def bootstrap_bias(observed: npt.ArrayLike, replicates: npt.ArrayLike) -> Floats:
    """Estimate the bias of a value: the mean of its replicates, less the value.

    Args:
        observed: Values of the whole sample, shape (...).
        replicates: Values of resamples, shape (resamples, ...), at least one.

    Returns:
        Shape (...).

    Raises:
        InputError: If a value or a replicate is NaN or infinite.
    """
    bias: Floats = complete(replicates, "replicates").mean(axis=0) - complete(observed, "values")
    return bias


def shifted_interval(
    observed: npt.ArrayLike, replicates: npt.ArrayLike, n: int, confidence: float = 0.95
) -> Bounds:
    """Compute the expanded percentile interval, shifted by twice the bias.

    A score that is the best of several thresholds, or that only adds up, lies above the truth by
    its bias, and its replicates lie above it by as much again. Cut the ends at what the score can
    be (`Bounds.within`).

    Args:
        observed: Values of the whole sample, shape (...).
        replicates: Values of resamples, shape (resamples, ...).
        n: Units that were drawn.
        confidence: In (0, 1).

    Returns:
        Shape (...); NaN for fewer than two units or without a replicate.

    Raises:
        InputError: If a value or a replicate is NaN or infinite.
    """
    around = expanded_interval(replicates, n, confidence)
    if len(np.asarray(replicates)) == 0:
        return around
    shift = 2 * bootstrap_bias(observed, replicates)
    return Bounds(around.low - shift, around.high - shift)

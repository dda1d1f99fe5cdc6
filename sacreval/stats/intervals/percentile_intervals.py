"""Percentile intervals that are right for few units: expanded tails, less the bias, accelerated.

The percentile interval of n units is narrower than Student's by sqrt((n - 1) / n) times z / t. The
expanded one takes quantiles so much farther out, of the same replicates. Units are records, or
groups where groups are drawn whole.

Sources: Hesterberg, "What Teachers Should Know About the Bootstrap" (American Statistician, 2015);
Efron, "Better Bootstrap Confidence Intervals" (JASA, 1987).
"""

import math
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete
from sacreval.stats.intervals.bounds import Bounds, t_quantile, z_quantile
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
    return math.erf(_reach(n, confidence) / math.sqrt(2))


def _reach(n: int, confidence: float) -> float:
    """Return how many standard normal deviations the quantiles of n units lie from the median."""
    if n < 2:  # one unit has no spread
        return float("nan")
    return float(t_quantile(n - 1, confidence)) * math.sqrt(n / (n - 1))


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
    values = complete(replicates, "replicates")
    level = expanded_confidence(n, confidence)
    if np.isnan(level) or len(values) == 0:
        nothing = np.full(values.shape[1:], np.nan)
        return Bounds(nothing, nothing)
    return Bounds(*map(np.asarray, percentile_interval(values, level=level)))


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


def accelerated_interval(
    observed: float,
    replicates: npt.ArrayLike,
    left_out: npt.ArrayLike,
    confidence: float = 0.95,
    *,
    expanded: bool = True,
) -> Bounds:
    """Compute the percentile interval, corrected for bias and acceleration (BCa).

    Quantiles are moved by the share of replicates below the value, and by how the error of the
    score changes with it, which the scores with one unit left out show. It suits skewed scores of
    a whole sample, such as average precision.

    Args:
        observed: The value of the whole sample.
        replicates: Values of resamples, shape (resamples,).
        left_out: Values with each unit left out, shape (n,).
        confidence: In (0, 1).
        expanded: Whether quantiles are as far out as those of t, instead of the normal.

    Returns:
        Both ends, of shape (); the value itself where leaving a unit out changes nothing, or all
        replicates lie on one side of it; NaN for fewer than two units or without a replicate.

    Raises:
        InputError: If a value is NaN or infinite.
    """
    values, without = complete(replicates, "replicates"), complete(left_out, "left-out values")
    n = len(without)
    if n < 2 or len(values) == 0:  # one unit has no spread
        return Bounds(np.array(np.nan), np.array(np.nan))
    reach = _reach(n, confidence) if expanded else z_quantile(confidence)
    below = float(((values < observed).mean() + (values <= observed).mean()) / 2)
    influence = without.mean() - without
    spread = float((influence**2).sum())
    if not 0 < below < 1 or spread == 0:
        return Bounds(np.array(observed), np.array(observed))
    z0 = NormalDist().inv_cdf(below)
    acceleration = float((influence**3).sum()) / (6 * spread**1.5)
    shares = (_moved(z0 + side * reach, z0, acceleration) for side in (-1, 1))
    return Bounds(*(np.array(np.quantile(values, share)) for share in shares))


def _moved(z: float, z0: float, acceleration: float) -> float:
    """Return the share of replicates below an end; an infinite acceleration takes the last one."""
    denominator = 1 - acceleration * z
    return NormalDist().cdf(z0 + z / denominator) if denominator > 0 else float(z > 0)

"""Systems far from all others, by their human scores."""

import numpy as np

from sacreval.stats.arrays import Bools, Floats

MAD_TO_SD = 1.483
"""Scales the median absolute deviation to a standard deviation of normal data, as WMT rounds it."""


def mad_outliers(human: Floats, threshold: float = 2.5) -> Bools:
    """Find systems whose human score is more than `threshold` robust deviations from the median.

    Args:
        human: One mean a system; NaN is never an outlier.
        threshold: In robust standard deviations.

    Source: Mathur, Baldwin and Cohn (ACL 2020).
    """
    if np.isnan(human).all():
        return np.zeros(len(human), dtype=bool)
    distance = np.abs(human - np.nanmedian(human))
    spread = MAD_TO_SD * np.nanmedian(distance)
    with np.errstate(invalid="ignore"):
        far: Bools = distance > threshold * spread
    return np.asarray(far & (spread > 0))

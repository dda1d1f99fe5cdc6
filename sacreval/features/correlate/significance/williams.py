"""Williams' test of the difference of two correlations with a common third variable.

It is valid for Pearson correlations of normal data. Source: Williams (1959); Steiger (1980).
"""

from typing import NamedTuple

import numpy as np


class Williams(NamedTuple):
    """The t statistic, one-sided p that the first correlation is larger, and two-sided p."""

    t: float
    greater: float
    two_sided: float


def williams_test(
    r12: float, r13: float, r23: float, n: int, *, absolute: bool = False
) -> Williams:
    """Test whether r12 exceeds r13.

    Args:
        r12: Correlation of the first metric with human scores.
        r13: Correlation of the second metric with human scores.
        r23: Correlation of the two metrics.
        n: Number of observations, from 4.
        absolute: Whether to drop the signs of all three, as WMT scripts, SacreROUGE and nlpstats
            do; a strongly negative correlation then counts as a good one.

    Returns:
        The statistic and p-values; NaN where the test is undefined (n <= 3, an undefined
        correlation, or a perfect correlation of the two metrics).
    """
    from scipy.special import stdtr

    if absolute:
        r12, r13, r23 = abs(r12), abs(r13), abs(r23)
    undefined = Williams(float("nan"), float("nan"), float("nan"))
    if n <= 3 or np.isnan(r12 + r13 + r23):  # noqa: PLR2004 - n - 3 degrees of freedom
        return undefined
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    spread = 2 * k * (n - 1) / (n - 3) + mean**2 * (1 - r23) ** 3
    if spread <= 1e-12:  # noqa: PLR2004 - identical metrics
        return undefined
    t = (r12 - r13) * float(np.sqrt((n - 1) * (1 + r23) / spread))
    lower = float(stdtr(n - 3, t))
    return Williams(t, 1 - lower, 2 * min(lower, 1 - lower))

"""Williams' test: does one of two correlations with a shared third variable exceed the other?

Justified for Pearson correlations of normal data. Source: Williams (1959); Steiger (1980).
"""

from typing import NamedTuple

import numpy as np


class Williams(NamedTuple):
    """The statistic, one-sided p that the first correlation is larger, and two-sided p."""

    t: float
    greater: float
    two_sided: float


def williams_test(
    r12: float, r13: float, r23: float, n: int, *, absolute: bool = False
) -> Williams:
    """Compare r12 with r13.

    Args:
        r12: First metric with people.
        r13: Second metric with people.
        r23: Both metrics.
        n: Observations; at least 4.
        absolute: Drop the signs of all three, as WMT scripts, SacreROUGE and nlpstats do. It calls
            a strongly negative correlation good.

    Returns:
        NaN everywhere where the test is undefined (n <= 3, an undefined or a perfect correlation of
        both metrics).
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
    if spread <= 1e-12:  # noqa: PLR2004 - the metrics are one and the same
        return undefined
    t = (r12 - r13) * float(np.sqrt((n - 1) * (1 + r23) / spread))
    lower = float(stdtr(n - 3, t))
    return Williams(t, 1 - lower, 2 * min(lower, 1 - lower))

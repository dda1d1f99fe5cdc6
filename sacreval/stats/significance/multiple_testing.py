"""Adjusted p-values for many tests at once.

`scipy.stats.false_discovery_control` refuses NaN, and its values differ in the last bit in most
families.
"""

from collections.abc import Sequence
from enum import Enum

import numpy as np

from sacreval.stats.arrays import Floats


class Correction(Enum):
    """How p-values are adjusted."""

    HOLM = "holm"
    BONFERRONI = "bonferroni"
    BENJAMINI_HOCHBERG = "bh"
    BENJAMINI_YEKUTIELI = "by"
    NONE = "none"


def adjust(p_values: Floats, correction: Correction) -> Floats:
    """Adjust a family of p-values; compare the result with alpha.

    Args:
        p_values: Shape (tests,); NaN (an undefined test) stays NaN and does not count.
        correction: Holm and Bonferroni bound the chance of any false finding, BH the share of them
            for independent tests, and BY that share for any tests.

    Returns:
        Adjusted p-values in the same order, at most 1.
    """
    adjusted = p_values.copy()
    defined = np.flatnonzero(~np.isnan(p_values))
    m = len(defined)
    if correction is Correction.NONE or m == 0:
        return adjusted
    order = defined[np.argsort(p_values[defined], kind="stable")]
    p = p_values[order]
    rank = np.arange(1, m + 1)
    if correction is Correction.BONFERRONI:
        p = p * m
    elif correction is Correction.HOLM:
        p = np.maximum.accumulate(p * (m - rank + 1))
    else:
        harmonic = (1 / rank).sum() if correction is Correction.BENJAMINI_YEKUTIELI else 1.0
        p = np.minimum.accumulate((p * m * harmonic / rank)[::-1])[::-1]
    adjusted[order] = np.minimum(p, 1.0)
    return adjusted


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust the p-values of a family of tests (Holm 1979), in the same order."""
    adjusted: list[float] = adjust(np.array(p_values, dtype=float), Correction.HOLM).tolist()
    return adjusted

"""Two-sided p-values from resamples, and adjusted p-values for many tests at once.

`scipy.stats.false_discovery_control` refuses NaN, and its values differ in the last bit in most
families.

Two-sided p-values of a difference from its resamples, and their correction for few records. Paired
bootstrap as sacrebleu has it takes sizes of differences, and errs in 10 to 20 of 100 null worlds at
0.05. Here signed differences are centred on the observed one, which holds from 100 records on;
`expanded_p` widens the null distribution for fewer.
"""

import math
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


SLACK = 1e-9  # relative to the larger of 1 and the difference, as in `paired.p_value`


def centred_p(gaps: Floats, difference: float) -> float:
    """Count the resamples that are as far from the observed difference as that is from 0.

    Args:
        gaps: Signed difference of each resample (r,).
        difference: The observed one.

    Returns:
        (count + 1) / (resamples + 1); 1 where the difference is 0.

    Source: Efron and Tibshirani (1993), chapter 16.
    """
    size = abs(difference)
    reached = int(np.sum(np.abs(gaps - difference) >= size - SLACK * max(1.0, size)))
    return (reached + 1) / (len(gaps) + 1)


def expanded_p(p: float, n: int) -> float:
    """Correct a p-value of a bootstrap for its variance, which is too small, and for its tails.

    Resamples vary as a normal distribution with variance (n - 1) / n of what it should be. The
    corrected p-value is that of t with n - 1 degrees of freedom, so that a test by it agrees with
    the expanded percentile interval.

    Args:
        p: Two-sided p-value of a bootstrap, in (0, 1].
        n: Number of records, or of groups where groups are drawn.

    Returns:
        A number in (0, 1], larger than p; 1 for a single record.

    Source: Hesterberg (2015), solved for the level.
    """
    from scipy.special import ndtri, stdtr

    if n < 2:
        return 1.0
    return float(2 * stdtr(n - 1, ndtri(p / 2) * math.sqrt((n - 1) / n)))

"""The slope of a line through records in clusters, with an error that allows for them.

With x 0 or 1, the slope is the difference of two means. Source: Cameron and Miller (2015).
"""

import math

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.bounds import Estimate


def clustered_slope(y: npt.ArrayLike, x: npt.ArrayLike, clusters: npt.ArrayLike) -> Estimate:
    """Compute the slope of y by x, by least squares.

    Args:
        y: Shape (n,).
        x: Shape (n,).
        clusters: The cluster of each record, shape (n,).

    Returns:
        The slope, with G - 1 degrees of freedom for G clusters; NaN where x does not vary, and its
        error NaN for fewer than two clusters.

    Raises:
        InputError: If a number is NaN, or there is not one cluster for each record.
    """
    values, at = complete(y, "values"), complete(x, "values")
    groups = int(labels_of(clusters, len(values)).max(initial=-1)) + 1
    moved: Floats = at - at.mean() if len(at) else at
    square = float((moved**2).sum())
    if square <= len(at) * (1e-12 * np.abs(at).max(initial=0.0)) ** 2:
        nothing = np.array(np.nan)
        return Estimate(nothing, nothing, 0)
    slope = float((moved * values).sum()) / square
    if groups < 2:  # noqa: PLR2004 - one cluster has no spread
        return Estimate(np.array(slope), np.array(np.nan), 0)
    rest = values - values.mean() - slope * moved
    sums = sums_by_group(moved * rest, clusters)
    error = math.sqrt(groups / (groups - 1) * float((sums**2).sum())) / square
    return Estimate(np.array(slope), np.array(error), groups - 1)

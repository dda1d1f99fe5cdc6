"""Fitted tie thresholds, and verdicts on pairs under them, by compiled kernels where there are any.

Without kernels both go over blocks of pairs in NumPy; either way memory does not grow with the
number of pairs.
"""

from typing import NamedTuple

import numpy as np

from sacreval import native
from sacreval.features.correlate.measures.pair_blocks import group_weights, pair_blocks
from sacreval.features.correlate.measures.tie_calibration import ROUNDING, correct_pairs
from sacreval.features.correlate.measures.tie_threshold import best_threshold
from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.association.levels import Groups
from sacreval.stats.memoize import memoize


@memoize
def fitted_threshold(x: Floats, z: Floats) -> float:
    """Find the smallest tie threshold with the largest mean accuracy over groups.

    Args:
        x: Metric scores, shape (groups, n), NaN where missing.
        z: Human scores, same shape.
    """
    groups = Groups(x, z)
    if not native.available() or not kernels_cover(x):
        return best_threshold(groups)
    weights = group_weights(groups)
    different = np.unique(weights[weights > 0])
    if len(different) != 1:
        return native.best_threshold(native.ordered_cells(x, z), weights, ROUNDING)
    # Whole numbers of pairs are exact.
    ones, slack = (weights > 0).astype(np.float64), ROUNDING / float(different[0])
    return native.best_threshold(native.ordered_cells(x, z), ones, slack)


def kernels_cover(values: Floats) -> bool:
    """Return whether all differences of scores are finite, as kernels need."""
    seen = values[~np.isnan(values)]
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(len(seen) == 0 or np.isfinite(seen.max() - seen.min()))


class Verdicts(NamedTuple):
    """Scores of two metrics with their tie thresholds, and human scores, shape (groups, n)."""

    x: Floats
    y: Floats
    z: Floats
    thresholds: tuple[float, float]

    def split(self) -> Ints:
        """Count the pairs of each group that only one metric gets right.

        Returns:
            Shape (groups, 2): pairs that only the first gets right, and only the second.
        """
        if native.available() and all(map(kernels_cover, self[:3])):
            return self._by_kernel()
        found = np.zeros((len(self.z), 2), dtype=np.int64)
        tables = (pair_blocks(Groups(side, self.z)) for side in (self.x, self.y))
        for first, second in zip(*tables, strict=True):
            right = [
                correct_pairs(table, threshold)
                for table, threshold in zip((first, second), self.thresholds, strict=True)
            ]
            for column, only in enumerate((right[0] & ~right[1], right[1] & ~right[0])):
                found[:, column] += np.bincount(first.group[only], minlength=len(found))
        return found

    def _by_kernel(self) -> Ints:
        seen = ~np.isnan(np.asarray(self[:3])).any(axis=0)
        starts = np.append(0, np.cumsum(seen.sum(axis=1))).astype(np.int64)
        x, y, z = (np.ascontiguousarray(side[seen]) for side in self[:3])
        return native.split_verdicts(starts, (x, y, z), self.thresholds)

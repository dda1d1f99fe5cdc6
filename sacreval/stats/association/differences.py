"""Measures on differences of systems: pairwise-difference Pearson, and tau within a gap."""

import math
from dataclasses import dataclass

import numpy as np

from sacreval.stats.arrays import Floats, is_constant, jointly_present, round_significant
from sacreval.stats.association.levels import Groups
from sacreval.stats.association.row_coefficients import RowByRow


def pairwise_difference_pearson(groups: Groups) -> float:
    """Compute Pearson's correlation over all pairwise differences within groups.

    Each difference has both signs, so that the mean is zero and the sum over pairs is a sum of
    centred products, which needs no list of pairs.

    Args:
        groups: Vectors, from `levels.group`; at summary level this is the published measure.

    Returns:
        A number in [-1, 1]; NaN if either side never differs within a group.

    Source: DiIanni and Deutsch (EMNLP 2025).
    """
    x, z = groups
    seen = ~(np.isnan(x) | np.isnan(z))
    if is_constant(np.where(seen, x, np.nan)).all() or is_constant(np.where(seen, z, np.nan)).all():
        return float("nan")
    n = seen.sum(axis=1)
    dx, dz = _centred(x, seen), _centred(z, seen)
    xz, xx, zz = ((n * (a * b).sum(axis=1)).sum() for a, b in ((dx, dz), (dx, dx), (dz, dz)))
    return (
        float(np.clip(xz / np.sqrt(xx) / np.sqrt(zz), -1, 1)) if xx > 0 and zz > 0 else float("nan")
    )


def _centred(values: Floats, seen: np.ndarray) -> Floats:
    filled = np.where(seen, values, 0.0)
    mean = filled.sum(axis=1, keepdims=True) / np.maximum(seen.sum(axis=1, keepdims=True), 1)
    centred: Floats = np.where(seen, filled - mean, 0.0)
    return centred


@dataclass(frozen=True)
class TauWithin(RowByRow):
    """Tau over the pairs of systems whose metric scores differ by more than low, at most high.

    Attributes:
        low: Lower bound of differences, from 0, exclusive, in units of the metric.
        high: Upper bound of differences, inclusive, in units of the metric.

    Source: r_sys-delta(l, u) of Deutsch, Dror and Roth (NAACL 2022).
    """

    low: float = 0.0
    high: float = math.inf

    def of_row(self, x: Floats, z: Floats) -> float:
        """See `RowByRow.of_row`: (C - D) / pairs, NaN without a pair."""
        i, k = self._pairs(x)
        margin = (np.sign(x[i] - x[k]) * np.sign(z[i] - z[k])).sum()
        return float(margin / len(i)) if len(i) else float("nan")

    def weight(self, x: Floats, z: Floats) -> Floats:
        """Count the pairs of each row."""
        rows = zip(*jointly_present(x, z), strict=True)
        return np.array([len(self._pairs(a[~np.isnan(b)])[0]) for a, b in rows], dtype=np.float64)

    def _pairs(self, x: Floats) -> tuple[np.ndarray, np.ndarray]:
        i, k = np.triu_indices(len(x), 1)
        gap = round_significant(np.abs(x[i] - x[k]))
        chosen = (gap > self.low) & (gap <= self.high)
        return i[chosen], k[chosen]


TAU_WITHIN = TauWithin()


def without_rows(values: Floats) -> Floats:
    """Subtract from each row its mean, so that only differences within systems remain.

    Pearson of the results at global level is the partial correlation given the system.

    Args:
        values: Shape (systems, inputs), NaN where missing.
    """
    seen = ~np.isnan(values)
    return np.where(seen, _centred(values, seen), np.nan)

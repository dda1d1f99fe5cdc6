"""Measures on differences of systems: pairwise-difference Pearson, and tau within a gap."""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, is_constant, round_significant
from sacreval.stats.levels import Groups


def pairwise_difference_pearson(groups: Groups) -> float:
    """Pearson correlation over all differences within groups, pooled.

    Differences come with both signs, so their mean is zero and the sum over pairs collapses to
    centred products: no pair is ever written out.

    Args:
        groups: From `levels.group`; at summary level this is the published measure.

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
    held = np.where(seen, values, 0.0)
    mean = held.sum(axis=1, keepdims=True) / np.maximum(seen.sum(axis=1, keepdims=True), 1)
    centred: Floats = np.where(seen, held - mean, 0.0)
    return centred


class GapTau(NamedTuple):
    """Tau over the system pairs within a gap, and how many there are."""

    tau: float
    pairs: int


def tau_within_gap(x: Floats, z: Floats, low: float, high: float) -> GapTau:
    """Tau over the pairs of systems whose metric scores differ by more than `low`, at most `high`.

    Args:
        x: Metric scores of systems, on the full test set.
        z: Human scores of the same systems.
        low: In units of the metric, exclusive.
        high: In units of the metric, inclusive.

    Returns:
        (C - D) / pairs, NaN without a pair.

    Source: r_sys-delta(l, u) of Deutsch, Dror and Roth (NAACL 2022).
    """
    seen = ~(np.isnan(x) | np.isnan(z))
    x, z = x[seen], round_significant(z[seen])
    i, k = np.triu_indices(len(x), 1)
    gap = round_significant(np.abs(x[i] - x[k]))
    chosen = (gap > low) & (gap <= high)
    pairs = int(chosen.sum())
    margin = (np.sign(x[i] - x[k]) * np.sign(z[i] - z[k]))[chosen].sum()
    return GapTau(float(margin / pairs) if pairs else float("nan"), pairs)


def without_rows(values: Floats) -> Floats:
    """Subtract from each row its mean: what is left correlates within systems only.

    Pearson over the result, at global level, is the partial correlation given the system.
    """
    seen = ~np.isnan(values)
    return np.where(seen, _centred(values, seen), np.nan)

"""Tie calibration of pairwise accuracy: the epsilon under which a metric agrees best with people.

Source: Deutsch, Foster and Freitag, "Ties Matter" (EMNLP 2023). The curve is exact and costs one
sort: a pair becomes a metric tie once epsilon reaches its difference, and its group's accuracy then
moves by one pair up (people tie it), down (it was concordant) or not at all.
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.levels import Groups

MAX_PAIRS = 20_000_000
"""More would take over two gigabytes: all outputs of a test set, taken as one group."""


class PairTable(NamedTuple):
    """Pairs within groups: metric difference, human difference, group."""

    metric: Floats
    human: Floats
    group: Ints


class Calibration(NamedTuple):
    """Accuracy over epsilon, and the first maximum.

    Attributes:
        epsilon: The chosen epsilon.
        accuracy: Mean over groups at that epsilon; NaN if no group has a pair.
        epsilons: Every candidate, ascending, 0 first.
        accuracies: Mean accuracy at each candidate.
    """

    epsilon: float
    accuracy: float
    epsilons: Floats
    accuracies: Floats


def count_of_pairs(groups: Groups) -> int:
    """Count the pairs that `pair_table` would write out."""
    cells = (~(np.isnan(groups.x) | np.isnan(groups.z))).sum(axis=1).astype(np.int64)
    return int((cells * (cells - 1) // 2).sum())


def pair_table(groups: Groups) -> PairTable:
    """Write out the pairs of every group; a pair with a missing cell is left out."""
    x, z = groups
    if len(x) == 1:
        seen = ~(np.isnan(x[0]) | np.isnan(z[0]))
        x, z = x[:, seen], z[:, seen]
    i, k = np.triu_indices(x.shape[1], 1)
    metric, human = (x[:, i] - x[:, k]).ravel(), (z[:, i] - z[:, k]).ravel()
    group = np.repeat(np.arange(len(x)), len(i))
    seen = ~(np.isnan(metric) | np.isnan(human))
    return (
        PairTable(metric[seen], human[seen], group[seen])
        if not seen.all()
        else PairTable(metric, human, group)
    )


def _weights(pairs: PairTable) -> Floats:
    """Weight of each pair in the mean over groups of the share of pairs."""
    sizes = np.bincount(pairs.group)
    per_group = np.divide(1.0, sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    weights: Floats = per_group[pairs.group] / max(1, np.count_nonzero(sizes))
    return weights


def correct_pairs(pairs: PairTable, epsilon: float) -> np.ndarray:
    """Find the pairs that the metric orders (or ties) as people do.

    Args:
        pairs: From `pair_table`.
        epsilon: Metric differences up to this are ties.

    Returns:
        One bool a pair.
    """
    tied = np.abs(pairs.metric) <= epsilon
    correct: np.ndarray = np.where(
        tied, pairs.human == 0, np.sign(pairs.metric) == np.sign(pairs.human)
    )
    return correct


def accuracy_at(pairs: PairTable, epsilon: float) -> float:
    """Mean over groups of pairwise accuracy at a given epsilon, as one fitted on held-out data."""
    if len(pairs.metric) == 0:
        return float("nan")
    return float((_weights(pairs) * correct_pairs(pairs, epsilon)).sum())


def calibrate(pairs: PairTable) -> Calibration:
    """Find the epsilon with the highest mean accuracy; the smallest such epsilon wins.

    Args:
        pairs: From `pair_table`.

    Returns:
        The choice and the whole curve.
    """
    if len(pairs.metric) == 0:
        return Calibration(0.0, float("nan"), np.zeros(1), np.full(1, np.nan))
    weights, start = _weights(pairs), correct_pairs(pairs, 0.0)
    size = np.abs(pairs.metric)
    order = np.argsort(size)
    size = size[order]
    gain = np.where(
        pairs.metric == 0, 0.0, np.where(pairs.human == 0, weights, np.where(start, -weights, 0.0))
    )
    reached = np.concatenate([[0.0], np.cumsum(gain[order])]) + float((weights * start).sum())
    last_of_size = np.flatnonzero(np.append(size[1:] != size[:-1], True))
    epsilons, accuracies = size[last_of_size], reached[last_of_size + 1]
    if epsilons[0] > 0:
        epsilons, accuracies = np.append(0.0, epsilons), np.append(reached[0], accuracies)
    # Sums in another order differ by some 1e-15: maxima that close are one, and the first of them
    # wins.
    best = int(np.argmax(accuracies >= accuracies.max() - 1e-12))
    epsilon = float(epsilons[best])
    return Calibration(epsilon, accuracy_at(pairs, epsilon), epsilons, accuracies)

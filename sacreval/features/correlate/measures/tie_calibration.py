"""Tie calibration of pairwise accuracy: the epsilon of the largest agreement with human scores.

Source: Deutsch, Foster and Freitag, "Ties Matter" (EMNLP 2023). The curve is exact and costs one
sort: a pair becomes a metric tie when epsilon reaches its difference. The accuracy of its group
then rises by one pair (equal human scores), falls by one (a concordant pair) or is unchanged.
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.association.levels import Groups

MAX_PAIRS = 20_000_000
"""Largest number of pairs of a whole curve, which takes two gigabytes."""
ROUNDING = 1e-12
"""Accuracies that are closer than this are equal up to the order of their sums."""


class PairTable(NamedTuple):
    """Pairs within groups: metric difference, human difference, group; shape (pairs,) each."""

    metric: Floats
    human: Floats
    group: Ints


class Calibration(NamedTuple):
    """The accuracy as a function of epsilon, and its first maximum.

    Attributes:
        epsilon: The chosen epsilon.
        accuracy: Mean over groups at that epsilon; NaN if no group has a pair.
        epsilons: All candidates, ascending from 0, shape (candidates,).
        accuracies: Mean accuracy at each candidate, same shape.
    """

    epsilon: float
    accuracy: float
    epsilons: Floats
    accuracies: Floats


def count_of_pairs(groups: Groups) -> int:
    """Return the number of pairs that `pair_table` would list."""
    cells = (~(np.isnan(groups.x) | np.isnan(groups.z))).sum(axis=1).astype(np.int64)
    return int((cells * (cells - 1) // 2).sum())


def pair_table(groups: Groups) -> PairTable:
    """List the pairs of every group, without pairs with a missing cell."""
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
    """Return the weight of each pair in the mean over groups of shares of pairs."""
    sizes = np.bincount(pairs.group)
    per_group = np.divide(1.0, sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    weights: Floats = per_group[pairs.group] / max(1, np.count_nonzero(sizes))
    return weights


def correct_pairs(pairs: PairTable, epsilon: float) -> np.ndarray:
    """Find the pairs with the same order, or ties, in metric and human scores.

    Args:
        pairs: Pairs, from `pair_table`.
        epsilon: Largest metric difference that is a tie.

    Returns:
        One bool a pair.
    """
    tied = np.abs(pairs.metric) <= epsilon
    correct: np.ndarray = np.where(
        tied, pairs.human == 0, np.sign(pairs.metric) == np.sign(pairs.human)
    )
    return correct


def accuracy_at(pairs: PairTable, epsilon: float) -> float:
    """Compute the mean over groups of pairwise accuracy at an epsilon."""
    if len(pairs.metric) == 0:
        return float("nan")
    return float((_weights(pairs) * correct_pairs(pairs, epsilon)).sum())


def calibrate(pairs: PairTable) -> Calibration:
    """Find the smallest epsilon with the largest mean accuracy.

    Args:
        pairs: Pairs, from `pair_table`.

    Returns:
        The chosen epsilon and the whole curve.
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
    best = int(np.argmax(accuracies >= accuracies.max() - ROUNDING))  # the first of equal maxima
    epsilon = float(epsilons[best])
    return Calibration(epsilon, accuracy_at(pairs, epsilon), epsilons, accuracies)

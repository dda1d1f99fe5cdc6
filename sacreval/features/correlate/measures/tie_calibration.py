"""Tie calibration of pairwise accuracy: the epsilon of the largest agreement with human scores.

Source: Deutsch, Foster and Freitag, "Ties Matter" (EMNLP 2023). The curve is exact and costs one
sort: a pair becomes a metric tie when epsilon reaches its difference. The accuracy of its group
then rises by one pair (equal human scores), falls by one (a concordant pair) or is unchanged.

The tie threshold of the largest accuracy, without the list of all pairs. One pass over blocks of
pairs counts them by difference in bins. A bin can hold the best threshold only if the accuracy
before it and the weight of its pairs with equal human scores reach the best known: only pairs of
such bins are sorted.

Fitted tie thresholds, and verdicts on pairs under them, by compiled kernels where there are any.
Without kernels both go over blocks of pairs in NumPy; either way memory does not grow with the
number of pairs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sacreval import native
from sacreval.stats.arrays import BLOCK_CELLS, Floats, Ints, blocks
from sacreval.stats.association.levels import Groups
from sacreval.stats.memoize import memoize

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
        epsilons: All candidates, ascending from 0, shape (candidates,).
        accuracies: Mean accuracy at each candidate, same shape.
    """

    epsilon: float
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
    """Find the pairs with the same order, or ties, in metric and human scores."""
    tied = np.abs(pairs.metric) <= epsilon
    correct: np.ndarray = np.where(
        tied, pairs.human == 0, np.sign(pairs.metric) == np.sign(pairs.human)
    )
    return correct


def calibrate(pairs: PairTable) -> Calibration:
    """Find the smallest epsilon with the largest mean accuracy."""
    if len(pairs.metric) == 0:
        return Calibration(0.0, np.zeros(1), np.full(1, np.nan))
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
    return Calibration(float(epsilons[best]), epsilons, accuracies)


def pair_counts(groups: Groups) -> Ints:
    """Return the number of pairs of each group, shape (groups,)."""
    cells = (~(np.isnan(groups.x) | np.isnan(groups.z))).sum(axis=1).astype(np.int64)
    counts: Ints = cells * (cells - 1) // 2
    return counts


def group_weights(groups: Groups) -> Floats:
    """Return the weight of a pair of each group in the mean over groups of shares of pairs."""
    sizes = pair_counts(groups)
    per_group: Floats = np.divide(1.0, sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    weights: Floats = per_group / max(1, int(np.count_nonzero(sizes)))
    return weights


def pair_blocks(groups: Groups, cells: int = BLOCK_CELLS // 4) -> Iterator[PairTable]:
    """List the pairs of every group in blocks; those of a large group row by row.

    Args:
        groups: Vectors, shape (groups, n), NaN where a cell is missing.
        cells: Pairs of one block, or of one cell where that has more.

    Yields:
        Tables of pairs in another order than that of `pair_table`, with the same groups.
    """
    n = groups.x.shape[1]
    if n * (n - 1) // 2 <= cells:
        for part in blocks(len(groups.x), max(1, n * (n - 1) // 2), cells):
            table = pair_table(Groups(groups.x[part], groups.z[part]))
            yield table._replace(group=table.group + part.start)
        return
    for number, (x, z) in enumerate(zip(*groups, strict=True)):
        seen = ~(np.isnan(x) | np.isnan(z))
        yield from _of_large(x[seen], z[seen], number, cells)


def _of_large(x: Floats, z: Floats, number: int, cells: int) -> Iterator[PairTable]:
    for part in blocks(len(x) - 1, len(x), cells):
        later = np.arange(len(x)) > np.arange(part.start, part.stop)[:, None]
        metric, human = (side[part, None] - side for side in (x, z))
        yield PairTable(metric[later], human[later], np.full(int(later.sum()), number))


BINS = 2**16
MOST_SORTED = 2_000_000
"""Pairs that are sorted at once, unless one bin has more: some 60 MB."""


@dataclass(frozen=True)
class _Bins:
    """Counts of pairs by their differences, shape (bins,) each.

    Attributes:
        start: Accuracy at threshold 0.
        net: Change of the accuracy when all pairs of a bin become ties.
        rise: The part of it by pairs with equal human scores.
        pairs: Number of pairs that change it.
        least: Smallest of their differences.
        most: Largest of their differences.
    """

    start: float
    net: Floats
    rise: Floats
    pairs: Ints
    least: Floats
    most: Floats

    @property
    def after(self) -> Floats:
        """Accuracy when all pairs up to the end of a bin are ties."""
        return self.start + np.cumsum(self.net)

    @property
    def open(self) -> Ints:
        """The bins that can hold the best threshold."""
        best = max(self.start, float(self.after.max()))
        reach = self.after - self.net + self.rise
        return np.flatnonzero((self.pairs > 0) & (reach >= best - 2 * ROUNDING))


class _Pairs:
    """The pairs that change the accuracy when they become ties, a block at a time."""

    def __init__(self, groups: Groups) -> None:
        self._groups, self._weights = groups, group_weights(groups)
        missing = np.isnan(groups.x)
        highest = np.where(missing, -np.inf, groups.x).max(axis=1, initial=-np.inf)
        lowest = np.where(missing, np.inf, groups.x).min(axis=1, initial=np.inf)
        with np.errstate(over="ignore"):
            widest = float((highest - lowest).max(initial=0.0))
        # Where a difference overflows, one bin holds all pairs.
        self._scale = BINS / widest if 0 < widest < np.inf else 0.0

    def start(self) -> float:
        """Return the accuracy at threshold 0."""
        right = (
            self._weights[table.group][np.sign(table.metric) == np.sign(table.human)].sum()
            for table in pair_blocks(self._groups)
        )
        return float(sum(right))

    def blocks(self) -> Iterator[tuple[Floats, Floats, Ints]]:
        """Yield differences, their changes of the accuracy, and their bins."""
        for table in pair_blocks(self._groups):
            agree = np.sign(table.metric) == np.sign(table.human)
            change = (table.human == 0).astype(float) - agree
            moves = change != 0  # a pair that is tied on both sides agrees at every threshold
            size = np.abs(table.metric[moves])
            place = np.zeros(len(size), dtype=np.int64)
            if self._scale > 0:
                place = np.minimum(size * self._scale, BINS - 1).astype(np.int64)
            yield size, change[moves] * self._weights[table.group[moves]], place

    def bins(self) -> _Bins:
        """Count all pairs by bin."""
        net, rise = np.zeros((2, BINS))
        pairs = np.zeros(BINS, dtype=np.int64)
        least, most = np.full(BINS, np.inf), np.zeros(BINS)
        for size, gain, place in self.blocks():
            net += np.bincount(place, gain, BINS)
            rise += np.bincount(place, np.maximum(gain, 0.0), BINS)
            pairs += np.bincount(place, minlength=BINS)
            np.minimum.at(least, place, size)
            np.maximum.at(most, place, size)
        return _Bins(self.start(), net, rise, pairs, least, most)

    def of_bins(self, chosen: Ints) -> tuple[Floats, Floats, Ints]:
        """List the differences of some bins, ascending, with their changes and bins."""
        wanted = np.zeros(BINS, dtype=bool)
        wanted[chosen] = True
        kept = [(s[m], g[m], p[m]) for s, g, p in self.blocks() if (m := wanted[p]).any()]
        size, gain, place = (np.concatenate(side) for side in zip(*kept, strict=True))
        order = np.argsort(size)
        return size[order], gain[order], place[order]


def best_threshold(groups: Groups) -> float:
    """Find the smallest tie threshold with the largest mean accuracy, as `calibrate` does."""
    pairs = _Pairs(groups)
    bins = pairs.bins()
    thresholds, accuracies = [np.zeros(1)], [np.array([bins.start])]
    single = bins.open[bins.least[bins.open] == bins.most[bins.open]]
    thresholds.append(bins.least[single])
    accuracies.append(bins.after[single])
    for chosen in _chunks(bins):
        size, gain, place = pairs.of_bins(chosen)
        first = np.append(True, place[1:] != place[:-1])
        # Each bin begins with the accuracy before it, so that skipped bins do not matter.
        total = np.cumsum(gain)
        before = (bins.after - bins.net)[place[first]] - (total - gain)[first]
        reached = total + before[np.cumsum(first) - 1]
        last = np.append(size[1:] != size[:-1], True)
        thresholds.append(size[last])
        accuracies.append(reached[last])
    candidates, values = np.concatenate(thresholds), np.concatenate(accuracies)
    return float(candidates[values >= values.max() - ROUNDING].min())


def _chunks(bins: _Bins) -> Iterator[Ints]:
    """Part the open bins with several differences by the number of their pairs."""
    several = bins.open[bins.least[bins.open] < bins.most[bins.open]]
    number = np.cumsum(bins.pairs[several]) // MOST_SORTED
    for chunk in np.unique(number):
        yield several[number == chunk]


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
        counts = np.zeros((len(self.z), 2), dtype=np.int64)
        tables = (pair_blocks(Groups(side, self.z)) for side in (self.x, self.y))
        for first, second in zip(*tables, strict=True):
            right = [
                correct_pairs(table, threshold)
                for table, threshold in zip((first, second), self.thresholds, strict=True)
            ]
            for column, only in enumerate((right[0] & ~right[1], right[1] & ~right[0])):
                counts[:, column] += np.bincount(first.group[only], minlength=len(counts))
        return counts

    def _by_kernel(self) -> Ints:
        seen = ~np.isnan(np.asarray(self[:3])).any(axis=0)
        starts = np.append(0, np.cumsum(seen.sum(axis=1))).astype(np.int64)
        x, y, z = (np.ascontiguousarray(side[seen]) for side in self[:3])
        return native.split_verdicts(starts, (x, y, z), self.thresholds)

"""The tie threshold of the largest accuracy, without the list of all pairs.

One pass over blocks of pairs counts them by difference in bins. A bin can hold the best threshold
only if the accuracy before it and the weight of its pairs with equal human scores reach the best
known: only pairs of such bins are sorted.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sacreval.features.correlate.measures.pair_blocks import group_weights, pair_blocks
from sacreval.features.correlate.measures.tie_calibration import ROUNDING
from sacreval.stats.arrays import Floats, Ints
from sacreval.stats.association.levels import Groups

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
    """Find the smallest tie threshold with the largest mean accuracy, as `calibrate` does.

    Args:
        groups: Vectors, shape (groups, n), NaN where a cell is missing.
    """
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
    found, values = np.concatenate(thresholds), np.concatenate(accuracies)
    return float(found[values >= values.max() - ROUNDING].min())


def _chunks(bins: _Bins) -> Iterator[Ints]:
    """Part the open bins with several differences by the number of their pairs."""
    several = bins.open[bins.least[bins.open] < bins.most[bins.open]]
    number = np.cumsum(bins.pairs[several]) // MOST_SORTED
    for chunk in np.unique(number):
        yield several[number == chunk]

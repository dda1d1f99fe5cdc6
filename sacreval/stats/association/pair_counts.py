"""Ranks and counts of concordant, discordant and tied pairs, from which Kendall variants follow."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.stats.arrays import BLOCK_CELLS, Bools, Floats, Ints, as_rows, blocks


def average_ranks(values: Floats) -> Floats:
    """Rank each row; ties share the mean of their places.

    Args:
        values: Shape (..., n); equal floats are ties (round first, see `round_significant`).

    Returns:
        Ranks from 1, same shape, NaN where the value is NaN.
    """
    n = values.shape[-1]
    if n == 0:
        return values.copy()
    order = np.argsort(values, axis=-1, kind="stable")  # NaN sort to the end
    ordered = np.take_along_axis(values, order, axis=-1)
    place = np.broadcast_to(np.arange(n), values.shape)
    is_first = np.ones(values.shape, dtype=bool)
    is_first[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    is_last = np.ones(values.shape, dtype=bool)
    is_last[..., :-1] = is_first[..., 1:]
    first = np.maximum.accumulate(np.where(is_first, place, 0), axis=-1)
    last = np.minimum.accumulate(np.where(is_last, place, n)[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (first + last) / 2.0 + 1.0, axis=-1)
    ranks[np.isnan(values)] = np.nan
    return ranks


def dense_ranks(values: Floats) -> Ints:
    """Number the distinct values of each row 0, 1, 2 … in ascending order.

    Args:
        values: Shape (rows, n), without NaN.
    """
    order = np.argsort(values, axis=1)
    ordered = np.take_along_axis(values, order, axis=1)
    steps = np.zeros(values.shape, dtype=np.int64)
    np.cumsum(ordered[:, 1:] > ordered[:, :-1], axis=1, out=steps[:, 1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=1)
    return ranks


def inversions(row: Ints, keys: Ints, n_rows: int) -> Ints:
    """Count, in each row, the pairs whose earlier member has the larger key.

    Radix passes from the highest bit: a pair is out of order exactly at the first bit where its
    keys differ, so each pass counts the ones before each zero and then parts both, stably.

    Args:
        row: Row of each key, ascending.
        keys: Non-negative integers in the order to be judged.
        n_rows: Number of rows.

    Returns:
        Shape (n_rows,).
    """
    total = np.zeros(n_rows)
    n = len(keys)
    if n == 0:
        return total.astype(np.int64)
    start = np.searchsorted(row, row, side="left")
    for bit in reversed(range(int(keys.max()).bit_length())):
        is_one: Bools = (keys >> bit) & 1 == 1
        ones_before: Ints = np.cumsum(is_one) - is_one
        ones_before -= ones_before[start]
        total += np.bincount(row[~is_one], weights=ones_before[~is_one], minlength=n_rows)
        zeros_in_part = np.bincount(start[~is_one], minlength=n)[start]
        zeros_before = np.arange(n) - start - ones_before
        place = start + np.where(is_one, zeros_in_part + ones_before, zeros_before)
        new_start = np.where(is_one, start + zeros_in_part, start)
        keys, start = _moved(keys, place), _moved(new_start, place)
    return np.rint(total).astype(np.int64)


def _moved(values: Ints, place: Ints) -> Ints:
    moved = np.empty_like(values)
    moved[place] = values
    return moved


MAX_SMALL = 64
"""Largest number of cells of a row whose pairs are listed; above, sorting is faster."""


@dataclass(frozen=True)
class PairCounts:
    """Counts of the pairs of cells of a row, by their order in metric and human scores.

    All fields broadcast to one shape.

    Attributes:
        pairs: All pairs.
        margin: Concordant minus discordant pairs, C - D.
        human_ties: Pairs with equal human scores.
        metric_ties: Pairs with equal metric scores.
        joint_ties: Pairs with equal human scores and equal metric scores.
        distinct: The smaller number of distinct values of the two sides, for tau-c.
        cells: Number of cells of the row.
    """

    pairs: Floats
    margin: Floats
    human_ties: Floats
    metric_ties: Floats
    joint_ties: Floats
    distinct: Floats
    cells: Floats

    @property
    def decided(self) -> Floats:
        """The number of pairs without a tie, C + D."""
        return self.pairs - self.human_ties - self.metric_ties + self.joint_ties

    @property
    def concordant(self) -> Floats:
        """The number of concordant pairs, C."""
        return (self.decided + self.margin) / 2

    @property
    def only_metric(self) -> Floats:
        """The number of pairs with equal metric scores only."""
        return self.metric_ties - self.joint_ties

    def without_copies(self, copies: Floats, distinct_cells: Floats) -> "PairCounts":
        """Leave out the pairs of a cell of a resample with its own copy.

        Copies are tied on both sides, for every metric. `cells` becomes the number for which tau-c
        equals tau-a if no values are tied.

        Args:
            copies: Number of such pairs, the sum of w (w - 1) / 2 over cells of weight w.
            distinct_cells: Number of different cells that are drawn.
        """
        pairs = self.pairs - copies
        with np.errstate(invalid="ignore", divide="ignore"):
            cells = np.sqrt(2 * pairs * distinct_cells / (distinct_cells - 1))
        return replace(
            self,
            pairs=pairs,
            human_ties=self.human_ties - copies,
            metric_ties=self.metric_ties - copies,
            joint_ties=self.joint_ties - copies,
            cells=cells,
        )


class Copies(NamedTuple):
    """Copies in each row of a resample.

    Attributes:
        pairs: Number of pairs of a cell with its own copy.
        distinct: Number of different cells that are drawn.
    """

    pairs: Floats
    distinct: Floats


def count_copies(seen: Bools, origin: Ints) -> Copies:
    """Count the copies in each row of drawn cells.

    Args:
        seen: Whether each cell takes part, shape (..., n).
        origin: Index of the unit or cell that each cell is a copy of; broadcastable to `seen`.

    Returns:
        Counts of shape (...).
    """
    n_cells = seen.shape[-1]
    rows = seen.reshape(int(np.prod(seen.shape[:-1])), n_cells)
    origins = np.broadcast_to(origin, seen.shape).reshape(rows.shape)
    width = int(origins.max(initial=-1)) + 1
    copies, distinct = np.zeros((2, len(rows)))
    for part in blocks(len(rows), max(width, n_cells)):
        n = part.stop - part.start
        keys = (np.arange(n)[:, None] * width + origins[part])[rows[part]]
        times = np.bincount(keys, minlength=n * width).reshape(n, width)
        copies[part] = (times * (times - 1) // 2).sum(axis=1)
        distinct[part] = np.count_nonzero(times, axis=1)
    return Copies(copies.reshape(seen.shape[:-1]), distinct.reshape(seen.shape[:-1]))


def count_pairs(x: Floats, z: Floats) -> PairCounts:
    """Count the pairs of each row; cells that are NaN on either side are ignored.

    Args:
        x: Metric scores, shape (..., n).
        z: Human scores, broadcastable to the same shape.

    Returns:
        Counts of shape (...).
    """
    x, z = np.broadcast_arrays(x, z)
    shape, n = x.shape[:-1], x.shape[-1]
    flat_x, flat_z = as_rows(x), as_rows(z)
    small = n <= MAX_SMALL
    count = _count_small if small else _count_sorted
    each = n * max(n - 1, 2) // 2 if small else n
    limit = BLOCK_CELLS if small else BLOCK_CELLS // 4
    parts = [count(flat_x[b], flat_z[b]) for b in blocks(len(flat_x), each, limit)]
    table = np.concatenate(parts, axis=1) if parts else np.zeros((7, 0))
    return PairCounts(*(row.reshape(shape) for row in table))


def _count_small(x: Floats, z: Floats) -> Floats:
    """Count from the signs of all pairs, as bytes, with rows along the contiguous axis."""
    i, k = np.triu_indices(x.shape[-1], 1)
    seen = ~(np.isnan(x) | np.isnan(z)).T
    rank_x, distinct_x = _byte_ranks(x.T, seen)
    rank_z, distinct_z = _byte_ranks(z.T, seen)
    sign_x, sign_z = np.sign(rank_x[i] - rank_x[k]), np.sign(rank_z[i] - rank_z[k])
    cells = seen.sum(axis=0)
    tie_x, tie_z = sign_x == 0, sign_z == 0
    if not seen.all():
        valid = seen[i] & seen[k]
        tie_x, tie_z = tie_x & valid, tie_z & valid
        sign_x *= valid
    margin = (sign_x * sign_z).sum(axis=0, dtype=np.int32)
    ties = [t.sum(axis=0, dtype=np.int32) for t in (tie_z, tie_x, tie_x & tie_z)]
    distinct = np.minimum(distinct_x, distinct_z)
    return np.array([cells * (cells - 1) // 2, margin, *ties, distinct, cells], dtype=np.float64)


def _byte_ranks(values: Floats, seen: Bools) -> tuple[npt.NDArray[np.int8], Ints]:
    """Return dense ranks of each column and the number of ranks; unseen cells rank last."""
    if values.shape[0] == 0:
        return np.zeros(values.shape, dtype=np.int8), np.zeros(values.shape[1], dtype=np.int64)
    filled = np.where(seen, values, np.inf)
    order = np.argsort(filled, axis=0)
    ordered = np.take_along_axis(filled, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.int8)
    np.cumsum(ordered[1:] > ordered[:-1], axis=0, out=steps[1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    return ranks, steps.max(axis=0).astype(np.int64) + 1 - (~seen).any(axis=0)


def _count_sorted(x: Floats, z: Floats) -> Floats:
    """Count by sorting by metric, then human score: inversions of human scores are discordant."""
    n_rows, width = x.shape
    seen = ~(np.isnan(x) | np.isnan(z))
    row = np.nonzero(seen)[0]
    rank_x, rank_z = (
        dense_ranks(np.where(seen, x, np.inf))[seen],
        dense_ranks(np.where(seen, z, np.inf))[seen],
    )
    by_x, by_z = row * width + rank_x, row * width + rank_z
    keys = np.sort(by_x * width + rank_z)
    cells = seen.sum(axis=1)
    pairs = cells * (cells - 1) // 2
    sizes_x = np.bincount(by_x, minlength=n_rows * width).reshape(n_rows, width)
    sizes_z = np.bincount(by_z, minlength=n_rows * width).reshape(n_rows, width)
    ties_x, ties_z = ((s * (s - 1) // 2).sum(axis=1) for s in (sizes_x, sizes_z))
    both = _runs(keys, row, n_rows)
    margin = pairs - ties_x - ties_z + both - 2 * inversions(row, keys % width, n_rows)
    distinct = np.minimum((sizes_x > 0).sum(axis=1), (sizes_z > 0).sum(axis=1))
    return np.array([pairs, margin, ties_z, ties_x, both, distinct, cells], dtype=np.float64)


def _runs(keys: Ints, row: Ints, n_rows: int) -> Ints:
    """Count the pairs of equal keys of each row; keys are sorted."""
    if len(keys) == 0:
        return np.zeros(n_rows, dtype=np.int64)
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    sizes = np.diff(np.append(starts, len(keys)))
    tied = np.bincount(row[starts], weights=sizes * (sizes - 1) // 2, minlength=n_rows)
    return np.rint(tied).astype(np.int64)

"""Ranks and inversions of many vectors at once; NaN cells are ignored."""

import numpy as np

from sacreval.stats.arrays import Bools, Floats, Ints


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
        one: Bools = (keys >> bit) & 1 == 1
        ones_before: Ints = np.cumsum(one) - one
        ones_before -= ones_before[start]
        total += np.bincount(row[~one], weights=ones_before[~one], minlength=n_rows)
        zeros_in_part = np.bincount(start[~one], minlength=n)[start]
        zeros_before = np.arange(n) - start - ones_before
        place = start + np.where(one, zeros_in_part + ones_before, zeros_before)
        new_start = np.where(one, start + zeros_in_part, start)
        keys, start = _moved(keys, place), _moved(new_start, place)
    return np.rint(total).astype(np.int64)


def _moved(values: Ints, place: Ints) -> Ints:
    moved = np.empty_like(values)
    moved[place] = values
    return moved

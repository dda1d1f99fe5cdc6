"""Small tools on arrays: types, ties among floats, the best score, blocks of work on threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from sacreval.stats.rounding import SIGNIFICANT_DIGITS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_TINY, _HUGE = 1e-290, 1e290  # beyond these the power of ten would leave the range of a double
BLOCK_CELLS = 2_000_000
"""Cells of one temporary array: 16 MB of float64, which keeps a run far below a gigabyte."""


def round_significant(values: npt.ArrayLike, digits: int = SIGNIFICANT_DIGITS) -> Floats:
    """Round to significant decimal digits, so that ties of means survive any order of summation.

    Args:
        values: Numbers of any shape; NaN and infinities stay as they are.
        digits: Significant digits kept.

    Returns:
        A new array of the same shape.
    """
    x = np.asarray(values, dtype=np.float64)
    size = np.abs(x)
    regular = (size > _TINY) & (size < _HUGE)
    safe = np.where(regular, x, 1.0)
    exponent = digits - 1 - np.floor(np.log10(np.abs(safe)))
    scale = 10.0 ** np.abs(exponent)
    up = exponent >= 0
    scaled = np.rint(np.where(up, safe * scale, safe / scale))
    return np.where(regular, np.where(up, scaled / scale, scaled * scale), x)


def as_rows(values: Floats) -> Floats:
    """Flatten all axes but the last, also where that one is empty."""
    rows: Floats = values.reshape(int(np.prod(values.shape[:-1])), values.shape[-1])
    return rows


def blocks(total: int, cells_each: int, limit: int = BLOCK_CELLS) -> Iterator[slice]:
    """Cut things of `cells_each` cells into slices of at most `limit` cells, or of one thing."""
    step = max(1, limit // max(1, cells_each))
    for start in range(0, total, step):
        yield slice(start, min(start + step, total))


def is_constant(values: Floats) -> Bools:
    """Check which rows hold a single value (to twelve digits) among their cells that are not NaN.

    Args:
        values: Shape (..., n).

    Returns:
        Shape (...): also true for rows with fewer than two cells.
    """
    seen = ~np.isnan(values)
    high = np.where(seen, values, -np.inf).max(axis=-1, initial=-np.inf)
    low = np.where(seen, values, np.inf).min(axis=-1, initial=np.inf)
    size = np.maximum(np.abs(high), np.abs(low))
    few = seen.sum(axis=-1) < 2  # one value cannot vary
    with np.errstate(invalid="ignore"):
        flat: Bools = (high - low) <= size * 10.0**-SIGNIFICANT_DIGITS
    return np.asarray(flat | few)


def jointly_present(*arrays: Floats) -> tuple[Floats, ...]:
    """Copy the arrays with NaN in every cell that any of them lacks."""
    missing = np.logical_or.reduce([np.isnan(a) for a in arrays])
    return tuple(np.where(missing, np.nan, a) for a in arrays)


def first_best(scores: ArrayLike, *, higher: bool) -> int | None:
    """Return the index of the best score, the first of ties.

    Args:
        scores: Array (n,), NaN for what has no score.
        higher: Whether larger values are better.

    Returns:
        The index; None if there is no score.
    """
    import numpy as np

    rounded = round_significant(scores)
    if np.isnan(rounded).all():
        return None
    return int(np.nanargmax(rounded) if higher else np.nanargmin(rounded))


T = TypeVar("T")
Result = TypeVar("Result")


def in_order(
    function: Callable[[T], Result], blocks: Iterable[T], workers: int
) -> Iterator[Result]:
    """Yield the result of each block, in the order of the blocks.

    Args:
        function: Function of a block; products and kernels let other threads run.
        blocks: The blocks.
        workers: Number of threads, from 1; one more block than these is in memory.
    """
    if workers <= 1:
        yield from map(function, blocks)
        return
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        running: deque[Future[Result]] = deque()
        try:
            for block in blocks:
                running.append(pool.submit(function, block))
                if len(running) > workers:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()

"""Pieces of a batch: what came of each, put together again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from sacreval.execution.work import Done, LeftOut

if TYPE_CHECKING:
    from sacreval.metric import Array


def joined(parts: Sequence[Done]) -> Done:
    """Make one of what came of a batch's pieces.

    Args:
        parts: In the order of the pieces, one or more.
    """
    if len(parts) == 1:
        return parts[0]
    offsets = [0, *accumulate(len(part.rows) for part in parts)]
    failures = {
        offset + i: text
        for offset, part in zip(offsets, parts, strict=False)
        for i, text in part.failures.items()
    }
    left_out = [part.left_out for part in parts if part.left_out is not None]
    return Done(
        stacked([part.rows for part in parts]), failures, _left_out(left_out) if left_out else None
    )


def stacked(blocks: Sequence[Array]) -> Array:
    """Put blocks of rows below each other; those that nobody scored may be narrower.

    Args:
        blocks: Arrays (n, k), or (n, 1) and all NaN.

    Returns:
        Array (sum of n, k), float64.
    """
    import numpy as np

    width = max((block.shape[1] for block in blocks), default=1)
    whole = [b if b.shape[1] == width else np.full((len(b), width), np.nan) for b in blocks]
    return np.concatenate([*whole, np.zeros((0, width))])


def _left_out(parts: Sequence[LeftOut]) -> LeftOut:
    import numpy as np

    counts = np.concatenate([np.diff(part.starts) for part in parts])
    return LeftOut(stacked([part.rows for part in parts]), np.concatenate([[0], np.cumsum(counts)]))

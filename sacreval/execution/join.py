"""Concatenate the results of the slices of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from sacreval.core.contract.formulas import Sums
from sacreval.execution.work import BatchRows, LeaveOneOutRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def join(parts: Sequence[BatchRows], sizes: Sequence[int] = ()) -> BatchRows:
    """Concatenate one metric's results for the slices of a batch, in their order.

    Args:
        parts: The results of each slice.
        sizes: The number of records of each; needed where some results are sums, and some rows.
    """
    if len(parts) == 1:
        return parts[0]
    sums = [part.sums for part in parts if part.sums is not None]
    if len(sums) == len(parts):
        return BatchRows.of_sums(reduce(Sums.plus, sums))
    if sums:
        parts = list(map(_padded, parts, sizes))
    import numpy as np

    starts = np.concatenate([[0], np.cumsum([len(part.rows) for part in parts])]).tolist()
    failures = {
        start + i: sentence
        for start, part in zip(starts[:-1], parts, strict=True)
        for i, sentence in part.failures.items()
    }
    unanswered = [
        start + i for start, part in zip(starts[:-1], parts, strict=True) for i in part.unanswered
    ]
    leave_one_out = [part.leave_one_out for part in parts if part.leave_one_out is not None]
    return BatchRows(
        stack([part.rows for part in parts]),
        failures,
        _joined(leave_one_out) if leave_one_out else None,
        unanswered=unanswered,
    )


def _padded(part: BatchRows, size: int) -> BatchRows:
    """Return sums as the first of as many rows as there are records; the others are 0."""
    import numpy as np

    if part.sums is None:
        return part
    rows = np.zeros((size, len(part.sums)))
    rows[0] = part.sums
    return part._replace(rows=rows, sums=None)


def stack(blocks: Sequence[Array]) -> Array:
    """Stack blocks of rows; a block without a scored record may be narrower, and is widened."""
    import numpy as np

    width = max(block.shape[1] for block in blocks)
    return np.concatenate(
        [b if b.shape[1] == width else np.full((len(b), width), np.nan) for b in blocks]
    )


def _joined(parts: Sequence[LeaveOneOutRows]) -> LeaveOneOutRows:
    import numpy as np

    sizes = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return LeaveOneOutRows(stack([part.rows for part in parts]), starts)

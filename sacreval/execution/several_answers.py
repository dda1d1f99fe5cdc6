"""Rows of records with several answers: the mean or the sum of the rows of these."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from sacreval.core.contract.several_answers import answers
from sacreval.execution.work import BatchRows, LeaveOneOutRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch


def of_records(done: BatchRows, sizes: Sequence[int], *, mean: bool) -> BatchRows:
    """Average or add up the rows of answers by record.

    A record has a row if all of its answers have one, and the reason of the first that has none.

    Args:
        done: The rows of `m` answers, record after record.
        sizes: Number of answers of each of `n` records, 1 or more; their sum is `m`.
        mean: Whether rows are averaged, so that each record counts alike, or added up.
    """
    import numpy as np

    starts = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.add.reduceat(done.rows, starts[:-1], axis=0)
    rows = rows / np.asarray(sizes)[:, None] if mean else rows
    owners = np.repeat(np.arange(len(sizes)), sizes).tolist()
    failures: dict[int, str] = {}
    for i in sorted(done.failures):
        failures.setdefault(owners[i], done.failures[i])
    leave_one_out = done.leave_one_out and _leave_one_out(
        done.leave_one_out, starts.tolist(), mean=mean
    )
    without = _owners(done.unanswered, starts.tolist())
    return BatchRows(rows, failures, leave_one_out, unanswered=without)


def unanswered(metric: Metric, batch: Batch) -> Sequence[int]:
    """Return the indices of the records with an answer that cannot be read."""
    if (found := answers(metric, batch)) is None:
        return metric.unanswered(batch)
    return _owners(metric.unanswered(found.batch), [0, *accumulate(found.sizes)])


def _owners(places: Sequence[int], starts: Sequence[int]) -> list[int]:
    """Return the indices of the records that some answers are of."""
    return sorted({bisect_right(starts, place) - 1 for place in places})


def _leave_one_out(found: LeaveOneOutRows, starts: Sequence[int], *, mean: bool) -> LeaveOneOutRows:
    """Fold the rows without each reference; none where they are not known for each answer."""
    import numpy as np

    blocks = [found.rows[a:b] for a, b in pairwise(found.starts.tolist())]
    folded = [_folded(blocks[a:b], mean=mean) for a, b in pairwise(starts)]
    ends = np.cumsum([len(one) for one in folded])
    return LeaveOneOutRows(np.concatenate(folded), np.concatenate([[0], ends]))


def _folded(blocks: Sequence[Array], *, mean: bool) -> Array:
    import numpy as np

    if len({len(block) for block in blocks}) > 1:
        return blocks[0][:0]
    total: Array = np.sum(blocks, axis=0)
    return total / len(blocks) if mean else total

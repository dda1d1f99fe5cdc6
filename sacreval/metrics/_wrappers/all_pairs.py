"""Scores of every output for an input against every other, in blocks of bounded memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from sacreval.core.metric import PairKernel
from sacreval.errors import RecordError

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch

PAIRS = 1 << 15  # scored at a time: a few megabytes of statistics, which stay in cache


@runtime_checkable
class AllPairsKernel(Protocol):
    """A metric with a kernel that counts each output once."""

    def all_pairs_rows(self, outputs: Batch, first: int, last: int, /) -> Array | None:
        """Compute the statistics of outputs against all outputs.

        Args:
            outputs: `n` records, whose references are not read.
            first: The first output whose statistics are computed.
            last: The output after the last of these.

        Returns:
            Array (last - first, n, k): cell i, j is the row of output first + i with output j as
            its only reference; None where the kernel does not compute the rows.
        """


def all_pairs(
    metric: Metric, outputs: Batch, first: int, last: int, score: str, *, own: bool
) -> Array:
    """Score outputs against every output for the same input.

    Args:
        metric: The metric for single records.
        outputs: `n` records, whose references are not read.
        first: The first output that is scored.
        last: The output after the last of these.
        score: Name of the metric's output.
        own: Whether outputs are scored against themselves too.

    Returns:
        Array (last - first, n), NaN for pairs that cannot be scored, and for an output and itself
        unless `own`.
    """
    import numpy as np

    from sacreval.stats.arrays import blocks

    n = len(outputs)
    scores = np.empty((last - first, n))
    symmetric = getattr(metric, "symmetric_outputs", ())  # the same if the two texts are swapped
    half = last - first == n and score in symmetric
    for block in blocks(last - first, n, PAIRS):
        low, high = first + block.start, first + block.stop
        rows = None
        if isinstance(metric, AllPairsKernel):
            rows = metric.all_pairs_rows(outputs, low, high)
        if rows is None:
            scores[block] = _by_pairs(metric, outputs, low, high, score, own=own, half=half)
        else:
            flat = metric.reduce(rows.reshape(-1, rows.shape[-1]))[score]
            scores[block] = flat.reshape(-1, n)
            half = False
    if half:
        below = np.tril_indices(n, -1)
        scores[below] = scores.T[below]
    if not own:
        scores[np.arange(last - first), np.arange(first, last)] = np.nan
    return scores


def _by_pairs(
    metric: Metric, outputs: Batch, first: int, last: int, score: str, *, own: bool, half: bool
) -> Array:
    """Score outputs with other outputs as their references; with half, those that follow only."""
    import numpy as np

    n = len(outputs)
    i, j = np.meshgrid(np.arange(first, last), np.arange(n), indexing="ij")
    wanted = ((j > i) if half else (j != i)) | ((j == i) & own)
    texts = outputs.predictions
    members = [
        msgspec.structs.replace(outputs[k], references=[texts[m] for m in np.flatnonzero(row)])
        for k, row in enumerate(wanted, start=first)
        if row.any()
    ]
    scores = np.full(wanted.shape, np.nan)
    if members:
        scores[wanted] = _scores(metric, replace(outputs, instances=members, lines=()), score)
    return scores


def _pair_rows(metric: Metric, batch: Batch) -> Array:
    """Compute the statistics of every output against each of its references alone."""
    if isinstance(metric, PairKernel) and metric.on_kernels():
        return metric.pair_rows(batch)
    single = [
        msgspec.structs.replace(instance, references=[reference])
        for instance in batch
        for reference in instance.references or ()
    ]
    return metric.rows(replace(batch, instances=single, lines=()))


def _scores(metric: Metric, batch: Batch, score: str) -> Array:
    """Score each pair; one at a time where a pair cannot be scored."""
    import numpy as np

    try:
        return metric.reduce(_pair_rows(metric, batch))[score]
    except RecordError:
        pass
    found = []
    for instance in batch:
        for reference in instance.references or ():
            pair = msgspec.structs.replace(instance, references=[reference])
            try:
                rows = metric.rows(replace(batch, instances=[pair], lines=()))
                found.append(float(metric.reduce(rows)[score][0]))
            except RecordError:
                found.append(np.nan)
    return np.array(found)

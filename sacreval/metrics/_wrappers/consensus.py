"""Consensus: the mean score of an output against the other outputs for the same input.

The output with the best mean is that of minimum Bayes risk (Kumar and Byrne 2004, aclanthology.org/
N04-1022) with the metric as the utility; outputs may have weights (Jinnai et al. 2023,
arXiv:2311.05263).

References of a record are all outputs for its input, if the metric needs references.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, runtime_checkable

import msgspec

from sacreval.core.contract.declarations import field_kind
from sacreval.core.contract.metric_records import for_instances, settle
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import PairKernel, on_kernels
from sacreval.core.options.field_types import Kind, many
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.extraction import Extracted
from sacreval.stats.ratio import ratio

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch, Instance


PAIRS_AT_ONCE = 1 << 15  # scored at a time: a few megabytes of statistics, which stay in cache


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
    for block in blocks(last - first, n, PAIRS_AT_ONCE):
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
    if isinstance(metric, PairKernel) and on_kernels(metric):
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
    scores = []
    for instance in batch:
        for reference in instance.references or ():
            pair = msgspec.structs.replace(instance, references=[reference])
            try:
                rows = metric.rows(replace(batch, instances=[pair], lines=()))
                scores.append(float(metric.reduce(rows)[score][0]))
            except RecordError:
                scores.append(np.nan)
    return np.array(scores)


CANDIDATE = "candidate"  # the key of `meta` under which a record says which output it is


class CandidateOutput(msgspec.Struct, frozen=True):
    """Which of the outputs for an input a record holds.

    Args:
        record: The number of the input, from 0.
        index: The index of the output, from 0.
        weights: The weight of each output as a reference; None if all are equal.
    """

    record: int
    index: int
    weights: Sequence[float] | None = None


class Answered(NamedTuple):
    """The outputs for an input that have an answer.

    Args:
        outputs: A record for each.
        places: The index of each among all outputs.
    """

    outputs: Batch
    places: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Consensus(Wrapped):
    """The mean score of an output against all other outputs for its input.

    A record has one of the outputs as its prediction, all of them as its references, and a
    `CandidateOutput` in `meta`. Records of one input are next to each other. An output without an
    answer is missing, and no reference of the others.

    Args:
        metric: The metric that compares two outputs.
        score: Name of its output that is averaged.
        include_self: Whether an output is a reference of its own too.
    """

    score: str
    include_self: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.metric, Extracted):
            object.__setattr__(self, "metric", replace(self.metric, unextracted="missing"))
        kinds: dict[str, Kind] = dict(self.kinds)
        kinds["references"] = many(field_kind(self, "prediction"))
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "score_scale", self.score_scale._replace(mean=True))
        object.__setattr__(self, "origin", self.origin._replace(counterpart=""))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the output that is averaged."""
        return (self.score,)

    def rows(self, batch: Batch) -> Array:
        """Compute the sum of weighted scores and the sum of weights; NaN without an answer."""
        import numpy as np

        rows = np.full((len(batch), 2), np.nan)
        for start, end in _inputs(batch):
            rows[start:end] = self._rows_of_input(batch[start:end])
        return rows

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the weights; NaN where there is nothing to compare with."""
        import numpy as np

        return {self.score: ratio(sums[..., 0], sums[..., 1], otherwise=np.nan)}

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the metric on the outputs, each of which is a reference of itself."""
        answered = [
            replace(batch, instances=[_alone(output) for output in self._answers(batch).outputs])
            for batch in batches
        ]
        if not isinstance(self.metric, Extracted):
            return replace(self, metric=settle(self.metric, answered))
        inner = settle(self.metric.metric, answered)
        return replace(self, metric=replace(self.metric, metric=inner))

    def fault(self, instance: Instance) -> str | None:
        """Return the error that the metric finds in the output as its own reference."""
        try:
            return self._compared.fault(_alone(self._answer(instance)))
        except RecordError:
            return None  # the output is counted as missing

    def _rows_of_input(self, members: Batch) -> Array:
        """Compute the rows of some outputs for one input."""
        import numpy as np

        first = members[0]
        texts = first.references or ()
        held = [msgspec.structs.replace(first, prediction=x, references=None) for x in texts]
        answered = self._answers(replace(members, instances=held, lines=()))
        asked = [_candidate(member).index for member in members]
        place = {index: i for i, index in enumerate(answered.places)}
        wanted = sorted(place[index] for index in asked if index in place)
        rows = np.full((len(asked), 2), np.nan)
        if not wanted:
            return rows
        low, high = wanted[0], wanted[-1] + 1
        scores = all_pairs(
            self._compared, answered.outputs, low, high, self.score, own=self.include_self
        )
        weights = _candidate(first).weights or np.ones(len(texts))
        used = np.where(np.isnan(scores), 0.0, np.asarray(weights)[answered.places])
        sums = np.column_stack([(used * np.nan_to_num(scores)).sum(axis=1), used.sum(axis=1)])
        if len(answered.places) > 1 or self.include_self:  # else there is nothing to compare with
            sums[np.isnan(scores).all(axis=1)] = np.nan
        for row, index in zip(rows, asked, strict=True):
            if index in place:
                row[:] = sums[place[index] - low]
        return rows

    @property
    def _compared(self) -> Metric:
        """The metric that compares answers."""
        inner = self.metric.metric if isinstance(self.metric, Extracted) else self.metric
        between: Metric = getattr(inner, "between_outputs", inner)
        return for_instances(between)

    def _answer(self, instance: Instance) -> Instance:
        if not isinstance(self.metric, Extracted):
            return instance
        return self.metric.changed(msgspec.structs.replace(instance, references=None))

    def _answers(self, batch: Batch) -> Answered:
        """Return the records with answers in place of outputs, without those that have none."""
        if not isinstance(self.metric, Extracted):
            return Answered(batch, range(len(batch)))
        answered = {}
        for i, instance in enumerate(batch):
            try:
                answered[i] = self._answer(instance)
            except RecordError:
                continue
        return Answered(replace(batch, instances=[*answered.values()], lines=()), [*answered])


def _candidate(instance: Instance) -> CandidateOutput:
    candidate: Any = (instance.meta or {})[CANDIDATE]
    return (
        candidate
        if isinstance(candidate, CandidateOutput)
        else msgspec.convert(candidate, CandidateOutput)
    )


def _alone(instance: Instance) -> Instance:
    return msgspec.structs.replace(instance, references=[instance.prediction])


def _inputs(batch: Batch) -> Iterator[tuple[int, int]]:
    """Yield where the records of each input start and end."""
    start = 0
    numbers = [_candidate(instance).record for instance in batch]
    for i in range(1, len(batch) + 1):
        if i == len(batch) or numbers[i] != numbers[start]:
            yield start, i
            start = i

"""The best of several outputs, by a metric without references or by consensus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.core.contract.declarations import direction, field_kind, main_output
from sacreval.core.contract.metric_records import for_instances, is_settled
from sacreval.core.metric import Metric
from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Batch, Instance
from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.errors import UsageError, nearest
from sacreval.execution import SERIAL, Backend, FinishedBatch, RowTask
from sacreval.features.select.candidates import SELECTED, Candidates, OutputField, Weighting
from sacreval.metrics._wrappers import CANDIDATE, Consensus, Folded, extracts
from sacreval.scoring.entries.engine import scores_of
from sacreval.scoring.entries.run_metrics import Entry, refuse_sets
from sacreval.stats.arrays import first_best

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sacreval.core.metric import Array


class OutputChoice(NamedTuple):
    """How outputs are chosen.

    Args:
        metric: The metric, as it scores single outputs.
        score: Name of the output by which it chooses.
        consensus: Whether outputs are compared with each other.
    """

    metric: Metric
    score: str
    consensus: bool

    def candidates(
        self, of: OutputField | None = None, weighting: Weighting | None = None
    ) -> Candidates:
        """Return what makes a record of each output.

        Raises:
            UsageError: If outputs have weights, but are not references of each other.
        """
        if weighting is not None and not self.consensus:
            raise UsageError(
                f"{weighting.name}: {self.metric.name} scores each output on its own, so that "
                "weights have no effect; drop it"
            )
        kind = field_kind(self.metric, "prediction")
        return Candidates(kind, self.metric.name, self.consensus, of, weighting)

    def entries(self) -> Sequence[Entry]:
        """Return the metric as the only entry of a run."""
        return [Entry(self.metric)]

    def with_metric(self, metric: Metric) -> OutputChoice:
        """Return the same choice by a metric whose options are all set.

        Raises:
            UsageError: If neither larger nor smaller scores are better.
        """
        return self._replace(metric=checked_direction(for_instances(metric), self.score))


def choice_of(
    entries: Sequence[Entry], score: str | None = None, *, include_self: bool = False
) -> OutputChoice:
    """Return how a metric chooses among outputs: by consensus if it needs references.

    Args:
        entries: The metric.
        score: Name of its output that decides; by default the main one.
        include_self: Whether an output is one of its own references.

    Raises:
        UsageError: If the metric cannot choose.
    """
    if len(entries) != 1:
        raise UsageError("outputs are chosen by one metric; name one")
    refuse_sets(entries, remedy="choose by another")
    metric = entries[0].metric
    if isinstance(metric, Folded):
        raise UsageError(
            "outputs are scored one by one; drop --reduce-predictions and --reduce-references"
        )
    if metric.judges != "prediction":
        raise UsageError(f"{metric.name} does not score single outputs; choose by another metric")
    consensus = "references" in metric.needs
    if include_self and not consensus:
        raise UsageError(f"{metric.name} scores each output on its own; drop --include-self")
    score = _output(metric, score)
    if is_settled(metric):
        checked_direction(metric, score)
    if consensus:
        if metric.options().get("extract_references", "none") != "none":
            raise UsageError("outputs are the references here; drop --extract-references")
        metric = Consensus(metric=metric, score=score, include_self=include_self)
    return OutputChoice(metric, score, consensus)


def checked_direction(metric: Metric, score: str) -> Metric:
    """Check that larger or smaller scores are better."""
    if direction(metric, score) is None:
        raise UsageError(
            f"neither larger nor smaller values of {score} are better; choose by another output "
            "with --score, or by another metric"
        )
    return metric


def _output(metric: Metric, score: str | None) -> str:
    if score is None:
        return str(main_output(metric))
    if score not in metric.outputs:
        raise UsageError(
            f"--score: {metric.name} has no output '{score}'; {nearest(score, metric.outputs)}"
        )
    return score


@dataclass
class Selecting:
    """The choice of one output for each input, as their scores are computed.

    Args:
        choice: How outputs are chosen.
        candidates: What makes a record of each output, and holds the original records.
        count: Number of outputs chosen.
        single: Number of inputs with one output to choose from, which has no score.
        unscored: Number of outputs that could not be scored.
        replaced: Number of records that had another `prediction`.
        example: Why the first of these could not be.
        failures: Why no output was chosen for an input.
    """

    choice: OutputChoice
    candidates: Candidates
    count: int = 0
    single: int = 0
    unscored: int = 0
    replaced: int = 0
    example: str = ""
    failures: list[str] = field(default_factory=list)

    def records(self, batches: Iterable[Batch], backend: Backend = SERIAL) -> Iterator[Instance]:
        """Yield each record with the best of its outputs as its prediction.

        Args:
            batches: Checked batches of `candidates`.
            backend: The backend that computes rows.
        """
        finished = backend.run(RowTask((self.choice.metric,)), batches)
        scored = chain.from_iterable(map(self._scored, finished))
        for number, members in groupby(scored, key=lambda member: member.number):
            yield self._chosen(self.candidates.original(number), list(members))

    def notices(self) -> list[str]:
        """Describe what was chosen, and what was not compared."""
        few, many = self.candidates.fewest, self.candidates.most
        each = f"{few}" if few == many else f"{few} to {many}"
        how = "by consensus" if self.choice.consensus else "by their own scores"
        lines = [f"{self.count} outputs chosen, of {each} each, {how}: {self.signature}"]
        if not self.count:
            lines = ["no output was chosen"]
        if self.single:
            lines.append(f"{self.single} inputs have one output to choose from, without a score")
        if self.unscored:
            lines.append(f"{self.unscored} outputs could not be scored, such as {self.example}")
        if self.candidates.unused:
            lines.append(
                f"references of {self.candidates.unused} records are not read: outputs are "
                "compared with each other"
            )
        if self.replaced:
            lines.append(f"{self.replaced} records had a `prediction`, which was replaced")
        return lines

    @cached_property
    def signature(self) -> str:
        """The metric, its options, and how outputs were compared."""
        weights = self.candidates.weighting
        conditions: Mapping[str, object] = {
            "score": None if self.choice.consensus else self.choice.score,
            "weights": None if weights is None else "softmax" if weights.log else "given",
            "sacreval": version(),
        }
        return f"{self.choice.metric.signature()}|{write_conditions(**conditions)}"

    def _scored(self, finished: FinishedBatch) -> Iterator[_Scored]:
        batch, [done] = finished
        scores: Array = scores_of(self.choice.metric, done.rows)[self.choice.score]
        for i, (instance, score) in enumerate(zip(batch, scores.tolist(), strict=True)):
            candidate = (instance.meta or {})[CANDIDATE]
            why = done.failures.get(i, "")
            yield _Scored(candidate.record, candidate.index, instance, score, why, batch.where(i))

    def _chosen(self, whole: Instance, members: list[_Scored]) -> Instance:
        if whole.error is not None:
            self.failures.append(members[0].why)
            return whole
        compared = [member for member in members if not member.why]
        self._count_unscored(members)
        higher = direction(self.choice.metric, self.choice.score)
        best = first_best([member.score for member in compared], higher=bool(higher))
        if not compared:
            return self._failed(whole, members)
        if best is None:
            self.single += 1
        chosen = compared[best or 0]
        self.count += 1
        self.replaced += whole.prediction is not None
        selected = {
            "index": chosen.place,
            "score": None if best is None else chosen.score,
            "of": len(members),
            "by": self.signature,
        }
        return msgspec.structs.replace(
            whole,
            prediction=chosen.instance.prediction,
            samples=None,
            predictions=None,
            meta={**(whole.meta or {}), SELECTED: selected},
        )

    def _count_unscored(self, members: Sequence[_Scored]) -> None:
        lacking = [member for member in members if member.why]
        self.unscored += len(lacking)
        if lacking and not self.example:
            why = self._reason(lacking[0]).removeprefix(f"{lacking[0].where}: ")
            self.example = f"{lacking[0].where}, output {lacking[0].place} ({why})"

    def _reason(self, scored: _Scored) -> str:
        if not self.choice.consensus:
            return scored.why
        return "no answer" if extracts(self.choice.metric) else "it cannot be compared with others"

    def _failed(self, whole: Instance, members: Sequence[_Scored]) -> Instance:
        why = f"none of {len(members)} outputs could be scored"
        self.failures.append(f"{members[0].where}: {why}")
        error = missing_output("failed", why)
        return msgspec.structs.replace(
            whole, prediction=None, samples=None, predictions=None, error=error
        )


class _Scored(NamedTuple):
    """An output with its score, or why it has none."""

    number: int
    place: int
    instance: Instance
    score: float
    why: str
    where: str

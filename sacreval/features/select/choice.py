"""Choice: how a metric chooses among outputs: each on its own, or compared with the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sacreval.core.metric import Metric
from sacreval.errors import UsageError, nearest
from sacreval.features.select.candidates import Candidates, OutputField, Weighting
from sacreval.metrics._wrappers import Consensus, Folded
from sacreval.scoring.entries.run_metrics import Entry, refuse_sets


class Choice(NamedTuple):
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
        kind = self.metric.kind_of("prediction")
        return Candidates(kind, self.metric.name, self.consensus, of, weighting)

    def entries(self) -> Sequence[Entry]:
        """Return the metric as the only entry of a run."""
        return [Entry(self.metric)]

    def with_metric(self, metric: Metric) -> Choice:
        """Return the same choice by a metric whose options are all set.

        Raises:
            UsageError: If neither larger nor smaller scores are better.
        """
        return self._replace(metric=checked_direction(metric.for_instances(), self.score))


def choice_of(
    entries: Sequence[Entry], score: str | None = None, *, include_self: bool = False
) -> Choice:
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
    if metric.is_settled():
        checked_direction(metric, score)
    if consensus:
        if metric.options().get("extract_references", "none") != "none":
            raise UsageError("outputs are the references here; drop --extract-references")
        metric = Consensus(metric=metric, score=score, include_self=include_self)
    return Choice(metric, score, consensus)


def checked_direction(metric: Metric, score: str) -> Metric:
    """Check that larger or smaller scores are better."""
    if metric.is_higher_better(score) is None:
        raise UsageError(
            f"neither larger nor smaller values of {score} are better; choose by another output "
            "with --score, or by another metric"
        )
    return metric


def _output(metric: Metric, score: str | None) -> str:
    if score is None:
        return str(metric.main_output())
    if score not in metric.outputs:
        raise UsageError(
            f"--score: {metric.name} has no output '{score}'; {nearest(score, metric.outputs)}"
        )
    return score

"""Counterparts: results recomputed by the libraries that metrics name as their source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.libraries import library
from sacreval.core.metric import Metric, SetMetric
from sacreval.core.results import Result
from sacreval.core.version import version
from sacreval.core.wrapper import Wrapped
from sacreval.errors import NotSetUpError
from sacreval.scoring.engine import choose
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.inputs import settle
from sacreval.scoring.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

Place = tuple[str, str | None, str]


class Recomputed(NamedTuple):
    """Values by a library.

    Args:
        by: The library and its version; empty where the metric names none, or it is missing.
        values: System, group and output to value.
        why_not: Why other outputs have none, in words.
    """

    by: str
    values: Mapping[Place, float]
    why_not: str


@dataclass(frozen=True, kw_only=True)
class ByLibrary(Wrapped, SetMetric):
    """A metric whose sets are scored by the library that its source names.

    Args:
        metric: The metric; its rows say which records can be scored, and nothing else.
    """

    def rows(self, batch: Batch) -> Array:
        """Return the metric's own rows, which show the records that it cannot score."""
        return self.metric.rows(batch)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set; NaN is what the library does not have."""
        return dict.fromkeys(self.outputs, float("nan")) | dict(self.metric.library_scores(batch))


def recompute(
    metric: Metric,
    alias: str | None,
    results: Sequence[Result],
    batches: Sequence[Batch],
) -> Recomputed:
    """Recompute the values of results by the library that a metric names as its source.

    Args:
        metric: The metric of all results, with the wrappers around it.
        alias: What a suite calls it.
        results: The results; those of all records, or of the groups of one breakdown.
        batches: The records.
    """
    if not metric.counterpart:
        return Recomputed("", {}, _definition(metric))
    name = library(metric.counterpart)
    by = next((r.group.partition("=")[0] for r in results if r.group), None)
    by_library = Entry(ByLibrary(metric=choose(metric, None)), alias)
    entries, checked = settle([by_library], batches)
    try:
        found = evaluate(checked, entries, by=by).report().results
    except NotSetUpError as error:
        return Recomputed("", {}, f"own definition, since {error}")
    values = {
        (r.system_id, r.group, r.output): r.value
        for r in found
        if r.value is not None and not isnan(r.value)
    }
    return Recomputed(f"{name} {version(name)}", values, _otherwise(metric, name))


def _otherwise(metric: Metric, name: str) -> str:
    """Describe what computes outputs and summaries of groups that a library does not have."""
    if metric.computed_by() == "official":
        return _definition(metric)
    return f"own definition, which {name} has not"


def _definition(metric: Metric) -> str:
    """Describe what computes the rows of a metric that names no library for whole sets."""
    if metric.computed_by() == "official":
        return ", ".join(f"{name} {version(name)}" for name in metric.libraries)
    return "own definition, since no official library has this metric"

"""Recomputation of results by the libraries that metrics name as their source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.several_answers import answers, averages
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.libraries import library
from sacreval.core.metric import Metric, SetMetric
from sacreval.core.results import Result
from sacreval.core.version import version
from sacreval.errors import NotSetUpError
from sacreval.scoring.entries.engine import choose
from sacreval.scoring.entries.run_metrics import entry_of_results
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.inputs.by_option import breakdown_of
from sacreval.scoring.rows.field_checks import settle

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

ResultKey = tuple[str, str | None, str]  # system, group, output


class LibraryValues(NamedTuple):
    """Values by a library.

    Args:
        by: The library and its version; empty where the metric names none, or it is not
            installed.
        values: System, group and output to value.
        why_not: Sentence on why other outputs have no value.
    """

    by: str
    values: Mapping[ResultKey, float]
    why_not: str


@dataclass(frozen=True, kw_only=True)
class ByLibrary(Wrapped, SetMetric):
    """A metric computed by the library that it names as its source.

    Args:
        metric: The metric; its rows only decide which records can be scored.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "undefined_where", "its library does not have it")

    def rows(self, batch: Batch) -> Array:
        """Return the metric's own rows, NaN for the records that it cannot score."""
        return self.metric.rows(batch)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set; NaN for outputs that the library does not have."""
        return dict.fromkeys(self.outputs, float("nan")) | dict(self.metric.library_scores(batch))


def recompute(
    metric: Metric,
    results: Sequence[Result],
    batches: Sequence[Batch],
) -> LibraryValues:
    """Recompute the values of results by the library that a metric names as its source.

    Args:
        metric: The metric of all results, with the wrappers around it.
        results: Its results over all records, or those of one breakdown by group.
        batches: The records.
    """
    if not metric.counterpart:
        return LibraryValues("", {}, _definition(metric))
    if averages(metric) and len({n for one in batches for n in _sizes(metric, one)}) > 1:
        why = "its library counts answers alike, not records"
        return LibraryValues("", {}, f"own definition, since {why}")
    name = library(metric.counterpart)
    by = breakdown_of(results[0])
    by_library = entry_of_results(ByLibrary(metric=choose(metric, None)), results)
    entries, checked = settle([by_library], [_each_answer(metric, one) for one in batches])
    try:
        found = evaluate(checked, entries, by=by.text if by else None).report().results
    except NotSetUpError as error:
        return LibraryValues("", {}, f"own definition, since {error}")
    values = {
        (r.system_id, r.group, r.output): r.value
        for r in found
        if r.value is not None and not isnan(r.value)
    }
    return LibraryValues(
        f"{name} {version(name)}{_tokens(metric)}", values, _otherwise(metric, name)
    )


def _sizes(metric: Metric, batch: Batch) -> Sequence[int]:
    found = answers(metric, batch)
    return [1] if found is None else found.sizes


def _each_answer(metric: Metric, batch: Batch) -> Batch:
    """Return a record with an id of its own for each of several answers, which libraries score."""
    import msgspec

    if (found := answers(metric, batch)) is None:
        return batch
    owners = [i for i, size in enumerate(found.sizes) for _ in range(size)]
    named = [
        msgspec.structs.replace(one, instance_id=f"{batch.instance_ids[i]}/{j}", samples=None)
        for j, (i, one) in enumerate(zip(owners, found.batch, strict=True))
    ]
    return found.batch.with_instances(named)


def _otherwise(metric: Metric, name: str) -> str:
    """Describe the code that computes outputs and summaries that a library does not have."""
    if metric.computed_by() == "official":
        return _definition(metric)
    return f"own definition, since {name} does not have it"


def _definition(metric: Metric) -> str:
    """Describe the code that computes the rows of a metric that names no library."""
    if versions := metric.official_versions():
        return ", ".join(f"{name} {found}" for name, found in versions.items())
    if program := metric.official_program():
        return program.name
    if metric.computed_by() == "official":
        named = ", ".join(f"{name} {version(name)}" for name in metric.libraries)
        return f"{named}{_tokens(metric)}"
    return f"own definition, since {metric.why_definition()}"


def _tokens(metric: Metric) -> str:
    """Return what a library is given instead of texts, if sacreval splits them itself."""
    return " on sacreval's ptb tokens" if metric.options().get("tokenize") == "ptb" else ""

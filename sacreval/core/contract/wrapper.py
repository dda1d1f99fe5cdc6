"""Wrapped: a metric around another, which changes the records or the way they are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sacreval.core.metric import Metric, SampleMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Calibrated, Engine, Ids, Noise
    from sacreval.core.records import Batch, Instance
    from sacreval.stats.intervals.bounds import Bounds
    from sacreval.text.scripts import Tokenization

SHARED = (
    "name",
    "tasks",
    "judges",
    "joins_each",
    "needs",
    "kinds",
    "higher_is_better",
    "main",
    "is_mean",
    "highest",
    "greatest",
    "spans",
    "binary",
    "optimistic",
    "skewed",
    "libraries",
    "own_definition",
    "single_reference",
    "undefined_where",
    "own_processes",
    "named_by",
    "unparsed_output",
    "program",
)


@dataclass(frozen=True, kw_only=True)
class Wrapped(Metric):
    """A metric around another, to which everything not overridden is delegated.

    Args:
        metric: The wrapped metric.
    """

    metric: Metric

    def __post_init__(self) -> None:
        for name in SHARED:
            object.__setattr__(self, name, getattr(self.metric, name))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of the wrapped metric."""
        return self.metric.outputs

    def main_output(self) -> str | None:
        """Return that of the wrapped metric."""
        return self.metric.main_output()

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the row of the wrapped metric."""
        return self.metric.row(prediction, prepared)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Score records without each reference; a kernel's single pass would skip the wrapper."""
        short = [one for instance in batch for one in self.leave_out(instance)]
        return self.rows(replace(batch, instances=short, lines=()))

    def end(self, *, complete: bool) -> None:
        """Delegate to the wrapped metric."""
        self.metric.end(complete=complete)

    def parts(self, instance: Instance) -> int:
        """Delegate to the wrapped metric."""
        return self.metric.parts(instance)

    def leave_out(self, instance: Instance) -> list[Instance]:
        """Delegate to the wrapped metric."""
        return self.metric.leave_out(instance)

    def rests_on(self) -> Sequence[Path]:
        """Delegate to the wrapped metric."""
        return self.metric.rests_on()

    def data_hashes(self) -> Mapping[str, str]:
        """Delegate to the wrapped metric."""
        return self.metric.data_hashes()

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Delegate to the wrapped metric."""
        return self.metric.reduce(sums)

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Delegate to the wrapped metric, if the rows are its rows."""
        return self.metric.details(sums) if self.has_details() else {}

    def has_details(self) -> bool:
        """Return whether the rows are those of the wrapped metric, and it has details."""
        return self.passes_rows_on() and self.metric.has_details()

    def score_system(self, rows: Array, ids: Ids) -> Mapping[str, Array]:
        """Delegate to the wrapped metric, if the rows are its rows."""
        if not self.passes_rows_on():
            return super().score_system(rows, ids)
        return self.metric.score_system(rows, ids)

    def passes_rows_on(self) -> bool:
        """Return whether rows are those of the wrapped metric, summed up by its formula."""
        return type(self).reduce is Wrapped.reduce

    def has_own_bounds(self) -> bool:
        """Return whether the wrapped metric has bounds of its own, and the rows are its rows."""
        return self.passes_rows_on() and self.metric.has_own_bounds()

    def own_bounds(self, rows: Array, ids: Ids, level: float) -> Mapping[str, Bounds]:
        """Delegate to the wrapped metric."""
        return self.metric.own_bounds(rows, ids, level)

    def under_calibration(self, rows: Array) -> Calibrated | None:
        """Delegate to the wrapped metric."""
        return self.metric.under_calibration(rows)

    def sampling_noise(self, rows: Array) -> Mapping[str, Noise] | None:
        """Delegate to the wrapped metric."""
        return self.metric.sampling_noise(rows)

    def lacking(self, batch: Batch) -> Sequence[int]:
        """Delegate to the wrapped metric."""
        return self.metric.lacking(batch)

    def takes(self, batch: Batch) -> Sequence[int] | None:
        """Delegate to the wrapped metric."""
        return self.metric.takes(batch)

    def seen(self, batch: Batch) -> Batch:
        """Delegate to the wrapped metric."""
        return self.metric.seen(batch)

    def fault(self, instance: Instance) -> str | None:
        """Delegate to the wrapped metric."""
        return self.metric.fault(instance)

    def fits(self, instance: Instance) -> bool:
        """Delegate to the wrapped metric."""
        return self.metric.fits(instance)

    def missing_state(self, instance: Instance, why: str) -> str:
        """Delegate to the wrapped metric."""
        return self.metric.missing_state(instance, why)

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Delegate to the wrapped metric."""
        return self.metric.unanswered(batch)

    def worst_and_best(self, output: str) -> tuple[float, float] | None:
        """Delegate to the wrapped metric."""
        return self.metric.worst_and_best(output)

    def is_settled(self) -> bool:
        """Delegate to the wrapped metric."""
        return self.metric.is_settled()

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the wrapped metric."""
        return replace(self, metric=self.metric.settle(batches))

    def is_higher_better(self, output: str) -> bool | None:
        """Delegate to the wrapped metric."""
        return self.metric.is_higher_better(output)

    def highest_score(self, output: str) -> float | None:
        """Return that of the wrapped metric, if the rows are its rows."""
        if not self.passes_rows_on():
            return super().highest_score(output)
        return self.metric.highest_score(output)

    def tokenization(self) -> Tokenization | None:
        """Delegate to the wrapped metric."""
        return self.metric.tokenization()

    def official_program(self) -> Path | None:
        """Delegate to the wrapped metric."""
        return self.metric.official_program()

    def official_versions(self) -> Mapping[str, str]:
        """Delegate to the wrapped metric."""
        return self.metric.official_versions()

    def why_definition(self) -> str:
        """Delegate to the wrapped metric."""
        return self.metric.why_definition()

    def usual_engine(self) -> Engine:
        """Delegate to the wrapped metric."""
        return self.metric.usual_engine()

    def verified_within(self) -> float:
        """Delegate to the wrapped metric."""
        return self.metric.verified_within()

    def computed_by(self) -> str:
        """Delegate to the wrapped metric, on whose options it may depend."""
        return self.metric.computed_by()

    def covers_native(self) -> bool:
        """Delegate to the wrapped metric."""
        return self.metric.covers_native()

    def with_engine(self, engine: Engine) -> Self:
        """Return a copy whose wrapped metric uses the engine."""
        return replace(self, engine=engine, metric=self.metric.with_engine(engine))

    def options(self) -> dict[str, Any]:
        """Return the options of the wrapped metric, then its own."""
        names = [f.name for f in fields(self) if f.name not in {"metric", "engine"}]
        return {**self.metric.options(), **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, kw_only=True)
class WrappedSample(Wrapped, SampleMetric):
    """A metric around one of weighted samples."""

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Delegate to the wrapped metric."""
        return self.metric.estimate(rows, weights)


def innermost(metric: Metric) -> Metric:
    """Return the metric inside all wrappers."""
    while isinstance(metric, Wrapped):
        metric = metric.metric
    return metric

"""Wrapped: a metric around another, which changes the records or the way they are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self, cast

from sacreval.core.contract.declaration_checks import DELEGATED_HOOKS
from sacreval.core.contract.metric_records import is_settled, settle
from sacreval.core.metric import Metric, SampleMetric, leave_out

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Engine
    from sacreval.core.records import Batch

DELEGATED = (
    "name", "tasks", "judges", "needs", "kinds", "higher_is_better", "main", "score_scale",
    "origin", "single_reference", "undefined_where", "rests_on", "fault", "tokenization",
    "covers_native", *DELEGATED_HOOKS,
)  # fmt: skip
"""What a wrapper passes on unless it overrides it, as the wrapped metric has it."""


class _Delegated:
    """An attribute of the wrapped metric.

    Args:
        name: Its name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, wrapper: Wrapped | None, owner: type) -> Any:
        return self if wrapper is None else getattr(wrapper.metric, self._name)


@dataclass(frozen=True, kw_only=True)
class Wrapped(Metric):
    """A metric around another, to which everything in `DELEGATED` is delegated.

    Args:
        metric: The wrapped metric.
    """

    metric: Metric

    @property
    def metric_inside(self) -> Metric:
        """The wrapped metric, for `innermost`."""
        return self.metric

    @property
    def formula_inside(self) -> Metric | None:
        """The wrapped metric, for `formula_owner`; None if this one has a formula of its own."""
        return self.metric if type(self).reduce is Wrapped.reduce else None

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of the wrapped metric."""
        return self.metric.outputs

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the row of the wrapped metric."""
        return self.metric.row(prediction, prepared)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute the scores of the wrapped metric."""
        return self.metric.reduce(sums)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Score records without each reference; a kernel's single pass would skip the wrapper."""
        short = [part for instance in batch for part in leave_out(self, instance)]
        return self.rows(replace(batch, instances=short, lines=()))

    def is_settled(self) -> bool:
        """Return whether all options of the wrapped metric are known."""
        return is_settled(self.metric)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the wrapped metric."""
        return replace(self, metric=settle(self.metric, batches))

    def with_engine(self, engine: Engine) -> Self:
        """Return a copy whose wrapped metric uses the engine."""
        return replace(self, engine=engine, metric=self.metric.with_engine(engine))

    def options(self) -> dict[str, Any]:
        """Return the options of the wrapped metric, then its own."""
        names = [f.name for f in fields(self) if f.name not in {"metric", "engine"}]
        return {**self.metric.options(), **{name: getattr(self, name) for name in names}}


for _name in DELEGATED:
    setattr(Wrapped, _name, _Delegated(_name))


@dataclass(frozen=True, kw_only=True)
class WrappedSample(Wrapped, SampleMetric):
    """A metric around one of weighted samples."""

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Delegate to the wrapped metric."""
        return cast("SampleMetric", self.metric).estimate(rows, weights)

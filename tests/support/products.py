"""A metric of exact numbers, whose scores without a reference are known by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.scoring.pair_scores import score

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@dataclass(frozen=True, kw_only=True)
class Products(Metric):
    """The sum over references of prediction times reference, as SacreROUGE's own fixture has it."""

    name = "products"

    @property
    def outputs(self) -> tuple[str, ...]:
        return ("test",)

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        return (sum(float(prediction) * float(reference) for reference in prepared),)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        return {"test": sums[..., 0]}


def scores_of(instances: list[Instance], metric: Metric | None = None, **options: Any) -> Any:
    """Return the scores of records, by instance and system."""
    result = score([Batch(instances)], metric or Products(), **options)
    return {(r.instance_id, r.system_id): r.scores for r in result.records}


def peer(system: str, prediction: str, references: list[str], instance: str = "1") -> Instance:
    """Return an output of a system."""
    return Instance(
        instance_id=instance, system_id=system, prediction=prediction, references=references
    )

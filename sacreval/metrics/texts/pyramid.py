"""Modified pyramid score (Nenkova and Passonneau 2004; Nenkova et al. 2007)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import LABEL, Kind, any_number_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

Contributors = dict[str, frozenset[int]]

PYRAMID = Kind(
    "an object with `summaries`, a count from 1, and `scus`, each with `scu_id` and `contributors`",
    lambda value: (
        isinstance(value, Mapping)
        and type(value.get("summaries")) is int
        and value["summaries"] > 0
        and isinstance(value.get("scus"), list)
        and all(
            isinstance(scu, Mapping)
            and LABEL.accepts(scu.get("scu_id"))
            and isinstance(scu.get("contributors"), list)
            for scu in value["scus"]
        )
    ),
)


@metrics.register("pyramid")
@dataclass(frozen=True, kw_only=True)
class Pyramid(MeanMetric):
    """Modified pyramid score: weight of the content units found, over the best attainable; 0 to 1.

    Higher is better. The weight of a unit is the number of references that express it. The best
    attainable weight is that of the heaviest units, as many as a reference has on average; a
    pyramid without units scores 0. Jackknifing removes one reference as contributor, and the units
    that only it expresses.

    Source: the modified score of the pyramid method (Nenkova, Passonneau and McKeown 2007), as
    SacreROUGE computes it.
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization",)
    score_scale = ScoreScale(mean=True, highest=1.0)
    judges: ClassVar[str] = "scus"
    needs: ClassVar[tuple[str, ...]] = ("pyramid",)
    kinds: ClassVar[Mapping[str, Kind]] = {"scus": any_number_of(LABEL), "pyramid": PYRAMID}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "scus": ["a", "c"],
            "pyramid": {
                "summaries": 3,
                "scus": [
                    {"scu_id": "a", "contributors": [0, 1, 2]},
                    {"scu_id": "b", "contributors": [0, 2]},
                    {"scu_id": "c", "contributors": [1]},
                ],
            },
        },
        {"scus": [], "pyramid": {"summaries": 1, "scus": [{"scu_id": 7, "contributors": [0]}]}},
    )

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `modified_pyramid_score`."""
        return ("modified_pyramid_score",)

    def fault(self, instance: Instance) -> str | None:
        """Report a contributor that is not one of the references."""
        pyramid = instance.pyramid or {}
        named = list(chain.from_iterable(scu["contributors"] for scu in pyramid["scus"]))
        if set(map(type, named)) == {int} and 0 <= min(named) <= max(named) < pyramid["summaries"]:
            return None
        for scu in pyramid["scus"]:
            for j in scu["contributors"]:
                if type(j) is not int or not 0 <= j < pyramid["summaries"]:
                    return (
                        f"unit {scu['scu_id']} has contributor {j}, but references are numbered "
                        f"0 to {pyramid['summaries'] - 1}; correct the pyramid"
                    )
        return None

    def prepare(self, *context: Any) -> tuple[dict[str, int], float]:
        """Compute the weights of the units, and the best attainable weight."""
        scus = context[0]["scus"]
        weights = {str(scu["scu_id"]): len(set(scu["contributors"])) for scu in scus}
        mean_units = sum(weights.values()) / context[0]["summaries"]
        heaviest = sorted(weights.values(), reverse=True)
        return weights, sum(heaviest[: ceil(mean_units)])

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Add up the weights of the units found; units not in the pyramid have weight 0."""
        weights, best = prepared
        total = sum(weights.get(str(unit), 0) for unit in dict.fromkeys(prediction))
        return (total / best if best else 0.0,)

    def rows(self, batch: Batch) -> Array:
        """Score all outputs; preparing a pyramid is faster than finding it again."""
        import numpy as np

        pairs = zip(batch.column("scus"), batch.column("pyramid"), strict=True)
        return np.array([self.row(scus, self.prepare(pyramid)) for scus, pyramid in pairs], float)

    def part_count(self, instance: Instance) -> int:
        """Return the number of references of the pyramid."""
        return int((instance.pyramid or {}).get("summaries", 0))

    def leave_out(self, instance: Instance) -> list[Instance]:
        """Return copies of the record, each without one reference, the others renumbered."""
        import msgspec

        pyramid = instance.pyramid or {}
        return [
            msgspec.structs.replace(instance, pyramid=_without(pyramid, j))
            for j in range(pyramid["summaries"])
        ]


def _contributors(pyramid: Mapping[str, Any]) -> Contributors:
    return {str(scu["scu_id"]): frozenset(scu["contributors"]) for scu in pyramid["scus"]}


def _without(pyramid: Mapping[str, Any], dropped: int) -> dict[str, Any]:
    scus = []
    for name, who in _contributors(pyramid).items():
        left = sorted(j - (j > dropped) for j in who if j != dropped)
        if left:
            scus.append({"scu_id": name, "contributors": left})
    return {"summaries": pyramid["summaries"] - 1, "scus": scus}

"""Brier score (1950) of probabilities of a binary outcome, or of the choices of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, Origin, ScoreScale, metrics
from sacreval.core.options.field_types import Kind
from sacreval.errors import UsageError
from sacreval.metrics.choices._base import CHOICE_KINDS, choice_fault, gold_list, places
from sacreval.metrics.labels._curves import ProbabilityMetric

if TYPE_CHECKING:
    from sacreval.core.records import Instance


@metrics.register("brier")
@dataclass(frozen=True, kw_only=True)
class Brier(ProbabilityMetric, MeanMetric):
    """Brier score: mean squared distance of probabilities from 0 or 1; lower is better.

    By default it is 0 to 1, and the prediction is the probability that the one reference is 1.
    Over choices it is 0 to 2: the sum of the squared distances of all choices of a record, whose
    probabilities are the softmax of their log-probabilities; one of them must be right.

    Args:
        over: What has probabilities: prediction, or the `choices` of a record with their `gold`.

    Source: scikit-learn's definition; over choices, lm-evaluation-harness's.
    """

    origin = Origin(counterpart="scikit_learn:brier")
    tasks: ClassVar[tuple[str, ...]] = ("probabilities", "multiple-choice")
    kinds: ClassVar[Mapping[str, Kind]] = {**ProbabilityMetric.kinds, **CHOICE_KINDS}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {
            "prediction": 0.9,
            "references": [1],
            "choices": [{"text": "yes", "logprob": -1.0}, {"text": "no", "logprob": -2.5}],
            "gold": 0,
        },
        {
            "prediction": 0.3,
            "references": [0],
            "choices": [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -1.0}],
            "gold": ["b"],
        },
    )

    over: Literal["prediction", "choices"] = "prediction"

    def __post_init__(self) -> None:
        super().__post_init__()
        of_choices = self.over == "choices"
        if of_choices and self.positive:
            raise UsageError("positive is for references, which choices do not have; drop it")
        scale = ScoreScale(mean=True, highest=2.0 if of_choices else 1.0)
        object.__setattr__(self, "score_scale", scale)
        object.__setattr__(self, "judges", self.over)
        object.__setattr__(self, "needs", ("gold",) if of_choices else ("references",))
        object.__setattr__(self, "origin", Origin() if of_choices else type(self).origin)

    def fault(self, instance: Instance) -> str | None:
        """Report several right choices, and choices without a valid log-probability."""
        if self.over == "prediction":
            return None
        fault = choice_fault(instance)
        right = set() if fault else places(instance.choices or [], gold_list(instance.gold))
        if len(right) > 1:
            return f"{len(right)} right choices, but the Brier score has one; keep one in `gold`"
        return fault

    def prepare(self, *context: Any) -> Any:
        """Return the outcome, or the right choice, as a list."""
        return gold_list(context[0]) if self.over == "choices" else super().prepare(*context)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the squared distance, or the sum of those of the choices."""
        if self.over == "prediction":
            return ((prediction - prepared[0]) ** 2,)
        [gold] = places(prediction, prepared)
        shares = softmax([choice["logprob"] for choice in prediction])
        return (sum((share - (i == gold)) ** 2 for i, share in enumerate(shares)),)


def softmax(logs: Sequence[float]) -> list[float]:
    """Return probabilities that are proportional to the exponentials of numbers."""
    top = max(logs)
    parts = [exp(log - top) for log in logs]
    whole = sum(parts)
    return [part / whole for part in parts]

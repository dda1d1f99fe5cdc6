"""Greedy match: whether greedy decoding would have written a gold choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sacreval.core.metric import ScoreScale, metrics
from sacreval.metrics.choices._base import ChoiceMetric, places

if TYPE_CHECKING:
    from sacreval.core.records import Instance


@metrics.register("greedy-match")
@dataclass(frozen=True, kw_only=True)
class GreedyMatch(ChoiceMetric):
    """Greedy match: 1 if every token of a gold choice is the model's likeliest, else 0.

    The score is the mean over records, 0 to 1; higher is better. The field `greedy` of each choice
    is true if greedy decoding produces it, else false; records in which no choice has it are
    refused.

    Source: the lm-evaluation-harness' is_greedy.
    """

    score_scale = ScoreScale(mean=True, highest=1.0, binary=("greedy_match",))

    def fault(self, instance: Instance) -> str | None:
        """Report records without `greedy`, and values of it that are neither true nor false."""
        choices = instance.choices or ()
        if any(type(choice.get("greedy", False)) is not bool for choice in choices):
            return "`greedy` of a choice is neither true nor false; correct it"
        if fault := super().fault(instance):
            return fault
        if any("greedy" in choice for choice in choices):
            return None
        return (
            "no choice has `greedy`, which greedy-match needs; add it, true for the choice that "
            "greedy decoding produces, else false"
        )

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return 1 if a gold choice is greedy."""
        gold = places(prediction, prepared)
        return (float(any(prediction[i].get("greedy", False) for i in gold)),)

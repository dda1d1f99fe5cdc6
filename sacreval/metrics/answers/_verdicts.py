"""Base class of metrics that decide whether an answer equals a reference, or give a reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import MeanMetric
from sacreval.errors import RecordError

if TYPE_CHECKING:
    from sacreval.core.records import Instance


@dataclass(frozen=True, kw_only=True)
class VerdictMetric(MeanMetric):
    """Base class of metrics whose outputs are the share of equal answers, and of unparsed ones.

    The verdicts are `equal`, `different`, `unparsed_prediction`, and the reasons.
    """

    reasons: ClassVar[Mapping[str, str]]  # without a verdict, the first that any reference has
    highest: ClassVar[float] = 1.0

    def missing_state(self, _instance: Instance, why: str) -> str:
        """Return the reason that the sentence of an error states; "" for other errors."""
        return next((name for name in self.reasons if f"{self.name}: {name} (" in why), "")

    def _scores_of(self, verdicts: Collection[str]) -> Sequence[float]:
        """Return the scores of one output from the verdicts on it and each reference.

        Raises:
            RecordError: If no reference is equal, and one has a reason instead of a verdict.
        """
        if "equal" in verdicts:
            return (1.0, 0.0)
        for reason, text in self.reasons.items():
            if reason in verdicts:
                raise RecordError(f"{self.name}: {reason} ({text})")
        return (0.0, float("unparsed_prediction" in verdicts))

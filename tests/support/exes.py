"""A metric that labels every x of an output as an error, and its error spans."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sacreval.core.metric import MeanMetric
from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Batch


@dataclass(frozen=True, kw_only=True)
class Exes(MeanMetric):
    """The number of x in an output."""

    name: ClassVar[str] = "exes"
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = False

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the number."""
        return ("exes",)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Count."""
        del prepared
        return [float(prediction.count("x"))]

    def error_spans(self, batch: Batch) -> list[list[ErrorSpan]]:
        """Return the places of x in each output."""
        return [spans(str(record.prediction)) for record in batch]


def spans(text: str) -> list[ErrorSpan]:
    """Return the error spans of a text."""
    return [
        ErrorSpan(text="x", confidence=1.0, severity="minor", start=i, end=i + 1)
        for i, letter in enumerate(text)
        if letter == "x"
    ]

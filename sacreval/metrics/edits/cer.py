"""CER, character error rate, as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import metrics
from sacreval.metrics.edits._base import EditRateMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("cer")
@dataclass(frozen=True, kw_only=True)
class Cer(EditRateMetric):
    """Character error rate: character edits per reference character, blanks included.

    Lower is better: 0 is perfect, and it can exceed 1. With several references the closest counts.
    Edits and reference characters are summed over outputs before they are divided.

    Source: jiwer 4; blanks at both ends are dropped.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"cer_hits": True, "*": False}

    def native_pairs(self, batch: Batch) -> Array:
        """Align characters with the kernel."""
        from sacreval import native

        return native.edit_pairs(batch.texts, unit="char")

    def operations(self, prediction: str, reference: str) -> Any:
        """Align characters."""
        import jiwer

        return jiwer.process_characters(reference, prediction)

"""CER, character error rate, as jiwer computes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sacreval.edit_rate import EditRateMetric
from sacreval.metric import metrics


@metrics.register("cer")
@dataclass(frozen=True, kw_only=True)
class Cer(EditRateMetric):
    """Character error rate: character edits per reference character, blanks included.

    With several references the closest counts. A row holds hits, substitutions, deletions and
    insertions.

    Source: jiwer 4; blanks at both ends are dropped.
    """

    def operations(self, prediction: str, reference: str) -> Any:
        """Align characters."""
        import jiwer

        return jiwer.process_characters(reference, prediction)

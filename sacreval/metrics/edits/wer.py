"""WER, word error rate, as jiwer computes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.metrics.edits._base import EditRateMetric
from sacreval.text.scripts import CER, Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


@metrics.register("wer")
@dataclass(frozen=True, kw_only=True)
class Wer(EditRateMetric):
    """Word error rate: word edits per reference word; 0 is perfect, and it can exceed 1.

    Lower is better. With several references the closest counts. Edits and reference words are
    summed over outputs before they are divided.

    Args:
        transform: default splits at spaces; standardize also splits at other blanks, lowercases,
            expands English contractions and removes text in [] or <>, such as [laugh] and <unk>;
            punctuation stays.

    Source: jiwer 4. Only U+0020 separates words by default: a no-break space or a line end
    does not.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"wer_hits": True, "*": False}

    transform: Literal["default", "standardize"] = "default"

    def tokenization(self) -> Tokenization:
        """Split at blanks."""
        return Tokenization(str.split, CER)

    def covers_native(self) -> bool:
        """Return whether the kernel implements the transform."""
        return self.transform == "default"

    def native_pairs(self, batch: Batch) -> Array:
        """Align words with the kernel."""
        from sacreval import native

        return native.edit_pairs(batch.texts, unit="word")

    def operations(self, prediction: str, reference: str) -> Any:
        """Align words."""
        import jiwer

        transform = _transform(self.transform)
        return jiwer.process_words(
            reference,
            prediction,
            reference_transform=transform,
            hypothesis_transform=transform,
        )


@cache
def _transform(name: str) -> Any:
    import jiwer

    return {"default": jiwer.wer_default, "standardize": jiwer.wer_standardize}[name]

"""Texts for kernels that count units: raw if they are characters or tokens, else split before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sacreval.text.words import Unit, units

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import Texts


def for_units(batch: Batch, unit: Unit, *, lowercase: bool) -> tuple[Texts, Any]:
    """Convert a batch for a kernel that counts units.

    Args:
        batch: The records.
        unit: Characters, blank-separated tokens, or words and marks.
        lowercase: Lowercase first.

    Returns:
        The texts, and the kernel's options `unit` and `lowercase` for them.
    """
    if unit != "word":
        return batch.texts, {"unit": unit, "lowercase": lowercase}
    fold = str.lower if lowercase else str
    texts = batch.texts_after(lambda text: " ".join(units(fold(text), unit)))
    return texts, {"unit": "token", "lowercase": False}

"""Notices of outputs in another language, which metrics on a model judge badly.

Zouhar et al. (2024), Pitfalls and Outlooks in Using COMET, measured it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.text import language_detection

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance


class OtherLanguage:
    """Counts outputs in another language than all their references.

    Args:
        name: Name of the metric.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = self._foreign = 0
        self._knows_languages = language_detection.available()

    def add(self, batch: Batch) -> None:
        """Count the outputs of a batch."""
        for instance in batch:
            self._number += 1
            if self._knows_languages and str(instance.prediction or "").strip():
                self._foreign += _is_foreign(instance)

    def noticed(self) -> dict[str, int]:
        """Return the number of outputs in another language."""
        return {"other_language": self._foreign}

    def notices(self) -> list[str]:
        """Return a notice with their number, if there are any."""
        if not self._foreign:
            return []
        sentence = (
            f"{self._name}: {self._foreign} of {self._number} outputs seem to be in another "
            "language than their references; a model that knows many languages hardly punishes that"
        )
        return [sentence]


def _is_foreign(instance: Instance) -> bool:
    """Return whether the languages of an output and of all its references are sure and differ."""
    language = language_detection.language(str(instance.prediction))
    others = {language_detection.language(text) for text in instance.references or ()}
    return language is not None and bool(others) and None not in others and language not in others

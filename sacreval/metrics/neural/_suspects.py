"""Notices of outputs in another language, which metrics on a model judge badly.

Zouhar et al. (2024), Pitfalls and Outlooks in Using COMET, measured it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.text import language_detection

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance


class Suspects:
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
        for one in batch:
            self._number += 1
            if self._knows_languages and str(one.prediction or "").strip():
                self._foreign += _is_foreign(one)

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


class SeveralReferences:
    """Counts the records with several references, where a model reads one.

    Args:
        name: Name of the metric.
        how: How the scores of several references count: the best, or their mean.
    """

    def __init__(self, name: str, how: str) -> None:
        self._name, self._how = name, how
        self._number = self._several = 0

    def add(self, batch: Batch) -> None:
        """Count the records of a batch."""
        self._number += len(batch)
        self._several += sum(len(one.references or ()) > 1 for one in batch)

    def noticed(self) -> dict[str, int]:
        """Return the number of records with several references."""
        return {"several_references": self._several}

    def notices(self) -> list[str]:
        """Return a notice with their number, if there are any."""
        if not self._several:
            return []
        notice = (
            f"{self._name}: {self._several} of {self._number} records have several references, of "
            f"which its model reads one at a time, and the {self._how} score counts; scores with "
            "other numbers of references must not be compared"
        )
        return [notice]


def _is_foreign(one: Instance) -> bool:
    """Return whether the languages of an output and of all its references are sure and differ."""
    own = language_detection.language(str(one.prediction))
    others = {language_detection.language(text) for text in one.references or ()}
    return own is not None and bool(others) and None not in others and own not in others

"""Notices of records with several references, where a model reads one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.core.records import Batch


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
        self._several += sum(len(instance.references or ()) > 1 for instance in batch)

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

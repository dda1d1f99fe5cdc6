"""A notice where answers are extracted from outputs alone, though references hold them too."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Any

from sacreval.errors import RecordError
from sacreval.text.answers import in_turn

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance
    from sacreval.metrics._wrappers.extraction import Extracted

_MOST = 200  # records of a system that are looked at


class UnlikeReferences:
    """Finds runs in which no answer is its reference, but some are the answer in it.

    Args:
        plain: The metric, which leaves references as they are.
        both: The same with the extractors of outputs for references too.
    """

    def __init__(self, plain: Extracted, both: Extracted) -> None:
        self._plain = plain
        self._both = both
        self._left = _MOST
        self._equal = False
        self._hidden = False

    def add(self, batch: Batch) -> None:
        """Look at records until the answer of one is its reference, or enough were seen."""
        for instance in batch:
            if self._equal or not self._left:
                return
            self._left -= 1
            self._equal = _is_reference(self._plain, instance)
            self._hidden = self._hidden or _is_reference(self._both, instance)

    def notices(self) -> list[str]:
        """Return the notice, if it is due."""
        if self._equal or not self._hidden:
            return []
        options = " ".join(
            f"--extract-references {quote(one)}" for one in in_turn(self._plain.extract)
        )
        seen = "no answer is a whole reference, but answers are what the same extractor finds in"
        return [f"{self._plain.name}: {seen} references; give {options}"]


def _is_reference(metric: Extracted, instance: Instance) -> bool:
    """Return whether the answer in an output is one of the references, as a metric reads them."""
    try:
        found = metric.changed(instance)
    except RecordError:
        return False
    answer: Any = getattr(found, metric.judges)
    return answer in (found.references or [])

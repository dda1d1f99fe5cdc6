"""A notice where answers are extracted from outputs alone, though references hold them too."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING, Any

from sacreval.errors import RecordError
from sacreval.text.answers.answers import in_turn

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance
    from sacreval.metrics._wrappers.extractors import Extractors

_MOST = 200  # records of a system that are looked at


class UnlikeReferences:
    """Finds runs in which no answer is its reference, but some are the answer in it.

    Args:
        metric: The metric.
        extract: Its extractors of outputs.
        plain: Returns a record as the metric reads it, with references as they are.
        both: Returns it with answers in place of references too.
    """

    def __init__(
        self,
        metric: Metric,
        extract: Extractors,
        plain: Callable[[Instance], Instance],
        both: Callable[[Instance], Instance],
    ) -> None:
        self._metric = metric
        self._extract = extract
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
            self._equal = self._is_reference(self._plain, instance)
            self._hidden = self._hidden or self._is_reference(self._both, instance)

    def notices(self) -> list[str]:
        """Return the notice, if it is due."""
        if self._equal or not self._hidden:
            return []
        options = " ".join(f"--extract-references {quote(one)}" for one in in_turn(self._extract))
        seen = "no answer is a whole reference, but answers are what the same extractor finds in"
        return [f"{self._metric.name}: {seen} references; give {options}"]

    def _is_reference(self, read: Callable[[Instance], Instance], instance: Instance) -> bool:
        """Return whether the answer in an output is one of the references, as they are read."""
        try:
            changed = read(instance)
        except RecordError:
            return False
        answer: Any = getattr(changed, self._metric.judges)
        return answer in (changed.references or [])

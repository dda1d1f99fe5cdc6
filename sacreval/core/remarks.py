"""Remarks: what a metric sees in the records of a system that the user should know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance

MANY = 1000  # different labels; texts of which there are more are no labels
_SHOWN = 3


class Watch(Protocol):
    """Looks at the records of one system as they stream by."""

    def add(self, batch: Batch) -> None:
        """Look at some records."""

    def notices(self) -> list[str]:
        """Return sentences about all of them."""


class Spellings:
    """Finds labels that differ only in case, in blanks or in how a number is written.

    Args:
        name: The metric's name, for the notice.
        labels_of: Lists the labels of a record, as they are compared.
        labels: Labels that are known already.
    """

    def __init__(
        self,
        name: str,
        labels_of: Callable[[Instance], Iterable[str]],
        labels: Iterable[str] = (),
    ) -> None:
        self._name = name
        self._labels_of = labels_of
        self._labels = set(labels)

    def add(self, batch: Batch) -> None:
        """Collect labels, up to a number that only texts reach."""
        for instance in batch:
            if len(self._labels) > MANY:
                return
            self._labels.update(self._labels_of(instance))

    def notices(self) -> list[str]:
        """Name some of the labels that look like the same one."""
        if len(self._labels) > MANY:
            return []
        alike: dict[str | float, list[str]] = {}
        for label in sorted(self._labels):
            alike.setdefault(_key(label), []).append(label)
        pairs = [" and ".join(map(repr, same)) for same in alike.values() if len(same) > 1]
        if not pairs:
            return []
        more = f", and {len(pairs) - _SHOWN} more" if len(pairs) > _SHOWN else ""
        different = f"{self._name} counts labels as different that differ only in spelling"
        remedy = "write them alike if they mean the same"
        return [f"{different}: {'; '.join(pairs[:_SHOWN])}{more}; {remedy}"]


def _key(label: str) -> str | float:
    try:
        return float(label)
    except ValueError:
        return " ".join(label.casefold().split())

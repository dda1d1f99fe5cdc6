"""Notices about the records of a system that a metric collects while it reads them.

Notices that differ only after `EXAMPLE` are one for a run. A watch sees each record once; one that
is `by_record` lets files be read apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance

MANY = 1000  # different labels; with more, the values are texts rather than labels
EXAMPLE = ", as in "  # before the record of a notice of which one is enough for a run
_SHOWN = 3


class Watch(Protocol):
    """Collects notices about the records of one system, batch by batch."""

    def add(self, batch: Batch) -> None:
        """Process a batch."""

    def notices(self) -> list[str]:
        """Return sentences about all batches."""


def noticed_by(watch: Watch | None) -> dict[str, int]:
    """Return what a watch has counted by name, for results; empty if it counts nothing."""
    counts: dict[str, int] = getattr(watch, "noticed", dict)()
    return counts


def distinct(notices: Iterable[str]) -> list[str]:
    """Return notices without repetition, also of those that differ only in their example."""
    first: dict[str, str] = {}
    for text in notices:
        first.setdefault(text.partition(EXAMPLE)[0], text)
    return list(first.values())


class Watches:
    """Several watches as one.

    Args:
        watches: The watches, in the order of their notices.
    """

    def __init__(self, watches: Sequence[Watch]) -> None:
        self._watches = tuple(watches)

    def add(self, batch: Batch) -> None:
        """Let each process a batch."""
        for watch in self._watches:
            watch.add(batch)

    def notices(self) -> list[str]:
        """Return the sentences of all of them."""
        return [text for watch in self._watches for text in watch.notices()]

    def noticed(self) -> dict[str, int]:
        """Return what each has counted."""
        return {name: n for watch in self._watches for name, n in noticed_by(watch).items()}


class Always:
    """A notice that depends on options alone.

    Args:
        notice: The sentence.
    """

    def __init__(self, notice: str) -> None:
        self._notice = notice

    def add(self, batch: Batch) -> None:
        """Process a batch."""

    def notices(self) -> list[str]:
        """Return the sentence."""
        return [self._notice]


class Spellings:
    """Finds labels that differ only in case, in white space or in the spelling of a number.

    Args:
        name: Name of the metric, for the notice.
        labels_of: Function from a record to its labels, normalised for comparison.
        labels: Labels that are declared in the metric's options.
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
        """Collect labels, until there are more than `MANY`."""
        for instance in batch:
            if len(self._labels) > MANY:
                return
            self._labels.update(self._labels_of(instance))

    def notices(self) -> list[str]:
        """Return a notice that names some of the labels that look alike, if any."""
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
        remedy = "use one spelling if they mean the same"
        return [f"{different}: {'; '.join(pairs[:_SHOWN])}{more}; {remedy}"]


def _key(label: str) -> str | float:
    try:
        return float(label)
    except ValueError:
        return " ".join(label.casefold().split())

"""Notices of a run that name the system on whose records they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sacreval.core.contract.watches import Always, noticed_by

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch


class BySystem:
    """Lets the records of each system be counted apart, and names it in the notices.

    Notices that depend on options alone (`Always`) are given once, without a name.

    Args:
        watches: Creates the watches of a system.
    """

    def __init__(self, watches: Callable[[], Sequence[Watch]]) -> None:
        self._create = watches
        self._options = [watch for watch in watches() if isinstance(watch, Always)]
        self._counts: dict[str, list[Watch]] = {}

    def add(self, batch: Batch) -> None:
        """Count the records of a batch, by system."""
        places: dict[str, list[int]] = {}
        for i, system in enumerate(batch.system_ids):
            places.setdefault(system, []).append(i)
        for system, members in places.items():
            part = batch if len(places) == 1 else batch.select(members)
            for watch in self._watches(system):
                watch.add(part)

    def noticed(self) -> dict[str, int]:
        """Return what is counted, over all systems."""
        total: Counter[str] = Counter()
        for watches in self._counts.values():
            for watch in watches:
                total.update(noticed_by(watch))
        return dict(total)

    def notices(self) -> list[str]:
        """Return the notices, those of counts after the system's name."""
        named = [
            f"{system}: {text}" if system else text
            for system, watches in self._counts.items()
            for watch in watches
            for text in watch.notices()
        ]
        return [*named, *(text for watch in self._options for text in watch.notices())]

    def _watches(self, system: str) -> list[Watch]:
        """Return the watches that count the records of a system."""
        if system not in self._counts:
            created = self._create()
            self._counts[system] = [watch for watch in created if not isinstance(watch, Always)]
        return self._counts[system]

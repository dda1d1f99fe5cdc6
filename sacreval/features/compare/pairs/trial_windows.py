"""Sums and scores of trials, of a few systems at a time, so that memory does not grow with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.result import Settings
    from sacreval.stats.intervals.inverted_randomization import Partitions

    Scores = Mapping[str, Array]

CELLS = 2**22  # sums of a window: 32 MiB
HELD = 2  # windows; both systems of a pair must be in them


class Window:
    """Trials of a few systems; each kind of sums is computed when needed.

    Args:
        tables: The rows of their units, arrays (units, k).
        score: From sums to scores.
        settings: Draws and seed.
    """

    def __init__(
        self, tables: Sequence[Array], score: Callable[[Array], Scores], settings: Settings
    ) -> None:
        self._tables, self._score, self._settings = tables, score, settings
        self._scored: dict[tuple[str, int], Scores] = {}

    @cached_property
    def sums(self) -> list[Array]:
        """The sums over the units that keep their side, arrays (trials, k); and their number."""
        import numpy as np

        chosen, ones = self._settings, np.ones((len(self._tables[0]), 1))
        return paired.kept_sums([*self._tables, ones], trials=chosen.trials, seed=chosen.seed)

    @cached_property
    def partitions(self) -> Partitions:
        """The sums of both sides of the trials that are inverted."""
        from sacreval.stats.intervals.inverted_randomization import partitions

        drawn = self.__dict__.get("sums")  # of the test, where it draws
        return partitions(self._tables, seed=self._settings.seed, drawn=drawn)

    def kept(self, i: int) -> Scores:
        """Return the scores on the units that keep their side, arrays (trials,).

        Args:
            i: Place of the system in this window.
        """
        return self._scores("kept", i, self.partitions.kept)

    def changed(self, i: int) -> Scores:
        """Return the scores on the units that change sides, arrays (trials,).

        Args:
            i: Place of the system in this window.
        """
        return self._scores("changed", i, self.partitions.changed)

    def _scores(self, side: str, i: int, sums: Sequence[Array]) -> Scores:
        if (side, i) not in self._scored:
            self._scored[side, i] = self._score(sums[i])
        return self._scored[side, i]


class Windows:
    """The windows of all systems, of which the last ones are held.

    Args:
        tables: The rows of the units of each system, arrays (units, k).
        score: From sums to scores.
        settings: Draws and seed.

    Attributes:
        step: Number of systems of a window.
    """

    def __init__(
        self, tables: Sequence[Array], score: Callable[[Array], Scores], settings: Settings
    ) -> None:
        self._tables, self._score, self._settings = tables, score, settings
        self._held: dict[int, Window] = {}
        self.step = max(1, CELLS // max(1, settings.trials * tables[0].shape[1]))

    def of(self, i: int) -> tuple[Window, int]:
        """Return the window of a system, and its place there.

        Args:
            i: Place of the system among all.
        """
        number, place = divmod(i, self.step)
        window = self._held.pop(number, None) or self._made(number)
        self._held[number] = window  # now the last one that was used
        return window, place

    def _made(self, number: int) -> Window:
        for old in [*self._held][: len(self._held) - HELD + 1]:
            del self._held[old]
        start = number * self.step
        return Window(self._tables[start : start + self.step], self._score, self._settings)

    def in_turn(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Sort pairs of systems so that those of the same windows follow each other."""
        return sorted(pairs, key=lambda pair: [place // self.step for place in pair])

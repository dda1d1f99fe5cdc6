"""Battles with a verdict as arrays: systems, scores, instances and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from sacreval.core.records import by_id
from sacreval.errors import UsageError, nearest, shortened
from sacreval.features.arena.result import ArenaStanding, PairRate

if TYPE_CHECKING:
    from sacreval.features.arena.battle_files import Placed
    from sacreval.features.arena.bradley_terry import Battles
    from sacreval.stats.arrays import Floats

Fought = TypeVar("Fought", ArenaStanding, PairRate)
JUDGE = "judge"  # a group that every battle with a judge has


class Table(NamedTuple):
    """Battles as arrays of shape (battles,).

    Attributes:
        names: Names of the systems, sorted.
        battles: Systems, scores and instances.
        longer: Length of the first output less that of the second; NaN where one is unknown.
    """

    names: list[str]
    battles: Battles
    longer: Floats


def table_of(placed: Sequence[Placed]) -> Table:
    """Create the table of battles that all have a verdict, in an order that files do not change.

    Raises:
        UsageError: If there is none.
    """
    import numpy as np

    from sacreval.features.arena.bradley_terry import Battles

    if not placed:
        raise UsageError("no battle has a verdict; give the winner of one at least")
    found = [one.battle for one in placed]
    known = {str(one.instance_id) for one in found}
    ids = sorted(known, key=by_id(known))
    names = sorted({name for one in found for name in (one.a, one.b)})
    instance, system = ({x: i for i, x in enumerate(listed)} for listed in (ids, names))
    rows = sorted(
        (
            instance[str(b.instance_id)],
            system[b.a],
            system[b.b],
            b.judge or "",
            b.repeat,
            float(b.verdict() or 0.0),
            _longer(b.length_a, b.length_b),
        )
        for b in found
    )
    cluster, first, second, _, _, score, longer = (list(c) for c in zip(*rows, strict=True))
    battles = Battles(
        np.array(first), np.array(second), np.array(score), np.array(cluster), len(names)
    )
    return Table(names, battles, np.array(longer))


def _longer(first: float | None, second: float | None) -> float:
    return float("nan") if first is None or second is None else first - second


def parts(placed: Sequence[Placed], by: str | None) -> dict[str | None, list[Placed]]:
    """Split battles by the value of a group, all of them first under None.

    Args:
        placed: The battles.
        by: The group; `judge` where battles have no group of this name is who judged.

    Raises:
        UsageError: If a battle lacks the group.
    """
    found: dict[str | None, list[Placed]] = {None: list(placed)}
    if by is None:
        return found
    for one in placed:
        groups = _groups(one)
        if by not in groups:
            raise UsageError(
                f"--by {shortened(by)}: the battle at {one.place} has no such group; "
                f"{nearest(by, groups, 'add it to `groups` of every battle')}"
            )
        found.setdefault(f"{by}={groups[by]}", []).append(one)
    return {None: found.pop(None), **{name: found[name] for name in sorted(map(str, found))}}


def _groups(one: Placed) -> dict[str, str | int | float | bool]:
    """Return the groups of a battle, among them who judged."""
    judge = {} if one.battle.judge is None else {JUDGE: one.battle.judge}
    return {**judge, **(one.battle.groups or {})}


def with_verdict(placed: Iterable[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Separate the battles with a verdict from the missing ones."""
    judged: list[Placed] = []
    missing: list[Placed] = []
    for one in placed:
        (missing if one.battle.verdict() is None else judged).append(one)
    return judged, missing


def failure(one: Placed) -> str:
    """Describe why a battle has no verdict."""
    battle, why = one.battle, one.battle.error or "there is no verdict"
    return f"{one.place}: instance {battle.instance_id}, {battle.a} against {battle.b}: {why}"


class MissingBattles:
    """The numbers of battles without a verdict, by group, and by system or pair of systems.

    Args:
        placed: The battles.
        by: The group; None for none. Battles without it count over all groups alone.
    """

    def __init__(self, placed: Iterable[Placed], by: str | None) -> None:
        self._counts: Counter[tuple[str | None, frozenset[str]]] = Counter()
        for one in placed:
            groups, a, b = _groups(one), one.battle.a, one.battle.b
            for group in [None, f"{by}={groups[by]}"] if by in groups else [None]:
                self._counts.update((group, frozenset(x)) for x in ((a,), (b,), (a, b)))

    def of(self, *systems: str, group: str | None = None) -> int:
        """Return the number of a system, or of a pair of systems."""
        return self._counts[group, frozenset(systems)]

    def beside(self, one: Fought, *systems: str) -> Fought:
        """Return a standing or a win rate with the number of its missing battles."""
        return replace(one, missing=self.of(*systems, group=one.group) or UNSET)

"""Battles with a verdict as arrays: systems, scores, instances and lengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.records import by_id
from sacreval.errors import UsageError, nearest, shortened

if TYPE_CHECKING:
    from sacreval.scoring.battle_files import Placed
    from sacreval.stats.arrays import Floats
    from sacreval.stats.bradley_terry import Battles

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

    from sacreval.stats.bradley_terry import Battles

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
        groups = dict(one.battle.groups or {})
        if one.battle.judge is not None:
            groups.setdefault(JUDGE, one.battle.judge)
        if by not in groups:
            raise UsageError(
                f"--by {shortened(by)}: the battle at {one.place} has no such group; "
                f"{nearest(by, groups, 'add it to `groups` of every battle')}"
            )
        found.setdefault(f"{by}={groups[by]}", []).append(one)
    return {None: found.pop(None), **{name: found[name] for name in sorted(map(str, found))}}


def with_verdict(placed: Iterable[Placed]) -> tuple[list[Placed], list[str]]:
    """Separate the battles with a verdict from the others, which have a sentence each."""
    judged, failures = [], []
    for one in placed:
        if one.battle.verdict() is None:
            why = one.battle.error or "there is no verdict"
            failures.append(f"{one.place}: instance {one.battle.instance_id}, {one.battle.a} "
                            f"against {one.battle.b}: {why}")  # fmt: skip
        else:
            judged.append(one)
    return judged, failures

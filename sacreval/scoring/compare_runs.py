"""Contrasts: paired tests between runs, from the statistics of their records alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.comparisons import Comparison, Settings, Standing
from sacreval.core.records import Scored, by_id
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError, nearest
from sacreval.scoring.baseline import differences, match_systems, same_options
from sacreval.scoring.paired_comparison import Member, Pairing, finding, holm
from sacreval.scoring.result_files import Runs
from sacreval.scoring.run_metrics import Entry
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@dataclass(frozen=True)
class Contrasts:
    """What paired tests say.

    Args:
        settings: How they were made.
        comparisons: Pair by pair.
        standings: The ranks of the systems.
        notices: What could not be tested, in words.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    notices: list[str]


class _RunSide(NamedTuple):
    """One system by one metric: any result of it, and the scores of its records."""

    result: Result
    records: dict[str, Scored]

    def scored(self, entry: Entry) -> dict[str, Sequence[float]]:
        """Return the statistics of the records that the metric scored."""
        found = ((name, one.statistics or {}) for name, one in self.records.items())
        return {name: rows[entry.name] for name, rows in found if entry.name in rows}


def between_systems(
    runs: Runs, made: dict[str, Entry], base: str | None, settings: Settings
) -> Contrasts:
    """Compare every system with a base, on the records that all of them share.

    Args:
        runs: The runs.
        made: The metrics, by the name that statistics go by.
        base: The system to compare with; None for the first.
        settings: Tests, level, draws and seed.

    Raises:
        UsageError: If there is no such system.
    """
    if base is not None and base not in runs.systems:
        raise UsageError(f"--base: there is no system '{base}'; {nearest(base, runs.systems)}")
    first = base or runs.systems[0]
    contrasts = Contrasts(settings, [], [], [])
    for name, entry in made.items():
        sides = _sides(runs, name)
        if first not in sides:
            if len(runs.systems) > 1 and sides:
                contrasts.notices.append(f"'{first}' has no {name}, which tests would start from")
            continue
        chosen = [sides.pop(first)]
        for side in sides.values():
            said = list(_objections(chosen[0], side, entry))
            contrasts.notices.extend(f"'{side.result.system_id}' is not tested: {x}" for x in said)
            chosen += [] if said else [side]
        _add(contrasts, entry, chosen)
    return contrasts


def since_baseline(
    runs: Runs, made: dict[str, Entry], before: Runs, settings: Settings
) -> Contrasts:
    """Compare every system with itself in an earlier run; Holm's correction is over all of it.

    Args:
        runs: The runs.
        made: The metrics, by the name that statistics go by.
        before: The earlier run.
        settings: Tests, level, draws and seed.

    Raises:
        UsageError: If the two have no number in common.
    """
    contrasts = Contrasts(settings, [], [], [])
    matched = match_systems(runs.overall, before.overall)
    there = {(result.system_id, result.output) for result in before.overall}
    if not any((matched.get(r.system_id), r.output) in there for r in runs.overall):
        raise UsageError(
            "--baseline has none of the numbers of these systems; give an earlier run of them"
        )
    for name, entry in made.items():
        now, old = _sides(runs, name), _sides(before, name)
        missing = [system for system in now if matched.get(system) not in old]
        if missing:
            contrasts.notices.append(f"there are no records to test {name} of {', '.join(missing)}")
        for system, side in now.items():
            then = old.get(matched.get(system, ""))
            if then is None:
                continue
            said = list(_objections(then, side, entry))
            contrasts.notices.extend(f"'{system}' is not tested: {x}" for x in said)
            if not said:
                _add(contrasts, entry, [then, side])
    return replace(contrasts, comparisons=_corrected(contrasts.comparisons, settings), standings=[])


def _sides(runs: Runs, name: str) -> dict[str, _RunSide]:
    return {
        result.system_id: _RunSide(result, runs.records[result.system_id])
        for result in runs.overall
        if (result.alias or result.metric) == name and result.system_id in runs.records
    }


def _objections(base: _RunSide, other: _RunSide, entry: Entry) -> Iterator[str]:
    """Describe why two systems cannot be tested against each other."""
    said = list(differences(other.result, base.result))
    same_inputs = base.records.keys() == other.records.keys()
    if not same_options(other.result, base.result) or (said and same_inputs):
        yield "; ".join(said)
    elif base.scored(entry).keys().isdisjoint(other.scored(entry)):
        yield f"no record that {entry.name} scored is shared with '{base.result.system_id}'"


def _add(contrasts: Contrasts, entry: Entry, sides: Sequence[_RunSide]) -> None:
    if len(sides) == 1 or not entry.has_rows:
        return
    tables = [side.scored(entry) for side in sides]
    shared = set.intersection(*(set(table) for table in tables))
    names = sorted(shared, key=by_id(shared))
    systems = ", ".join(side.result.system_id for side in sides)
    if not names:
        contrasts.notices.append(f"no record that {entry.name} scored is shared by {systems}")
        return
    if any(len(table) > len(names) for table in tables):
        contrasts.notices.append(
            f"{entry.name} is tested on the {len(names)} records that {systems} share; whether "
            "their references are the same cannot be told from the results"
        )
    members = [
        Member(side.result.system_id, side.result.signature, _rows(entry, table, names))
        for side, table in zip(sides, tables, strict=True)
    ]
    found, ranked = Pairing(entry, None, names, members, contrasts.settings).compare()
    contrasts.comparisons.extend(found)
    contrasts.standings.extend(ranked)


def _rows(entry: Entry, table: dict[str, Sequence[float]], names: Sequence[str]) -> Array:
    import numpy as np

    rows = [table[name] for name in names]
    if len({len(row) for row in rows}) > 1:
        raise InputError(
            f"the statistics of {entry.name} have rows of different lengths; "
            "write the results again with `sacreval evaluate --instances`"
        )
    return np.array(rows, dtype=np.float64)


def _corrected(comparisons: Sequence[Comparison], settings: Settings) -> list[Comparison]:
    alpha = rounded(1 - settings.confidence)
    tests = holm([one.tests for one in comparisons])
    return [
        replace(
            one,
            tests=corrected,
            finding=finding(
                corrected[settings.test].p_holm, one.difference, alpha, better=one.higher_is_better
            ),
        )
        for one, corrected in zip(comparisons, tests, strict=True)
    ]

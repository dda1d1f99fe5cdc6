"""Paired tests between result files, from the statistics of their records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Scored
from sacreval.errors import UsageError, nearest
from sacreval.features.compare.compared_pairs import ComparedPart, MetricPairs, SystemGroups
from sacreval.features.compare.comparison_notes import comparison_notices
from sacreval.features.compare.comparison_tests import corrected
from sacreval.features.compare.pairs.corrected_differences import Corrections
from sacreval.features.compare.result import Comparison, Settings, Standing
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.inputs.stated_selections import other_selection
from sacreval.scoring.intervals.dependence import (
    ChosenUnit,
    GroupedScores,
    choose_unit,
    strongest_of,
)
from sacreval.scoring.result_files import Runs, differences, match_systems, same_options
from sacreval.scoring.rows.stored_rows import StoredRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


Records = Mapping[str, Scored]
Pairs = Sequence[tuple[Records, Records]]


def find_run_unit(pairs: Pairs, named: str | None) -> ChosenUnit:
    """Choose the units of tests: as named, or a group whose records have similar differences.

    Args:
        pairs: The records of the two systems of each test, by id.
        named: The group that the user named; None to choose by the data.

    Raises:
        UsageError: If no record has the named group.
    """
    known = dict.fromkeys(
        name for base, _ in pairs for x in base.values() for name in x.groups or ()
    )
    if named is not None:
        if pairs and named not in known:
            closest = nearest(named, known, "write the scores of records that have one")
            raise UsageError(f"--resample-by: no record has a group '{named}'; {closest}")
        return ChosenUnit(named, [])
    samples = (sample for base, other in pairs if (sample := _differences(base, other, known)))
    return choose_unit(strongest_of(samples), "tests", "`sacreval compare --test paired-ar`")


def tested_pairs(runs: Runs, base: str | None, before: Runs | None) -> Pairs:
    """List the records of the systems of each test: with the base, and with an earlier run.

    Args:
        runs: The runs.
        base: The system that others are compared with; None for the first.
        before: The earlier run; None without one.
    """
    there = runs.records
    first = base or runs.systems[0]
    pairs = [(there[first], there[x]) for x in there if x != first] if first in there else []
    if before is None:
        return pairs
    matched = match_systems(runs.overall, before.overall)
    both = [(matched.get(x, ""), x) for x in there]
    return pairs + [(before.records[old], there[x]) for old, x in both if old in before.records]


def _differences(base: Records, other: Records, groups: Collection[str]) -> GroupedScores | None:
    """Return the differences of the records that both sides scored; None without any."""
    import numpy as np

    names = [name for name in base if name in other and not (base[name].error or other[name].error)]
    tables = [_scores([side[name] for name in names]) for side in (base, other)]
    outputs = [x for x in tables[0] if x in tables[1]]
    if not names or not outputs:
        return None
    mine, theirs = (np.column_stack([table[x] for x in outputs]) for table in tables)

    def values(group: str) -> Array:
        return np.array([str((base[name].groups or {}).get(group, NO_GROUP)) for name in names])

    return GroupedScores(theirs - mine, groups, values)


def _scores(records: Sequence[Scored]) -> dict[str, list[float]]:
    """Return the scores of each output that all records have."""
    columns = {x: [r.scores.get(x) for r in records] for x in records[0].scores} if records else {}
    return {
        name: [value for value in column if value is not None]
        for name, column in columns.items()
        if None not in column
    }


@dataclass(frozen=True)
class PairedTests:
    """Results of paired tests.

    Args:
        settings: Tests, level, draws and seed.
        comparisons: One for each pair of systems and output.
        standings: The ranks of the systems.
        notices: Sentences on what could not be tested.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    notices: list[str]


def between_systems(
    runs: Runs, entries: dict[str, Entry], base: str | None, settings: Settings
) -> PairedTests:
    """Compare every system with a base, on the records that all of them share.

    Args:
        runs: The runs.
        entries: The metrics, by their names in the statistics.
        base: The system to compare with; None for the first.
        settings: Tests, level, draws and seed.

    Raises:
        UsageError: If there is no such system.
    """
    if base is not None and base not in runs.systems:
        raise UsageError(f"--base: there is no system '{base}'; {nearest(base, runs.systems)}")
    first = base or runs.systems[0]
    tests = PairedTests(settings, [], [], [])
    for name, entry in entries.items():
        sides = _sides(runs, entry, settings.unit)
        if first not in sides:
            if len(runs.systems) > 1 and sides:
                tests.notices.append(f"'{first}', the base of the tests, has no {name}")
            continue
        chosen = {first: sides.pop(first)}
        for system, side in sides.items():
            reasons = list(_objections(first, chosen[first], side, entry))
            tests.notices.extend(f"'{system}' is not tested: {x}" for x in reasons)
            chosen |= {} if reasons else {system: side}
        _add(tests, entry, chosen, shared=len(chosen) - 1)
    return _judged(tests, settings)


def since_baseline(
    runs: Runs, entries: dict[str, Entry], before: Runs, settings: Settings
) -> PairedTests:
    """Compare every system with itself in an earlier run, with one Holm correction over all tests.

    Args:
        runs: The runs.
        entries: The metrics, by their names in the statistics.
        before: The earlier run.
        settings: Tests, level, draws and seed.

    Raises:
        UsageError: If the runs have no system and output in common.
    """
    tests = PairedTests(settings, [], [], [])
    matched = match_systems(runs.overall, before.overall)
    there = {(result.system_id, result.output) for result in before.overall}
    if not any((matched.get(r.system_id), r.output) in there for r in runs.overall):
        raise UsageError("--baseline has no score of these systems; give an earlier run of them")
    for name, entry in entries.items():
        now, old = (_sides(side, entry, settings.unit) for side in (runs, before))
        missing = [system for system in now if matched.get(system) not in old]
        if missing:
            tests.notices.append(
                f"the baseline has no records to test {name} of {', '.join(missing)} against"
            )
        for system, side in now.items():
            then = old.get(matched.get(system, ""))
            if then is None:
                continue
            earlier = then.system if then.system != system else f"{system} of the baseline"
            reasons = list(_objections(earlier, then, side, entry))
            tests.notices.extend(f"'{system}' is not tested: {x}" for x in reasons)
            if not reasons:
                _add(tests, entry, {earlier: then, system: side}, shared=len(there))
    return replace(_judged(tests, replace(settings, family="all")), standings=[])


def _judged(tests: PairedTests, settings: Settings) -> PairedTests:
    """Return tests with corrected p-values, findings, and notices of those that may not hold."""
    comparisons = corrected(tests.comparisons, settings)
    notices = [*tests.notices, *comparison_notices(comparisons, settings)]
    return replace(tests, comparisons=comparisons, notices=notices)


def _sides(runs: Runs, entry: Entry, unit: str | None) -> dict[str, StoredRows]:
    """Return the rows of each system by a metric, with the group that is the unit of tests."""
    sides: dict[str, StoredRows] = {}
    for result in runs.overall:
        system = result.system_id
        if (result.alias or result.metric) != entry.name or system not in runs.records:
            continue
        if system not in sides:  # of another output of the metric, whose rows are the same
            sides[system] = StoredRows(entry, result, runs.records[system], runs.path_of(result))
    for side in sides.values() if unit else ():
        side.groups.setdefault(str(unit), [NO_GROUP] * len(side.places))
    return sides


def _objections(name: str, base: StoredRows, other: StoredRows, entry: Entry) -> Iterator[str]:
    """Describe why a system cannot be tested against a base of some name."""
    differing = list(differences(other.result, base.result))
    same_inputs = base.places.keys() == other.places.keys()
    other_records = other_selection(other.result, base.result)
    if not same_options(other.result, base.result) or (
        differing and (same_inputs or other_records)
    ):
        yield "; ".join(differing)
    elif not other.with_scores(0, base.with_scores(0, base.places)):
        yield f"no record that {entry.name} scored is shared with '{name}'"
    elif base.rows(0).shape[1] != other.rows(0).shape[1]:
        yield f"its statistics of {entry.name} have another length than those of '{name}'"


def _add(tests: PairedTests, entry: Entry, sides: Mapping[str, StoredRows], *, shared: int) -> None:
    """Add the comparisons of one metric with the first of some sides.

    Where systems lack records, each pair is compared on those that both have.

    Args:
        tests: The results so far.
        entry: The metric.
        sides: The rows of the systems, by names that differ: both runs may name a system alike.
        shared: Number of tests that share one level.
    """
    if len(sides) == 1 or not entry.has_rows:
        return
    (first, base), *others = sides.items()
    evaluation = Evaluation([entry], {**sides})
    corrections = Corrections(evaluation, tests.settings, shared)
    part, groups = ComparedPart(None, None, [0]), SystemGroups(evaluation, None)
    pairs = MetricPairs(evaluation, tests.settings, corrections, shared, 0, part, groups)
    names, compared = pairs.scored([*sides], base.order.names), list[Comparison]()
    if names:
        compared, ranked = pairs.compared([*sides], names)
        tests.standings.extend(replace(x, system_id=sides[x.system_id].system) for x in ranked)
    if len(names) < len(pairs.asked(sides)):
        compared = pairs.by_pairs([*sides])
        tests.notices.extend(
            f"{entry.name} is tested on the {len(pairs.scored([first, name], base.places))} "
            f"records that {first} and {name} share; whether their references are "
            "the same cannot be told from the results"
            for name, other in others
            if other.places.keys() != base.places.keys()
        )
    tests.comparisons.extend(
        replace(x, base=base.system, other=sides[x.other].system) for x in compared
    )

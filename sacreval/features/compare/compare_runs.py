"""Paired tests between result files, from the statistics of their records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Scored, by_id
from sacreval.core.results import Result
from sacreval.errors import UsageError, nearest
from sacreval.features.compare.at_worst import Sides, at_worst
from sacreval.features.compare.compared_pairs import units
from sacreval.features.compare.comparison_families import corrected
from sacreval.features.compare.comparison_notes import comparison_notices
from sacreval.features.compare.pairs.paired_comparison import Pairing
from sacreval.features.compare.pairs.paired_scores import Member
from sacreval.features.compare.pairs.paired_tests import Decision, one_test
from sacreval.features.compare.result import Comparison, Settings, Standing
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.stated_selections import other_selection
from sacreval.scoring.intervals.dependence import Chosen, Sample, choose_unit, strongest_of
from sacreval.scoring.result_files import (
    Runs,
    differences,
    match_systems,
    rows_of,
    same_options,
    stacked,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.interval_plans import Units


Records = Mapping[str, Scored]
Pairs = Sequence[tuple[Records, Records]]


def values_of(records: Records, names: Sequence[str], group: str) -> Array:
    """Return the values of a group for some records, array (n,) of text; `(none)` without one."""
    import numpy as np

    return np.array([str((records[name].groups or {}).get(group, NO_GROUP)) for name in names])


def find_run_unit(pairs: Pairs, named: str | None) -> Chosen:
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
        return Chosen(named, [])
    samples = (one for base, other in pairs if (one := _differences(base, other, known)))
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


def _differences(base: Records, other: Records, groups: Collection[str]) -> Sample | None:
    """Return the differences of the records that both sides scored; None without any."""
    import numpy as np

    names = [name for name in base if name in other and not (base[name].error or other[name].error)]
    tables = [_scores([side[name] for name in names]) for side in (base, other)]
    outputs = [x for x in tables[0] if x in tables[1]]
    if not names or not outputs:
        return None
    mine, theirs = (np.column_stack([table[x] for x in outputs]) for table in tables)
    return Sample(theirs - mine, groups, partial(values_of, base, names))


def _scores(records: Sequence[Scored]) -> dict[str, list[float]]:
    """Return the scores of each output that all records have."""
    columns = (
        {x: [one.scores.get(x) for one in records] for x in records[0].scores} if records else {}
    )
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


class _RunSide(NamedTuple):
    """One system and one metric: one of its results, and the scores of its records."""

    result: Result
    records: dict[str, Scored]

    def scored(self, entry: Entry) -> dict[str, Sequence[float]]:
        """Return the statistics of the records that the metric scored."""
        return rows_of(self.records, entry.name)

    def undefined(self, entry: Entry) -> set[str]:
        """Return the ids of the records that have no score by definition."""
        return {name for name, one in self.records.items() if _is_undefined(one, entry)}

    def unanswered(self, entry: Entry, names: Collection[str]) -> int:
        """Count the records, of some, in whose output the metric finds no answer."""
        return sum(entry.name in (self.records[name].unanswered or ()) for name in names)

    def asked(self, entry: Entry) -> set[str]:
        """Return the ids of the records that the metric scored, or should have scored."""
        lost = (name for name, one in self.records.items() if one.error)
        return {*self.scored(entry), *lost} - self.undefined(entry)


def _is_undefined(one: Scored, entry: Entry) -> bool:
    return any(map(entry.metric.is_undefined, (one.error or "").split("; ")))


def _asked(entry: Entry, sides: Sequence[_RunSide]) -> set[str]:
    """Return the ids of the records that a system was asked for, and all could have a score of."""
    every = set[str]().union(*(side.asked(entry) for side in sides))
    return every.difference(*(side.undefined(entry) for side in sides))


def between_systems(
    runs: Runs, made: dict[str, Entry], base: str | None, settings: Settings
) -> PairedTests:
    """Compare every system with a base, on the records that all of them share.

    Args:
        runs: The runs.
        made: The metrics, by their names in the statistics.
        base: The system to compare with; None for the first.
        settings: Tests, level, draws and seed.

    Raises:
        UsageError: If there is no such system.
    """
    if base is not None and base not in runs.systems:
        raise UsageError(f"--base: there is no system '{base}'; {nearest(base, runs.systems)}")
    first = base or runs.systems[0]
    tests = PairedTests(settings, [], [], [])
    for name, entry in made.items():
        sides = _sides(runs, name)
        if first not in sides:
            if len(runs.systems) > 1 and sides:
                tests.notices.append(f"'{first}', the base of the tests, has no {name}")
            continue
        chosen = [sides.pop(first)]
        for side in sides.values():
            reasons = list(_objections(chosen[0], side, entry))
            tests.notices.extend(f"'{side.result.system_id}' is not tested: {x}" for x in reasons)
            chosen += [] if reasons else [side]
        _add(tests, entry, chosen, shared=len(chosen) - 1)
    return _judged(tests, settings)


def since_baseline(
    runs: Runs, made: dict[str, Entry], before: Runs, settings: Settings
) -> PairedTests:
    """Compare every system with itself in an earlier run, with one Holm correction over all tests.

    Args:
        runs: The runs.
        made: The metrics, by their names in the statistics.
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
    for name, entry in made.items():
        now, old = _sides(runs, name), _sides(before, name)
        missing = [system for system in now if matched.get(system) not in old]
        if missing:
            tests.notices.append(
                f"the baseline has no records to test {name} of {', '.join(missing)} against"
            )
        for system, side in now.items():
            then = old.get(matched.get(system, ""))
            if then is None:
                continue
            reasons = list(_objections(then, side, entry))
            tests.notices.extend(f"'{system}' is not tested: {x}" for x in reasons)
            if not reasons:
                _add(tests, entry, [then, side], shared=len(there))
    return replace(_judged(tests, replace(settings, family="all")), standings=[])


def _judged(tests: PairedTests, settings: Settings) -> PairedTests:
    """Return tests with corrected p-values, findings, and notices of those that may not hold."""
    found = corrected(tests.comparisons, settings)
    notices = [*tests.notices, *comparison_notices(found, settings)]
    return replace(tests, comparisons=found, notices=notices)


def _sides(runs: Runs, name: str) -> dict[str, _RunSide]:
    return {
        result.system_id: _RunSide(result, runs.records[result.system_id])
        for result in runs.overall
        if (result.alias or result.metric) == name and result.system_id in runs.records
    }


def _objections(base: _RunSide, other: _RunSide, entry: Entry) -> Iterator[str]:
    """Describe why two systems cannot be tested against each other."""
    differing = list(differences(other.result, base.result))
    same_inputs = base.records.keys() == other.records.keys()
    other_records = other_selection(other.result, base.result)
    if not same_options(other.result, base.result) or (
        differing and (same_inputs or other_records)
    ):
        yield "; ".join(differing)
    elif base.scored(entry).keys().isdisjoint(other.scored(entry)):
        yield f"no record that {entry.name} scored is shared with '{base.result.system_id}'"


def _add(tests: PairedTests, entry: Entry, sides: Sequence[_RunSide], *, shared: int) -> None:
    """Add the comparisons of one metric; `shared` tests share one level.

    Where systems lack records, each pair is compared on those that both have.
    """
    if len(sides) == 1 or not entry.has_rows:
        return
    names = set.intersection(*(set(side.scored(entry)) for side in sides))
    asked = _asked(entry, sides)
    if names:
        found, ranked = _pairing(tests.settings, entry, sides, names, shared).compare()
        found = _with_unanswered(found, entry, sides, names)
        tests.standings.extend(ranked)
        if names == asked:
            tests.comparisons.extend(found)
            return
    base, *others = sides
    chosen = _family_tests(tests.settings, entry, base, others)
    for other in others:
        _add_pair(tests, entry, (base, other), shared, chosen)


def _family_tests(
    settings: Settings, entry: Entry, base: _RunSide, others: Sequence[_RunSide]
) -> dict[str, Decision]:
    """Choose one test for all pairs, each on the records that both have."""
    scored = {side.result.system_id: side.scored(entry).keys() for side in (base, *others)}
    first = base.result.system_id
    found = {
        (first, other.result.system_id): _pairing(
            settings, entry, (base, other), names, 1
        ).decisions()
        for other in others
        if (names := scored[first] & scored[other.result.system_id])
    }
    return {
        output: one_test({pair: one[output] for pair, one in found.items()})
        for output in entry.outputs
        if found
    }


def _add_pair(
    tests: PairedTests,
    entry: Entry,
    pair: tuple[_RunSide, _RunSide],
    shared: int,
    chosen: Mapping[str, Decision],
) -> None:
    """Add the comparisons of a pair of which records are missing, and what remains of them."""
    import numpy as np

    tables = [side.scored(entry) for side in pair]
    systems = " and ".join(side.result.system_id for side in pair)
    names = tables[0].keys() & tables[1].keys()
    if not names:
        tests.notices.append(f"no record that {entry.name} scored is shared by {systems}")
        return
    found = _asked(entry, pair)
    asked = sorted(found, key=by_id(found))
    if any(one.records.keys() != pair[0].records.keys() for one in pair):
        tests.notices.append(
            f"{entry.name} is tested on the {len(names)} records that {systems} share; whether "
            "their references are the same cannot be told from the results"
        )
    pairing = _pairing(tests.settings, entry, pair, names, shared)
    compared, _ = replace(pairing, tests=chosen).compare()
    compared = _with_unanswered(compared, entry, pair, names)
    width = len(next(iter(tables[0].values())))
    nothing = [np.nan] * width
    what = f"the statistics of {entry.name}"
    rows = [stacked({x: table.get(x, nothing) for x in asked}, asked, what) for table in tables]
    everything = {**pair[1].records, **pair[0].records}
    drawn = _units(tests.settings, everything, asked)
    over = Sides(entry, rows[0], rows[1], drawn, shared, tests.settings)
    gone = [len(asked) - len(table) for table in tables]
    for one in compared:
        counted = replace(one, n=len(asked))
        if any(gone):
            counted = replace(
                counted, base_missing=gone[0], other_missing=gone[1], shared=len(names)
            )
            counted = at_worst(counted, over)
        tests.comparisons.append(counted)


def _pairing(
    settings: Settings,
    entry: Entry,
    sides: Sequence[_RunSide],
    records: Collection[str],
    shared: int,
) -> Pairing:
    names = sorted(records, key=by_id(records))
    what = f"the statistics of {entry.name}"
    members = [
        Member(one.result.system_id, one.result.signature, stacked(one.scored(entry), names, what))
        for one in sides
    ]
    drawn = _units(settings, sides[0].records, names)
    return Pairing(entry, None, names, members, drawn, shared, settings)


def _with_unanswered(
    found: Sequence[Comparison],
    entry: Entry,
    sides: Sequence[_RunSide],
    records: Collection[str],
) -> list[Comparison]:
    """Return comparisons with the numbers of outputs without an answer, of the first as base."""
    base, *others = (side.unanswered(entry, records) for side in sides)
    counts = {side.result.system_id: count for side, count in zip(sides[1:], others, strict=True)}
    return [replace(one, base_unanswered=base, other_unanswered=counts[one.other]) for one in found]


def _units(settings: Settings, records: dict[str, Scored], names: Sequence[str]) -> Units:
    group = settings.unit
    return units(None if group is None else values_of(records, names, group), len(names))

"""Cases of a plan from result files: how the scores of their records vary, by group too.

Groups of the items of a plan: their design effect, and rows summed by group. Source: Kish (1965).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError, nearest
from sacreval.features.plan.plan_guesses import Guesses, completed
from sacreval.features.plan.plan_rows import Case
from sacreval.features.plan.plan_spread import (
    ItemShares,
    SystemRuns,
    case_of_pair,
    case_of_system,
    simulating,
)
from sacreval.features.plan.result import PlanSettings
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.dependence import GroupedScores, strongest_of
from sacreval.scoring.result_files import differences, entries, read_runs, same_options
from sacreval.scoring.rows.stored_rows import StoredRows

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Grouped(NamedTuple):
    """Shares with the groups of their items, and notices on them."""

    shares: ItemShares
    notices: list[str]


def with_groups(
    shares: ItemShares, groups: Mapping[str, Array], unit: str | None, *, guessed: bool
) -> Grouped:
    """Return shares whose spread has the groups of the items.

    Args:
        shares: The share of each item.
        groups: Name of a group to its value of each item, array (n,) of text.
        unit: The group whose values are the units; None to look for one.
        guessed: Whether groups are guessed.
    """
    if unit is not None:
        if guessed:
            raise UsageError("--resample-by reads --icc and --group-size off; drop these")
        if unit not in groups or NO_GROUP in groups[unit]:
            raise UsageError(f"--resample-by: not every item has a group '{unit}'; "
                             f"{nearest(unit, groups)}")  # fmt: skip
        return Grouped(_with(shares, groups[unit]), [])
    if guessed:
        return Grouped(shares._replace(reduce=None), [])
    measured = strongest_of([GroupedScores(shares.values[:, None], groups, groups.__getitem__)])
    alike = next((dependence for dependence in measured if dependence.matters), None)
    if alike is None:
        return Grouped(shares, [])
    notice = (
        f"items of one {alike.group} are alike (intraclass correlation {alike.icc:.2f}): the plan "
        f"is for groups of {alike.size:.3g} items"
    )
    return Grouped(_with(shares, groups[alike.group]), [notice])


def _with(shares: ItemShares, labels: Array) -> ItemShares:
    import numpy as np

    from sacreval.stats.clusters import likeness, sums_by_group

    measured, known = likeness(shares.values, labels), shares.case.spread
    # The noise of samples is independent; what items of a group share is a share of the rest.
    total = known.between + known.within / known.samples
    rest = total / known.between if known.between > 0 else 0.0
    icc, effect = (float(np.nan_to_num(x)) for x in (measured.icc, measured.design_effect))
    spread = replace(
        known,
        icc=min(max(icc, 0.0) * rest, 1.0),
        group_size=measured.mean_size,
        design_effect=1 + max(effect - 1, 0.0) * rest,
    )
    tables = [sums_by_group(table, labels) for table in shares.tables]
    return shares._replace(case=shares.case._replace(spread=spread), tables=tables)


class PlanSelection(NamedTuple):
    """What is read from result files.

    Args:
        output: The output; None for the first.
        base: The system that others are compared with; None for the first.
        other: The systems to compare; () for all.
        unit: The group whose values are the units; None to look for one.
    """

    output: str | None = None
    base: str | None = None
    other: tuple[str, ...] = ()
    unit: str | None = None


class Read(NamedTuple):
    """Cases, and notices on what was chosen."""

    cases: list[Case]
    notices: list[str]


class _Run(NamedTuple):
    """One system in one result file."""

    path: Path
    result: Result
    records: dict[str, Scored]

    def rows(self, entry: Entry) -> StoredRows:
        """Return the rows of the system."""
        return StoredRows(entry, self.result, self.records, self.path)


def read_cases(
    paths: Sequence[Path], wanted: PlanSelection, guesses: Guesses, settings: PlanSettings
) -> Read:
    """Read the cases of a plan."""
    if options := guesses.of_scores:
        raise UsageError(f"{options[0]} is a guess where a result file is read; drop one of them")
    runs, notices = _runs(paths, wanted.output)
    systems = _pick(list(runs), wanted)
    entry = _entry(runs[systems[0]][0].result)
    for system in systems:
        _check_alike(runs[systems[0]][0], runs[system])
    rows = {system: [run.rows(entry) for run in runs[system]] for system in systems}
    names = _shared(rows)
    notices += _unshared(rows, names)
    sides = {
        system: SystemRuns(system, [stored.rows_of(0, names) for stored in of])
        for system, of in rows.items()
    }
    first = rows[systems[0]][0]
    groups = {group: first.values_of(group, names) for group in first.groups}
    output = runs[systems[0]][0].result.output
    of_one = settings.goal == "interval" or len(systems) == 1
    if guesses.correlation is not None and (settings.goal == "interval" or len(systems) > 1):
        raise UsageError("--correlation is read off two systems; drop it, or name one result file")
    cases = []
    for system in systems if of_one else systems[1:]:
        if of_one:
            shares = case_of_system(entry, output, sides[system], settings, guesses.correlation)
        else:
            shares = case_of_pair(entry, output, (sides[systems[0]], sides[system]))
        grouped = with_groups(shares, groups, wanted.unit, guessed=guesses.icc is not None)
        notices += [text for text in grouped.notices if text not in notices]
        case = simulating(grouped.shares, settings)
        spread = completed(case.spread, guesses, settings.goal)
        cases.append(Case(f"{output} of {case.systems}", spread, case.simulate, case.corpus))
    return Read(cases, notices)


def _runs(paths: Sequence[Path], output: str | None) -> tuple[dict[str, list[_Run]], list[str]]:
    """Read the runs of each system by one output."""
    if len({path.resolve() for path in paths}) < len(paths):
        raise UsageError(
            "the same result file is named twice, which is no second run; name it once"
        )
    files = [(path, read_runs([path])) for path in paths]
    known = list(dict.fromkeys(r.output for _, runs in files for r in runs.overall))
    if output is not None and output not in known:
        raise UsageError(f"--metric: there is no output '{output}'; {nearest(output, known)}")
    chosen = output or known[0]
    notices = []
    if output is None and len(known) > 1:
        notices.append(
            f"the plan is for {chosen}; --metric names another of {', '.join(known[1:])}"
        )
    by_system: dict[str, list[_Run]] = {}
    for path, runs in files:
        for result in runs.overall:
            if result.output != chosen:
                continue
            if result.dataset is not None:
                raise InputError(
                    f"{path} is over data sets, and a plan is for the records of one; give the "
                    "result of a run of that one alone"
                )
            if result.system_id not in runs.records:
                raise InputError(
                    f"{path} was written without the scores of its records, which a plan reads; "
                    "write it with `sacreval evaluate METRIC INPUT -o result.json --instances "
                    "scores.jsonl`"
                )
            run = _Run(path, result, runs.records[result.system_id])
            by_system.setdefault(result.system_id, []).append(run)
    return by_system, notices


def _pick(known: Sequence[str], wanted: PlanSelection) -> list[str]:
    """Return the systems that take part, the base first."""
    for option, name in (("--base", wanted.base), *(("--other", x) for x in wanted.other)):
        if name is not None and name not in known:
            raise UsageError(f"{option}: there is no system '{name}'; {nearest(name, known)}")
    first = wanted.base or known[0]
    if first in wanted.other:
        raise UsageError(f"--other {first}: this is the base itself; name another system")
    return [first, *(wanted.other or [name for name in known if name != first])]


def _entry(result: Result) -> Entry:
    by_name, unavailable = entries([result])
    if unavailable:
        raise InputError(f"{unavailable[0]}; guess how its scores vary with --sd")
    (entry,) = by_name.values()
    if not entry.has_rows:
        raise UsageError(
            f"{entry.name} scores whole sets, and its records do not tell how it varies; guess it "
            "with --sd"
        )
    return entry


def _check_alike(first: _Run, runs: Sequence[_Run]) -> None:
    for run in runs:
        if not same_options(run.result, first.result):
            why = "; ".join(differences(run.result, first.result))
            raise UsageError(
                f"{run.path}: '{run.result.system_id}' is not scored as "
                f"'{first.result.system_id}' of {first.path} ({why}); score both alike"
            )


def _shared(rows: Mapping[str, Sequence[StoredRows]]) -> list[str]:
    """List the items that every run has scored, in order."""
    first, *others = (stored for of in rows.values() for stored in of)
    names = first.with_scores(0, first.order.names)
    for stored in others:
        names = stored.with_scores(0, names)
    if len(names) < 2:  # one item has no spread
        raise InputError(
            f"{', '.join(rows)} share {len(names)} scored items, and a plan needs two; score "
            "them on the same items"
        )
    return names


def _unshared(rows: Mapping[str, Sequence[StoredRows]], names: Sequence[str]) -> list[str]:
    if max(len(stored.places) for of in rows.values() for stored in of) == len(names):
        return []
    return [f"the plan is made from the {len(names)} items that every system and run has scored"]

"""Units of tests between result files: records, or a group that their scores of records name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Scored
from sacreval.errors import UsageError, nearest
from sacreval.scoring.baseline import match_systems
from sacreval.scoring.intervals.dependence import Chosen, Dependence, alike, choose_unit
from sacreval.scoring.result_files import Runs

if TYPE_CHECKING:
    from sacreval.core.metric import Array

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
    found = [_strongest(pairs, group) for group in known]
    ordered = sorted((one for one in found if one is not None), key=lambda one: -one.effect)
    return choose_unit(ordered, "tests", "`sacreval compare --test paired-ar`")


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


def _strongest(pairs: Pairs, group: str) -> Dependence | None:
    measured = (_measured(base, other, group) for base, other in pairs)
    return max((x for x in measured if x is not None), key=lambda one: one.icc, default=None)


def _measured(base: Records, other: Records, group: str) -> Dependence | None:
    """Measure how alike the differences of the records of a group are."""
    import numpy as np

    names = [name for name in base if name in other and not (base[name].error or other[name].error)]
    tables = [_scores([side[name] for name in names]) for side in (base, other)]
    outputs = [x for x in tables[0] if x in tables[1]]
    if not names or not outputs:
        return None
    mine, theirs = (np.column_stack([table[x] for x in outputs]) for table in tables)
    return alike(theirs - mine, values_of(base, names, group), group)


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

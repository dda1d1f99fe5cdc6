"""Split rows into tasks by their groups: each task has a grid of its own."""

from collections.abc import Iterable, Mapping, Sequence

from sacreval.errors import InputError, UsageError, nearest
from sacreval.meta.score_set import Duplicates, Grid, Row, ScoreSet, SystemRow, score_set


def part(
    rows: Iterable[Row],
    system_rows: Iterable[SystemRow],
    by: Sequence[str],
    *,
    duplicates: Duplicates = "error",
) -> dict[str, ScoreSet]:
    """Split rows by the values of groups.

    A row without the groups, such as a score whose judgment has them, belongs where the other rows
    of its instance do.

    Args:
        rows: From any number of readers, in any order.
        system_rows: Official system scores; those that do not have all the groups are left out.
        by: Names of groups, whose values form the name of the task; without any there is
            one task without a name.
        duplicates: As for `score_set`.

    Raises:
        UsageError: No row has such a group.
        InputError: A row that belongs to no task, or to several.
    """
    if not by:
        return {"": score_set(rows, list(system_rows), duplicates=duplicates)}
    grids: dict[str, Grid] = {}
    unplaced: list[Row] = []
    homes: dict[str, set[str]] = {}
    names: dict[str, None] = {}
    for row in rows:
        names |= dict.fromkeys(row.groups or ())
        task = _task(row.groups, by)
        if task is None:
            unplaced.append(row)
        else:
            grids.setdefault(task, Grid(duplicates)).add(row)
            homes.setdefault(row.instance, set()).add(task)
    _check(by, names)
    for row in unplaced:
        grids[_home(row, homes, by)].add(row)
    official: dict[str, list[SystemRow]] = {}
    for one in system_rows:
        official.setdefault(_task(one.groups, by) or "", []).append(one)
    return {task: grids[task].built(official.get(task, ())) for task in sorted(grids)}


def _task(groups: Mapping[str, str] | None, by: Sequence[str]) -> str | None:
    values = [(groups or {}).get(name) for name in by]
    known = [value for value in values if value is not None]
    return "/".join(known) if len(known) == len(by) else None


def _check(by: Sequence[str], names: Mapping[str, None]) -> None:
    for name in by:
        if name not in names:
            raise UsageError(f"--tasks-by {name}: no output has this group; {nearest(name, names)}")


def _home(row: Row, homes: Mapping[str, set[str]], by: Sequence[str]) -> str:
    found = homes.get(row.instance, set())
    if len(found) == 1:
        return next(iter(found))
    why = "several have it" if found else "no other line of this instance has it"
    raise InputError(
        f"{row.place}: the line of instance {row.instance!r} does not say its {' and '.join(by)}, "
        f"and {why}; add it to `groups`."
    )

"""Split rows into tasks by their groups, one set of scores for each task."""

from collections.abc import Iterable, Mapping, Sequence

from sacreval.errors import InputError, UsageError, nearest
from sacreval.features.correlate.data.score_grid import Grid, score_set
from sacreval.features.correlate.data.score_set import Duplicates, Row, ScoreSet, SystemRow


def split_rows(
    rows: Iterable[Row],
    system_rows: Iterable[SystemRow],
    by: Sequence[str],
    *,
    duplicates: Duplicates = "error",
) -> dict[str, ScoreSet]:
    """Split rows by the values of groups.

    A row without the groups, such as a score whose judgment has them, belongs to the task of the
    other rows of its instance.

    Args:
        rows: Rows of any number of files, in any order.
        system_rows: Official system scores; those without all the groups are left out.
        by: Names of groups, whose values form the name of the task; if empty, there is a single
            task with an empty name.
        duplicates: See `score_set`.

    Returns:
        Name of a task to its scores, sorted.

    Raises:
        UsageError: No row has one of the groups.
        InputError: A row belongs to no task, or to several.
    """
    if not by:
        return {"": score_set(rows, list(system_rows), duplicates=duplicates)}
    grids: dict[str, Grid] = {}
    unplaced: list[Row] = []
    tasks: dict[str, set[str]] = {}  # of each instance
    names: dict[str, None] = {}
    for row in rows:
        names |= dict.fromkeys(row.groups or ())
        task = _task(row.groups, by)
        if task is None:
            unplaced.append(row)
        else:
            grids.setdefault(task, Grid(duplicates)).add(row)
            tasks.setdefault(row.instance, set()).add(task)
    _check(by, names)
    for row in unplaced:
        grids[_task_of_instance(row, tasks, by)].add(row)
    official: dict[str, list[SystemRow]] = {}
    for system in system_rows:
        official.setdefault(_task(system.groups, by) or "", []).append(system)
    return {task: grids[task].built(official.get(task, ())) for task in sorted(grids)}


def _task(groups: Mapping[str, str] | None, by: Sequence[str]) -> str | None:
    values = [(groups or {}).get(name) for name in by]
    present = [value for value in values if value is not None]
    return "/".join(present) if len(present) == len(by) else None


def _check(by: Sequence[str], names: Mapping[str, None]) -> None:
    for name in by:
        if name not in names:
            raise UsageError(f"--tasks-by {name}: no output has this group; {nearest(name, names)}")


def _task_of_instance(row: Row, tasks: Mapping[str, set[str]], by: Sequence[str]) -> str:
    known = tasks.get(row.instance, set())
    if len(known) == 1:
        return next(iter(known))
    why = "several tasks have it" if known else "no other line of this instance has it"
    raise InputError(
        f"{row.place}: the line of instance {row.instance!r} has no {' and '.join(by)}, "
        f"and {why}; add it to `groups`."
    )

"""Hints for records of several tasks, as in the logs of a run, of which a metric fits only some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from sacreval.core.group_names import NO_GROUP
from sacreval.core.records import Batch
from sacreval.errors import InputError

if TYPE_CHECKING:
    from sacreval.scoring.collected_rows import Collected

TASK = "task"  # the group that readers of logs write
_MOST = 1000  # batches that are looked at after an error
_NAMED = 6


def task_of(batch: Batch) -> str | None:
    """Return the task of the first record of a batch; None without one."""
    groups = batch[0].groups if batch else None
    found = (groups or {}).get(TASK)
    return None if found is None else str(found)


def with_tasks(
    error: InputError, seen: Iterable[str], rest: Iterable[Batch], check: Callable[[Batch], object]
) -> InputError:
    """Return the error of a record, with the tasks whose records the metrics can score.

    Args:
        error: The error.
        seen: Tasks of earlier batches, which passed.
        rest: The batches from that of the record on.
        check: Checks a batch, and raises InputError.
    """
    right, wrong = dict.fromkeys(seen), set[str]()
    with suppress(InputError):  # of reading
        for batch in islice(rest, _MOST):
            if (task := task_of(batch)) is None:
                continue
            try:
                check(batch)
                right[task] = None
            except InputError:
                wrong.add(task)
    named = [task for task in right if task not in wrong]
    return InputError(f"{error}{choose(named)}") if wrong else error


def choose(tasks: list[str]) -> str:
    """Return the end of a sentence that says how to choose the records of one of some tasks."""
    if not tasks:
        return ""
    name = tasks[0].replace("\\", "\\\\").replace("'", "\\'")
    more = f"; there are {', '.join(tasks[:_NAMED])}" if len(tasks) > 1 else ""
    return f"; or choose records of one task: --where \"groups.task == '{name}'\"{more}"


def common_tasks(systems: Mapping[str, Collected]) -> str:
    """Return the end of a sentence on systems without a common record: how to compare by one task.

    Args:
        systems: The systems by name.

    Returns:
        "" where all records have one task.
    """
    every = {x for one in systems.values() for x in one.groups.get(TASK, ())} - {NO_GROUP}
    if len(every) < 2:  # noqa: PLR2004 - several
        return ""
    having: dict[str, list[str]] = {}
    for name, one in systems.items():
        for task in _scored_tasks(one):
            having.setdefault(task, []).append(name)
    several = sorted((x for x in having if len(having[x]) > 1), key=lambda x: -len(having[x]))
    if several:
        return choose(several)
    of = "; ".join(f"{task} only in {names[0]}" for task, names in having.items())
    return f", and give runs of the same task: no task has scores in two systems ({of or 'none'})"


def _scored_tasks(system: Collected) -> list[str]:
    """Return the tasks of the records that every metric scored, each once."""
    failed = {place for column in system.columns for place in column.failures}
    tasks = enumerate(system.groups.get(TASK, ()))
    return list(dict.fromkeys(x for i, x in tasks if i not in failed and x != NO_GROUP))

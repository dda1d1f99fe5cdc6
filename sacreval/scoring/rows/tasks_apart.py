"""Records of several tasks, as in the logs of a run, of which a metric fits only some.

Tasks whose records it cannot score, by `KnowsItsTask.fits` and the check of fields, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from warnings import warn

from sacreval.core.contract.declarations import innermost
from sacreval.core.group_names import NO_GROUP
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice, comma_list

if TYPE_CHECKING:
    from sacreval.scoring.rows.collected_rows import Collected

TASK = "task"  # the group that readers of logs write
_MOST = 1000  # batches that are looked at after an error
_SAMPLE = 16  # records of a batch that are checked one by one


def task_of(batch: Batch) -> str | None:
    """Return the task of the first record of a batch; None without one."""
    groups = batch[0].groups if batch else None
    task = (groups or {}).get(TASK)
    return None if task is None else str(task)


def split_by_task(batch: Batch) -> list[Batch]:
    """Split a batch into one for every task in it."""
    places: dict[Any, list[int]] = {}
    for i, instance in enumerate(batch):
        places.setdefault((instance.groups or {}).get(TASK), []).append(i)
    return [batch] if len(places) < 2 else [batch.select(indices) for indices in places.values()]


def of_fitting_tasks(batches: Sequence[Batch], metrics: Sequence[Metric]) -> Sequence[Batch]:
    """Return the records without those of tasks that metrics with all options set do not fit.

    Warns:
        InputNotice: For each task that is left out.
    """
    asked = [inner for x in metrics if isinstance(inner := innermost(x), KnowsItsTask)]
    if not asked:
        return batches
    parts = [part for batch in batches for part in split_by_task(batch)]
    right = {task_of(x) for x in parts if any(metric.fits(y) for y in x for metric in asked)}
    wrong = {x: part for part in reversed(parts) if (x := task_of(part)) and x not in right}
    if not (right and wrong):
        return batches
    for task, part in reversed(wrong.items()):
        _tell(task, f"none has what {asked[0].name} takes, from {part.where(0)} on")
    return [part for part in parts if task_of(part) not in wrong]


def _tell(task: str, why: str) -> None:
    text = f"task {task} is left out, as its records cannot be scored: {why}"
    warn(InputNotice(text), stacklevel=4)


@runtime_checkable
class KnowsItsTask(Protocol):
    """A metric that fits some tasks only."""

    name: str

    def fits(self, instance: Instance, /) -> bool:
        """Return whether a record shows that the metric, with its options set, fits its task."""


class UnfitTasks:
    """Tasks that the metrics of a run do not fit, which are left out with a notice.

    A task fits if one of its records does; a sample is checked.
    """

    def __init__(self) -> None:
        self._errors: dict[str, InputError] = {}
        self._reported: set[str] = set()
        self._any_fits = False

    def add(self, batch: Batch, error: InputError, check: Callable[[Batch], object]) -> bool:
        """Leave out records if none of them can be scored.

        Args:
            batch: The records.
            error: The error of the first that is wrong.
            check: Checks a batch, and raises InputError.

        Returns:
            Whether they are left out.
        """
        task, checked = task_of(batch), batch.answered or batch
        places = range(0, len(checked), max(1, len(checked) // _SAMPLE))
        if task is None or any(_passes(checked.select([i]), check) for i in places):
            return False
        self._errors.setdefault(task, error)
        if self._any_fits:
            self._tell()
        return True

    def has(self, batch: Batch) -> bool:
        """Return whether these are further records without an output of a task left out."""
        return bool(self._errors) and task_of(batch) in self._errors and not batch.answered

    def tell(self, task: str | None) -> None:
        """Name the tasks that are left out, as there are records that can be scored.

        Args:
            task: The task of the records; None without one.

        Raises:
            InputError: If earlier records of the task could not.

        Warns:
            InputNotice: Once for each task that is left out.
        """
        if task in self._errors:
            raise self._errors[task]
        self._any_fits = True
        self._tell()

    def end(self) -> None:
        """Check, after the last records, that some could be scored.

        Raises:
            InputError: If none could: the error of the first.
        """
        if self._errors and not self._any_fits:
            raise next(iter(self._errors.values()))

    def _tell(self) -> None:
        for task in self._errors.keys() - self._reported:
            _tell(task, str(self._errors[task]))
            self._reported.add(task)


def _passes(batch: Batch, check: Callable[[Batch], object]) -> bool:
    try:
        check(batch)
    except InputError:
        return False
    return True


def with_tasks(
    error: InputError, seen: Iterable[str], rest: Iterable[Batch], check: Callable[[Batch], object]
) -> InputError:
    """Return the error of a record, with the tasks whose records the metrics can score."""
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
    more = f"; there are {comma_list(tasks)}" if len(tasks) > 1 else ""
    return f"; or choose records of one task: --where \"groups.task == '{name}'\"{more}"


def tasks_of(systems: Mapping[str, Collected]) -> list[str]:
    """Return the tasks of the records, and note for each record whether it has one."""
    labels = [x for rows in systems.values() for x in rows.groups.get(TASK, ()) if x != NO_GROUP]
    tasks = list(dict.fromkeys(labels))
    if len(tasks) < 2:
        return []
    for rows in systems.values():
        rows.groups.setdefault(TASK, [NO_GROUP] * len(rows.places))
    return tasks


def tasks_notice(tasks: Sequence[str]) -> str:
    """Return the sentence on scores that are broken down by task."""
    return (
        f"records are of {len(tasks)} tasks, each with scores of its own, as by --by {TASK}: "
        f"{comma_list(tasks)}"
    )


def systems_by_task(systems: Mapping[str, Collected]) -> dict[str, list[str]]:
    """Return the systems of each task that several have, where no instance is in all systems.

    Args:
        systems: The systems by name.
    """
    tasks = {x for rows in systems.values() for x in rows.groups.get(TASK, ())} - {NO_GROUP}
    if len(tasks) < 2 or set.intersection(*(set(x.places) for x in systems.values())):
        return {}
    return {task: names for task, names in _having(systems).items() if len(names) > 1}


def instances_of(system: Collected, task: str) -> set[str]:
    """Return the ids of the instances of a task that a system has."""
    return {x for x, label in zip(system.names, system.groups[TASK], strict=True) if label == task}


def apart_notice(systems: Mapping[str, Collected], compared: Mapping[str, Sequence[str]]) -> str:
    """Return the sentence on systems that are compared on each task, and what is left out.

    Args:
        systems: The systems by name.
        compared: The systems of each task that is compared.
    """
    there = {name for names in compared.values() for name in names}
    lost = [
        *(x for x in systems if x not in there),
        *(x for x in _having(systems) if x not in compared),
    ]
    left = f"; {', '.join(lost)} could be compared with no other" if lost else ""
    return f"no instance is in all systems, so those of each task are compared{left}"


def common_tasks(systems: Mapping[str, Collected]) -> str:
    """Return the end of a sentence on systems without a common record: how to compare by one task.

    Args:
        systems: The systems by name.

    Returns:
        "" where all records have one task.
    """
    every = {x for rows in systems.values() for x in rows.groups.get(TASK, ())} - {NO_GROUP}
    if len(every) < 2:
        return ""
    having = _having(systems)
    several = sorted((x for x in having if len(having[x]) > 1), key=lambda x: -len(having[x]))
    if several:
        return choose(several)
    of = "; ".join(f"{task} only in {names[0]}" for task, names in having.items())
    return f", and give runs of the same task: no task has scores in two systems ({of or 'none'})"


def _having(systems: Mapping[str, Collected]) -> dict[str, list[str]]:
    """Return the systems with scores of each task."""
    by_task: dict[str, list[str]] = {}
    for name, rows in systems.items():
        for task in _scored_tasks(rows):
            by_task.setdefault(task, []).append(name)
    return by_task


def _scored_tasks(system: Collected) -> list[str]:
    """Return the tasks of the records that every metric scored, each once."""
    failed = {place for column in system.columns for place in column.failures}
    tasks = enumerate(system.groups.get(TASK, ()))
    return list(dict.fromkeys(x for i, x in tasks if i not in failed and x != NO_GROUP))

"""Several logs in one run: ids of inputs by task, and systems by run where a model has several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter, warn

from msgspec.structs import replace as with_fields

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputNotice
from sacreval.readers._base import Reader
from sacreval.readers._log import LogReader
from sacreval.scoring.inputs.inputs import Input
from sacreval.scoring.inputs.joined_references import JoinedReferences

TASK = "task"  # the group that readers of logs set


class Log(NamedTuple):
    """A log with the reader of its format."""

    path: str
    reader: LogReader


class Key(NamedTuple):
    """What must be unique in a run."""

    system: str
    task: Any
    instance: str


@dataclass(frozen=True, kw_only=True)
class RenamingReader(Reader):
    """A log whose records have other ids and systems, because there are others beside it.

    Args:
        log: The reader of the log.
        tasks: Whether ids are `TASK:ID`.
        task: The task of records that name none; None where it is not known.
        run: Name of the run that is added to systems; "" for none.
    """

    log: Reader
    tasks: bool
    task: str | None
    run: str

    def read(self, path: str) -> Iterator[Batch]:
        """Read the log."""
        for batch in self.log.read(path):
            named = with_run(batch, self.run) if self.run else batch
            yield by_task(named, self.task) if self.tasks else named


def among_others(inputs: Sequence[Input]) -> Callable[[Input], Reader]:
    """Return what chooses the reader of each input, so that no two logs are confused.

    Ids are `TASK:ID` where logs are of several tasks. What -r joins is joined by these ids.
    """
    by_path = {file.path: _log_reader(file.reader) for file in inputs}
    logs = [Log(path, reader) for path, reader in by_path.items() if reader is not None]
    if len(logs) < 2:  # noqa: PLR2004 - one log has nothing beside it
        return lambda file: file.reader
    seen = beginnings(logs)
    named = runs(logs, seen)
    tasks = len({key.task for keys in seen.values() for key in keys}) > 1

    def choose(file: Input) -> Reader:
        if by_path[file.path] is None:
            return file.reader
        outer = file.reader
        log = outer.records if isinstance(outer, JoinedReferences) else outer
        task = log.task_name(file.path) if isinstance(log, LogReader) else None
        renamed = RenamingReader(log=log, tasks=tasks, task=task, run=named.get(file.path, ""))
        return replace(outer, records=renamed) if isinstance(outer, JoinedReferences) else renamed

    return choose


def _log_reader(reader: Reader) -> LogReader | None:
    inner = reader.records if isinstance(reader, JoinedReferences) else reader
    return inner if isinstance(inner, LogReader) else None


def beginnings(logs: Sequence[Log]) -> dict[str, list[Key]]:
    """Return what the first records of each log are, by path.

    Logs of one system and task whose first records differ are read whole: they may be parts of one
    run, or runs in another order.
    """
    with catch_warnings():
        simplefilter("ignore", InputNotice)  # which the run itself shows, when it reads the logs
        starts = {log.path: list(_keys(log)) for log in logs}
        return {
            log.path: list(_keys(log, whole=True)) if _may_be_part(log.path, starts) else keys
            for log, keys in zip(logs, starts.values(), strict=True)
        }


def _may_be_part(path: str, starts: Mapping[str, Sequence[Key]]) -> bool:
    """Return whether another log has the system and task of a log, and no record of it so far."""
    log_keys = set(starts[path])
    kinds = {key[:2] for key in log_keys}
    alike = (
        keys
        for other, keys in starts.items()
        if other != path and not kinds.isdisjoint(key[:2] for key in keys)
    )
    return any(log_keys.isdisjoint(keys) for keys in alike)


def by_task(batch: Batch, task: str | None = None) -> Batch:
    """Return a batch whose ids are `TASK:ID`, so that those of several tasks differ."""
    names = batch.instance_ids
    return batch.with_instances([_of_task(x, names[i], task) for i, x in enumerate(batch)])


def _of_task(instance: Instance, name: str, task: str | None) -> Instance:
    groups = instance.groups or {}
    group = groups.get(TASK, task)
    if group is None:
        return instance
    return with_fields(instance, instance_id=f"{group}:{name}", groups={**groups, TASK: group})


def with_run(batch: Batch, run: str) -> Batch:
    """Return a batch whose systems are named by a run, as in `MODEL (RUN)`."""
    names = batch.system_ids
    instances = [with_fields(x, system_id=f"{names[i]} ({run})") for i, x in enumerate(batch)]
    return batch.with_instances(instances)


def runs(logs: Sequence[Log], seen: Mapping[str, Sequence[Key]]) -> dict[str, str]:
    """Find the logs of systems that were run more than once on the same inputs.

    Parts of one run have no inputs in common.

    Warns:
        InputNotice: If there are any.
    """
    owners: dict[Key, str] = {}
    clashes: dict[tuple[str, str], str] = {}
    for log in logs:
        for key in seen[log.path]:
            first = owners.setdefault(key, log.path)
            if first != log.path:
                clashes.setdefault((first, log.path), key.system)
    if not clashes:
        return {}
    repeated = set(clashes.values())
    of_them = [log for log in logs if any(key.system in repeated for key in seen[log.path])]
    names = run_names(of_them, list(clashes))
    (first, second), system = next(iter(clashes.items()))
    warn(
        InputNotice(
            f"'{system}' has several runs, such as {first} and {second}; its systems are named by "
            f"run, as in '{system} ({names[second]})': leave one out with --exclude"
        ),
        stacklevel=3,
    )
    return names


def _keys(log: Log, *, whole: bool = False) -> Iterator[Key]:
    """Yield what the first records of a log are, or all of them."""
    known = log.reader.task_name(log.path)
    for batch in log.reader.read(log.path):
        for i, instance in enumerate(batch):
            task = (instance.groups or {}).get(TASK, known)
            yield Key(batch.system_ids[i], task, batch.instance_ids[i])
        if not whole:
            return


def run_names(logs: Sequence[Log], clashes: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Name runs as their tool does, or by path where that does not distinguish them.

    Args:
        logs: The logs.
        clashes: Paths of two logs each whose names must differ.

    Returns:
        The name of the run of each log, by path.
    """
    names = {log.path: log.reader.run_name(log.path) for log in logs}
    if all(names[first] != names[second] for first, second in clashes):
        return names
    paths = {log.path: Path(log.path).resolve() for log in logs}
    folder = os.path.commonpath([path.parent for path in paths.values()])
    return {name: os.path.relpath(path, folder) for name, path in paths.items()}

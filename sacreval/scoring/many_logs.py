"""Several logs in one run: ids of inputs by task, and systems by run where a model has several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputNotice
from sacreval.readers._base import Reader
from sacreval.readers._log import LogReader
from sacreval.scoring.inputs import Input
from sacreval.scoring.joined_references import JoinedReferences

TASK = "task"  # the group that readers of logs set


class Log(NamedTuple):
    """A log with the reader of its format."""

    path: str
    reader: LogReader


class _Key(NamedTuple):
    """What must be unique in a run."""

    system: str
    task: Any
    instance: str


def change_of(inputs: Sequence[Input]) -> Callable[[str, Batch], Batch]:
    """Return the function that changes the batches of several logs, so that none are confused.

    Args:
        inputs: The inputs of a run; those that are no logs stay as they are.
    """
    readers = {one.path: _log_reader(one.reader) for one in inputs}
    logs = [Log(path, reader) for path, reader in readers.items() if reader is not None]
    if len(logs) < 2:  # noqa: PLR2004 - one log has nothing beside it
        return lambda _, batch: batch
    named = runs(logs)

    def change(path: str, batch: Batch) -> Batch:
        if readers[path] is None:
            return batch
        return by_task(with_run(batch, named[path]) if path in named else batch)

    return change


def _log_reader(reader: Reader) -> LogReader | None:
    inner = reader.records if isinstance(reader, JoinedReferences) else reader
    return inner if isinstance(inner, LogReader) else None


def by_task(batch: Batch) -> Batch:
    """Return a batch whose ids are `TASK:ID`, so that those of several tasks differ."""
    names = batch.instance_ids
    return batch.with_instances([_of_task(one, names[i]) for i, one in enumerate(batch)])


def _of_task(instance: Instance, name: str) -> Instance:
    task = (instance.groups or {}).get(TASK)
    return instance if task is None else replace(instance, instance_id=f"{task}:{name}")


def with_run(batch: Batch, run: str) -> Batch:
    """Return a batch whose systems are named by a run, as in `MODEL (RUN)`."""
    names = batch.system_ids
    found = [replace(one, system_id=f"{names[i]} ({run})") for i, one in enumerate(batch)]
    return batch.with_instances(found)


def runs(logs: Sequence[Log]) -> dict[str, str]:
    """Find the logs of systems that were run more than once on the same inputs.

    The beginnings of all logs are read. Parts of one run have no inputs in common.

    Args:
        logs: The logs.

    Returns:
        The name of the run of each log of such a system, by path; empty where there are none.

    Warns:
        InputNotice: If there are any.
    """
    owners: dict[_Key, str] = {}
    systems: dict[str, set[str]] = {}
    clashes: dict[tuple[str, str], str] = {}
    for log in logs:
        keys = list(_keys(log))
        systems[log.path] = {key.system for key in keys}
        for key in keys:
            first = owners.setdefault(key, log.path)
            if first != log.path:
                clashes.setdefault((first, log.path), key.system)
    if not clashes:
        return {}
    repeated = set(clashes.values())
    found = _names([x for x in logs if not repeated.isdisjoint(systems[x.path])], list(clashes))
    (first, second), system = next(iter(clashes.items()))
    warn(
        InputNotice(
            f"'{system}' has several runs, such as {first} and {second}; its systems are named by "
            f"run, as in '{system} ({found[second]})': leave one out with --exclude"
        ),
        stacklevel=3,
    )
    return found


def _keys(log: Log) -> Iterator[_Key]:
    """Yield what the first records of a log are."""
    for batch in log.reader.read(log.path):
        for i, one in enumerate(batch):
            task = (one.groups or {}).get(TASK)
            yield _Key(batch.system_ids[i], task, batch.instance_ids[i])
        return


def _names(logs: Sequence[Log], clashes: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Name runs as their tool does, or by path where that does not tell them apart."""
    found = {log.path: log.reader.run_name(log.path) for log in logs}
    if all(found[first] != found[second] for first, second in clashes):
        return found
    paths = {log.path: Path(log.path).resolve() for log in logs}
    folder = os.path.commonpath([path.parent for path in paths.values()])
    return {name: os.path.relpath(path, folder) for name, path in paths.items()}

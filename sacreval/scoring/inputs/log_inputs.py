"""Logs of other tools as inputs: folders of them, and several in one run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter, warn

from msgspec.structs import replace as with_fields

from sacreval.core.options.specs import split_spec
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice, shortened
from sacreval.io.formats.mtme_folders import HUMAN, METRIC
from sacreval.readers._base import Reader, readers
from sacreval.readers._beginning import beginning
from sacreval.readers._by_content import by_content
from sacreval.readers._log import LogReader
from sacreval.scoring.inputs.input_files import Input, InputPath
from sacreval.scoring.inputs.joined_records import JoinedReferences

_RECORDS = "records.jsonl"  # of a corpus that setup-dataset made
# A damaged log may not be recognised by its content: it is an error by its name, since a folder
# without it would have other scores.
_NAMES = {
    "inspect": re.compile(r".+\.eval"),
    "lm-eval": re.compile(r"samples_.+_\d{4}-\d\d-\d\dT[\d:.-]+\.jsonl(\.gz|\.zst)?"),
    "lighteval": re.compile(r"details_.+_\d{4}-\d\d-\d\dT[\d:.-]+\.parquet"),
}


def places(paths: Sequence[str], spec: str | None) -> list[InputPath]:
    """Replace folders of logs by the logs in them, at any depth, sorted by path.

    A folder that is one log, or that the named reader takes as a whole, stays as it is.

    Args:
        paths: The inputs.
        spec: The reader of all of them, with its options; None to choose one for each.

    Raises:
        InputError: If a folder holds no log, or a file that is named like a log and is none.

    Warns:
        InputNotice: For each folder with files that are no logs.
    """
    return [place for path in paths for place in _places(path, spec)]


def _places(path: str, spec: str | None) -> list[InputPath]:
    if not Path(path).is_dir() or _takes(path, spec):
        return [InputPath(path, spec)]
    others: list[str] = []
    logs = list(_logs(path, spec, others))
    if not logs:
        problem = "this folder holds no log of a tool whose logs are read"
        raise InputError(f"{path}: {problem}; {_instead(Path(path))}")
    if others:
        read = _counted(len(logs), "log", "is read", "are read")
        left = _counted(len(others), "other file", "is no log", "are no logs")
        shown = ", ".join(shortened(os.path.relpath(other, path)) for other in others[:3])
        warn(InputNotice(f"{path}: {read}; {left}, such as {shown}"), stacklevel=4)
    return logs


def _counted(count: int, what: str, singular: str, plural: str) -> str:
    return f"1 {what} {singular}" if count == 1 else f"{count} {what}s {plural}"


def _instead(folder: Path) -> str:
    """Return what to do with a folder of another kind."""
    if (folder / _RECORDS).is_file():
        return f"name the records in it, {folder / _RECORDS}"
    if any((folder / name).is_dir() for name in (HUMAN, METRIC)):
        return "`sacreval correlate scores` reads the scores of a folder of mt-metrics-eval"
    return "name the files in it, or their reader with --reader"


def _takes(path: str, spec: str | None) -> bool:
    """Return whether a reader takes a folder as a whole."""
    if spec is None:
        return by_content(path) is not None
    reader = readers.get(split_spec(spec)[0])
    return not issubclass(reader, LogReader) or _matches(reader, path)


def _logs(folder: str, spec: str | None, others: list[str]) -> Iterator[InputPath]:
    """Yield the logs in a folder; other files are added to `others`."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if (reader := _reader(entry.path, spec)) is not None:
            if _is_refused(entry.path, reader):
                others.append(entry.path)
            elif not _is_part(entry.path, reader):
                yield InputPath(entry.path, reader)
        elif entry.is_dir():
            if not entry.is_symlink():  # which may lead back
                yield from _logs(entry.path, spec, others)
        else:
            _check_no_log(entry.path, spec)
            others.append(entry.path)


def _check_no_log(path: str, spec: str | None) -> None:
    """Check that a file that no reader takes is not named like a log, which would be damaged."""
    for reader, names in _NAMES.items():
        wanted = spec is None or split_spec(spec)[0] == reader
        if wanted and names.fullmatch(Path(path).name):
            raise InputError(
                f"{path}: this file is named like a log of {reader}, but does not hold one; copy "
                "it again, or move it out of the folder"
            )


def _reader(path: str, spec: str | None) -> str | None:
    """Return the reader of a log; None for what is none, or none of the named reader."""
    if spec is None:
        return by_content(path)
    reader = readers.get(split_spec(spec)[0])
    return spec if issubclass(reader, LogReader) and _matches(reader, path) else None


def _is_part(path: str, spec: str) -> bool:
    reader = readers.get(split_spec(spec)[0])
    return issubclass(reader, LogReader) and reader.is_part(path)


def _is_refused(path: str, spec: str) -> bool:
    """Return whether a reader refuses what is not read with a log beside it either."""
    reader = readers.get(split_spec(spec)[0])
    return issubclass(reader, LogReader) and reader.is_refused(path) and not reader.is_part(path)


def _matches(reader: type[LogReader], path: str) -> bool:
    start = beginning(path)
    return start is not None and reader.matches(start)


TASK = "task"  # the group that readers of logs set


class Log(NamedTuple):
    """A log with the reader of its format."""

    path: str
    reader: LogReader


class RecordKey(NamedTuple):
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
    if len(logs) < 2:  # one log has nothing beside it
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


def beginnings(logs: Sequence[Log]) -> dict[str, list[RecordKey]]:
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


def _may_be_part(path: str, starts: Mapping[str, Sequence[RecordKey]]) -> bool:
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


def runs(logs: Sequence[Log], seen: Mapping[str, Sequence[RecordKey]]) -> dict[str, str]:
    """Find the logs of systems that were run more than once on the same inputs.

    Parts of one run have no inputs in common.

    Warns:
        InputNotice: If there are any.
    """
    owners: dict[RecordKey, str] = {}
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


def _keys(log: Log, *, whole: bool = False) -> Iterator[RecordKey]:
    """Yield what the first records of a log are, or all of them."""
    known = log.reader.task_name(log.path)
    for batch in log.reader.read(log.path):
        for i, instance in enumerate(batch):
            task = (instance.groups or {}).get(TASK, known)
            yield RecordKey(batch.system_ids[i], task, batch.instance_ids[i])
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

"""Inputs: from file names to checked batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.field_types import Kind
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.io.files import stem
from sacreval.readers._base import Reader
from sacreval.scoring.run_metrics import Entry, Settled, listed
from sacreval.scoring.run_metrics import settle as entries_settled

_SHOWN = 60  # characters of a value that a message quotes


def read(paths: Sequence[str], readers: Sequence[Reader], *, workers: int = 1) -> Iterator[Batch]:
    """Read files one after the other.

    Args:
        paths: The files.
        readers: The reader of each.
        workers: Threads for the kernels.

    Yields:
        Batches; records without a system get the file's stem, or where stems repeat its path,
        which has its ending where even these repeat.

    Raises:
        InputError: If a file holds no record, or stands twice.
    """
    for path, reader, system in zip(paths, readers, _system_names(paths), strict=True):
        empty = True
        for batch in reader.read(path):
            empty = False
            yield replace(batch, system=system, workers=workers)
        if empty:
            raise InputError(f"{path}: this file is empty; it should hold at least one record")


def _system_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files, as briefly as they differ."""
    stems = list(map(stem, paths))
    without_ending = [str(Path(path).with_suffix("")) for path in paths]
    repeated, all_but_ending = Counter(stems), Counter(without_ending)
    return [
        name if repeated[name] == 1 else short if all_but_ending[short] == 1 else path
        for name, short, path in zip(stems, without_ending, paths, strict=True)
    ]


def settle(metrics: Metric | Sequence[Entry], batches: Iterable[Batch]) -> Settled:
    """Check records, as they stream by or, where a metric reads options off them, all at first.

    Args:
        metrics: A metric or the entries of a run.
        batches: Batches as they were read.

    Returns:
        The entries with all their options, and checked batches.

    Raises:
        InputError: At the first record that falls short.
        UsageError: If two outputs have one name.
    """
    entries = listed(metrics)
    found = entries_settled(entries, checked(batches, [entry.metric for entry in entries]))
    # A metric that knows its options now may find fault with records that it let pass before.
    late = [
        after.metric
        for before, after in zip(entries, found.entries, strict=True)
        if not before.metric.is_settled()
    ]
    return Settled(found.entries, checked(found.batches, late) if late else found.batches)


def checked(batches: Iterable[Batch], metrics: Iterable[Metric]) -> Iterator[Batch]:
    """Pass on batches that have what every metric needs; see `check`."""
    wanted = list(metrics)
    for batch in batches:
        right: list[tuple[str, Kind]] = []
        for metric in wanted:
            check(batch, metric, right)
        yield batch


def check(batch: Batch, metric: Metric, right: list[tuple[str, Kind]]) -> None:
    """Make sure that every record has what a metric needs, and in the right type.

    Args:
        batch: The records.
        metric: Who wants them.
        right: Fields of this batch that hold what they should, with that; more are added.

    Raises:
        InputError: At the first record that falls short.
    """
    for name in (metric.judges, *metric.needs):
        kind, column = metric.kinds[name], batch.column(name)
        if (name, kind) in right:
            continue
        if (i := kind.fault(column)) is not None:
            raise InputError(f"{batch.where(i)}: {_wrong(name, column[i], kind, metric)}")
        right.append((name, kind))
    if type(metric).fault is not Metric.fault:
        for i, instance in enumerate(batch):
            if sentence := metric.fault(instance):
                raise InputError(f"{batch.where(i)}: {sentence}")


def _wrong(name: str, value: Any, kind: Kind, metric: Metric) -> str:
    if value is None or value == []:
        return _missing(name, metric)
    return (
        f"`{name}` is {_brief(value)}, but {metric.name} wants {kind.says}; "
        f"mend the record, or --map {name}=FIELD"
    )


def _brief(value: Any) -> str:
    """Say what a value is: its type, or what a list or an object holds."""
    if isinstance(value, str):
        return "text"
    if not isinstance(value, list | dict):
        return f"of type {type(value).__name__}"
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _missing(name: str, metric: Metric) -> str:
    how = f"add it, or --map {name}=FIELD"
    if name == "references":
        how = "add them, --map references=FIELD, or give line-parallel files with -r"
    return f"no `{name}`, which {metric.name} needs; {how}"

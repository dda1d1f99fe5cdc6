"""Inputs: from file names to checked batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from sacreval.errors import InputError
from sacreval.files import stem
from sacreval.metric import Metric
from sacreval.reader import Reader
from sacreval.records import Batch


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


def checked(batches: Iterable[Batch], metrics: Iterable[Metric]) -> Iterator[Batch]:
    """Pass on batches that have what every metric needs; see `check`."""
    wanted = list(metrics)
    for batch in batches:
        for metric in wanted:
            check(batch, metric)
        yield batch


def check(batch: Batch, metric: Metric) -> None:
    """Make sure that every record has what a metric needs, and in the right type.

    Args:
        batch: The records.
        metric: Who wants them.

    Raises:
        InputError: At the first record that falls short.
    """
    if set(map(type, batch.predictions)) != {str}:
        i = next(i for i, text in enumerate(batch.predictions) if type(text) is not str)
        raise InputError(f"{batch.where(i)}: {_wrong_prediction(batch.predictions[i], metric)}")
    for name in metric.needs:
        values = batch.column(name)
        if not all(values):
            i = next(i for i, value in enumerate(values) if not value)
            raise InputError(f"{batch.where(i)}: {_missing(name, metric)}")
        if set(map(type, chain.from_iterable(values))) != {str}:
            i = next(i for i, value in enumerate(values) if not all(type(x) is str for x in value))
            raise InputError(
                f"{batch.where(i)}: `{name}` must be a list of texts for {metric.name}; "
                "mend the record, or --map the right field"
            )


def _wrong_prediction(prediction: Any, metric: Metric) -> str:
    if prediction is None:
        return "no `prediction`; add it, or --map prediction=FIELD"
    kind = type(prediction).__name__
    return f"`prediction` is of type {kind}, but {metric.name} scores text; quote it in the file"


def _missing(name: str, metric: Metric) -> str:
    how = "add it, or --map the field that holds it"
    if name == "references":
        how = "add them, --map references=FIELD, or give line-parallel files with -r"
    return f"no `{name}`, which {metric.name} needs; {how}"

"""Rows of a log: each score of each output, with the record that it is of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Any, NamedTuple

from msgspec.structs import replace

from sacreval.core.records import Instance
from sacreval.core.stored_scores import number_of

_PAIR = 2


class Row(NamedTuple):
    """A score of one output.

    Args:
        score: The tool's name of the score; of a part of the rows, with the name of the part.
        rule: The name by which the table has it.
        sample: Place of the repeat, from 0; None where the record has one output.
        stored: The tool's value, as it is in the log.
        record: The output with what it is scored against.
    """

    score: str
    rule: str
    sample: int | None
    stored: Any
    record: Instance


def rows_of(tool: str, record: Instance) -> Iterator[Row]:
    """Yield the rows of a record.

    Args:
        tool: Name of the reader.
        record: The record.
    """
    part = _part(tool, record)
    for sample, one in outputs(record):
        meta = one.meta or {}
        for name, value in (meta.get("scores") or {}).items():
            yield Row(f"{name}{part}", name, sample, value, one)


def outputs(record: Instance) -> Iterator[tuple[int | None, Instance]]:
    """Yield each repeat of a record as a record, with its place; or the record itself."""
    meta = record.meta or {}
    epochs = meta.get("epochs")
    if not isinstance(epochs, list):
        yield None, record
        return
    texts = iter(record.samples if isinstance(record.samples, list) else [record.prediction])
    for place, epoch in enumerate(epochs):
        error = epoch.get("error")
        said = next(texts, None) if error is None else None
        lost = str(error) if error is not None else "failed" if said is None else None
        yield place, replace(record, prediction=said, samples=None, error=lost, meta=epoch)


def assertions(record: Instance) -> Sequence[Mapping[str, Any]]:
    """Return promptfoo's verdicts on an output."""
    found: Sequence[Mapping[str, Any]] = (record.meta or {}).get("assertions") or ()
    return found


def number(value: Any) -> float | None:
    """Return a stored value as a number; None where it is none.

    Args:
        value: A number, true or false, inspect_ai's C, I, P or N, or anything else.
    """
    found = number_of(value)
    return None if found is None or isnan(found) else found


def pair(value: Any) -> tuple[float, float] | None:
    """Return a stored log-probability with its number of units; None where it is none."""
    if isinstance(value, int | float):
        return float(value), 1.0
    if not isinstance(value, list) or len(value) != _PAIR:
        return None
    first, second = map(number, value)
    return None if first is None or second is None else (first, second)


def _part(tool: str, record: Instance) -> str:
    """Return the part of the rows that HELM computes a mean of."""
    if tool != "helm":
        return ""
    groups = record.groups or {}
    names = (groups.get("split"), groups.get("perturbation"))
    return "".join(f"/{name}" for name in names if name is not None)

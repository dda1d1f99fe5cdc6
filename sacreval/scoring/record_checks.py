"""Checks of records: whether they have the fields that metrics need, in the right types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.core.field_types import Kind
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.scoring.run_metrics import Entry, distinct, listed

_SHOWN = 60  # characters of a value that a message quotes


class Settled(NamedTuple):
    """Entries whose options are all set, and the records.

    Args:
        entries: The entries.
        batches: The records; in memory where an entry had to read them all.
    """

    entries: Sequence[Entry]
    batches: Iterable[Batch]


def settle(metrics: Metric | Sequence[Entry], batches: Iterable[Batch]) -> Settled:
    """Check records, and fill in options that depend on them, such as the set of labels.

    Args:
        metrics: A metric or the entries of a run.
        batches: Batches as they were read; each is checked when it is used, or all at once where
            a metric has options that depend on them.

    Returns:
        The entries with all their options, and checked batches.

    Raises:
        InputError: At the first record that lacks what a metric needs.
        UsageError: If two outputs have the same name.
    """
    entries = listed(metrics)
    right = checked(batches, [entry.metric for entry in entries])
    if all(entry.metric.is_settled() for entry in entries):
        return Settled(entries, right)
    held = list(right)
    answered = [batch.answered for batch in held if batch.answered]
    found = distinct([entry.settle(answered) for entry in entries])
    # With its options set, a metric may reject records that it accepted before.
    late = [
        after.metric
        for before, after in zip(entries, found, strict=True)
        if not before.metric.is_settled()
    ]
    return Settled(found, checked(held, late))


def settled(metrics: Metric | Sequence[Entry], batches: Iterable[Batch]) -> Settled:
    """Call `settle` if an option depends on the records; else return both unchanged.

    Args:
        metrics: A metric or the entries of a run.
        batches: Checked batches.
    """
    entries = listed(metrics)
    if all(entry.metric.is_settled() for entry in entries):
        return Settled(entries, batches)
    return settle(entries, batches)


def checked(batches: Iterable[Batch], metrics: Iterable[Metric]) -> Iterator[Batch]:
    """Yield batches after checking that they have what every metric needs; see `check`.

    Records that have an error instead of an output are not checked.
    """
    wanted = list(metrics)
    for batch in batches:
        right: list[tuple[str, Kind]] = []
        for metric in wanted:
            if metric.reply_key:  # what its requests are made of
                check(batch.answered, metric, [("replies", metric.kinds["replies"])])
            batch = metric.joined(batch)  # noqa: PLW2901 - each metric adds to the same records
        for metric in wanted:
            check(batch.answered, metric, right)
        yield batch


def check(batch: Batch, metric: Metric, right: list[tuple[str, Kind]]) -> None:
    """Check that every record has what a metric needs, in the right type.

    Args:
        batch: The records.
        metric: The metric that reads them.
        right: Fields of this batch that were checked before, with their types; this call adds
            its own.

    Raises:
        InputError: At the first record that lacks a field or has one of another type.
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
        f"`{name}` is {_brief(value)}, but {metric.name} needs {kind.description}; "
        f"correct the record, or --map {name}=FIELD"
    )


def _brief(value: Any) -> str:
    """Describe a value: its type, or the content of a list or an object."""
    if isinstance(value, str):
        return "text"
    if not isinstance(value, list | dict):
        return f"of type {type(value).__name__}"
    text = msgspec.json.encode(value).decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _missing(name: str, metric: Metric) -> str:
    how = f"add it, or --map {name}=FIELD"
    if name == "replies":
        how = "give --replies FILE, or ask a model: --with openai:MODEL"
    if name == "references":
        how = "add them, --map references=FIELD, or give line-parallel files with -r"
    return f"no `{name}`, which {metric.name} needs; {how}"

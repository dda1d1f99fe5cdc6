"""Checks of records: whether they have the fields that metrics need, in the right types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import field_kind, of_sets
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.contract.metric_values import ReadsReplies
from sacreval.core.contract.read_values import WrongValueError, read_batch, read_value, takes_tokens
from sacreval.core.contract.several_answers import each_answer
from sacreval.core.metric import Metric
from sacreval.core.options.field_types import TEXT, TEXTS, Kind
from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import InputError, MetricError, RecordError, nearest
from sacreval.execution.worker import judged_by
from sacreval.scoring.entries.run_metrics import Entry, distinct, listed
from sacreval.scoring.rows.tasks_apart import (
    UnfitTasks,
    of_fitting_tasks,
    split_by_task,
    task_of,
    with_tasks,
)

_VIEWED = (("prediction", TEXT), ("references", TEXTS))  # what views of records are
_OR_SCORER = "or compare them with references, as in --scorer exact-match --extract last-number"
_MIXED = (
    "`prediction` is a list of tokens, but a reference is text; write each reference as a list of "
    'tokens too, as in {"prediction": ["a", "b"], "references": [["a", "b"]]}'
)


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
    if all(is_settled(entry.metric) for entry in entries):
        return Settled(entries, right)
    held = list(right)
    updated = distinct([_settled(entry, held) for entry in entries])
    # With its options set, a metric may reject records that it accepted before.
    late = [
        after.metric
        for before, after in zip(entries, updated, strict=True)
        if not is_settled(before.metric)
    ]
    return Settled(updated, checked(of_fitting_tasks(held, late), late))


def _settled(entry: Entry, held: Sequence[Batch]) -> Entry:
    answered = [batch for part in held if (batch := judged_by(entry.metric, part))]
    batches = [each_answer(entry.metric, batch) for batch in answered]
    if is_settled(entry.metric):
        return entry.settle(batches)
    return entry.settle([read_batch(entry.metric, batch).batch for batch in batches])


def settled(metrics: Metric | Sequence[Entry], batches: Iterable[Batch]) -> Settled:
    """Call `settle` if an option depends on the records; else return both unchanged.

    Args:
        metrics: A metric or the entries of a run.
        batches: Checked batches.
    """
    entries = listed(metrics)
    if all(is_settled(entry.metric) for entry in entries):
        return Settled(entries, batches)
    return settle(entries, batches)


def checked(batches: Iterable[Batch], metrics: Iterable[Metric]) -> Iterator[Batch]:
    """Yield batches after checking that they have what every metric needs; see `check`.

    Records without what a metric judges are not checked. A batch with values of another type, which
    metrics read as the type that they need, is not `typed`.
    """
    tasks, unfit = dict[str, None](), UnfitTasks()
    source, check = iter(batches), partial(_checked, wanted=list(metrics))
    while (batch := next(source, None)) is not None:
        if unfit.has(batch):
            continue
        try:
            right = check(batch)
        except InputError as error:
            if len(parts := split_by_task(batch)) > 1:
                source = chain(parts, source)
                continue
            if task_of(batch) not in tasks and unfit.add(batch, error, check):
                continue
            raise with_tasks(error, tasks, chain([batch], source), check) from None
        if (task := task_of(batch)) is not None:
            tasks[task] = None
        unfit.tell(task)
        yield right
    unfit.end()


def _checked(batch: Batch, wanted: Sequence[Metric]) -> Batch:
    right: list[tuple[str, Kind]] = []
    for metric in wanted:
        if isinstance(metric, ReadsReplies):
            asked = each_answer(metric, batch.answered)  # what its requests are made of
            check(asked, metric, [("replies", field_kind(metric, "replies"))])
            batch = metric.joined(batch)  # each metric adds to the same records
    answered = batch.answered
    seen = [(metric, each_answer(metric, judged_by(metric, batch))) for metric in wanted]
    typed = [check_seen(x, metric, right if x is answered else []) for metric, x in seen]
    return batch if all(typed) else replace(batch, typed=False)


def check_seen(batch: Batch, metric: Metric, right: list[tuple[str, Kind]]) -> bool:
    """Check the records that a metric takes, as it reads them; see `check_readable`."""
    places = metric_records.takes(metric, batch)
    seen = metric_records.seen(metric, batch if places is None else batch.select(places))
    typed = check_readable(seen, metric, right if seen is batch else [])
    return typed or bool(getattr(metric, "own_map", None))


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
    for name, i in _faults(batch, metric, right):
        _refuse(name, batch, i, metric)
    _check_faults(metric, batch, batch.where)


def check_readable(batch: Batch, metric: Metric, right: list[tuple[str, Kind]]) -> bool:
    """Check that every record has what a metric needs, in a type that it can be read from."""
    if not (faults := list(_faults(batch, metric, right))):
        _check_faults(metric, batch, batch.where)
        return True
    for name, first in faults:
        _check_values(batch, metric, name, first)
    if type(metric).fault is not Metric.fault or metric.single_reference:
        reading = read_batch(metric, replace(batch, typed=False))
        places = [i for i in range(len(batch)) if i not in reading.unreadable]
        _check_faults(metric, reading.batch, lambda i: batch.where(places[i]))
    return False


def _faults(
    batch: Batch, metric: Metric, right: list[tuple[str, Kind]]
) -> Iterator[tuple[str, int]]:
    """Yield the fields with a value of the wrong type, each with the first record that has one."""
    for name in (metric.judges, *metric.needs):
        _check_name(name, metric)
        kind = field_kind(metric, name)
        if (name, kind) in right:
            continue
        viewed = (name, kind) in _VIEWED and batch.has_views(name)
        if viewed or (i := kind.fault(batch.column(name))) is None:
            right.append((name, kind))
        else:
            yield name, i


def _check_values(batch: Batch, metric: Metric, name: str, first: int) -> None:
    """Check that the values of a field can be read from those of the wrong type."""
    column, accepts = batch.column(name), field_kind(metric, name).accepts
    for i in range(first, len(batch)):
        if accepts(column[i]):
            continue
        if isinstance(batch[i].prediction, list) and _has_texts_to_compare(batch[i], metric):
            raise InputError(f"{batch.where(i)}: {_MIXED}")
        if name == "samples" and (how := _stored(batch[i], batch.origin)):
            raise InputError(f"{batch.where(i)}: `samples` are texts, and {how}; {_OR_SCORER}")
        with suppress(RecordError):
            if not _can_be_read(metric, name, column[i]):
                _refuse(name, batch, i, metric)


def _refuse(name: str, batch: Batch, i: int, metric: Metric) -> NoReturn:
    """Raise the error of a record with a wrong value."""
    from sacreval.scoring.inputs.wrong_values import wrong_value

    raise InputError(f"{batch.where(i)}: {wrong_value(name, batch, i, metric)}")


def _stored(record: Instance, file: str) -> str | None:
    """Return how the scores of samples that are texts are read, if a log stores them."""
    from sacreval.scoring.inputs.wrong_values import reading

    texts = isinstance(record.samples, list) and any(isinstance(x, str) for x in record.samples)
    return reading(record, file) if texts else None


def _can_be_read(metric: Metric, name: str, value: Any) -> bool:
    """Return whether a value is there, and can be read as a metric needs it."""
    if value is None or value == []:
        return False
    try:
        read_value(metric, name, value)
    except WrongValueError:
        return False
    return True


def _has_texts_to_compare(instance: Instance, metric: Metric) -> bool:
    """Return whether a metric of texts compares a list of tokens with untokenised references."""
    texts = takes_tokens(metric) and "references" in metric.needs
    return texts and any(isinstance(reference, str) for reference in instance.references or ())


def _check_faults(metric: Metric, batch: Batch, where: Callable[[int], str]) -> None:
    """Raise InputError at the first record in which a metric finds another error."""
    if metric.single_reference and "references" in metric.needs:
        for i, instance in enumerate(batch):
            if sentence := _several(instance, metric):
                raise InputError(f"{where(i)}: {sentence}")
    if type(metric).fault is not Metric.fault:
        for i, instance in enumerate(batch):
            if sentence := metric.fault(instance):
                raise InputError(f"{where(i)}: {sentence}")


def _check_name(name: str, metric: Metric) -> None:
    """Check that a field that a metric reads is a field of records."""
    if name in FIELDS and name != "reference":  # which is read as `references`
        return
    needs: Any = metric.needs
    if isinstance(needs, str):
        raise MetricError(f"{metric.name}: `needs` is a text; write a tuple, ('{metric.needs}',)")
    raise MetricError(
        f"{metric.name} reads the field '{name}', which records do not have; "
        f"{nearest(name, [x for x in FIELDS if x != 'reference'])}"
    )


def _several(instance: Instance, metric: Metric) -> str | None:
    """Return an error for a record with several references, if the metric takes one only."""
    count = len(instance.references or ())
    if not metric.single_reference or count < 2:  # one is single
        return None
    each = not of_sets(metric) and metric.judges == "prediction"
    return (
        f"this record has {count} references, and {metric.name} takes one; choose one, as with "
        f"--map 'references=references[:1]'{', or score each with --reduce-references' * each}"
    )

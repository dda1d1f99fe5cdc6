"""Values of fields read as the type that a metric needs: a number out of text, a list of one.

The check of records (`scoring/rows/field_checks.py`) marks the batches that need it (`typed` is
False), so that right types cost nothing. Values are read for each metric, where its rows are
computed and where it sees whole records (`settle`, `measure`, `watch`). A text that is none of the
values is a RecordError, anything else an InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from sacreval.core.contract.declarations import field_kind
from sacreval.core.options.field_types import TEXT, TEXTS, is_number
from sacreval.errors import InputError, RecordError, shortened
from sacreval.text.answers.json_values import parsed, parsed_boolean, parsed_list, parsed_number
from sacreval.text.user_functions import is_token

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance

SEVERAL = ("references", "samples", "sources", "predictions")  # lists of one value after another
_SPLIT = ("none", "whitespace")  # values of `tokenize` for texts that are tokens already
_SHOWN = 60  # characters of a value that a message quotes


class WrongValueError(InputError):
    """A value that cannot be read as what a metric needs, whatever the record's output says."""


class ReadBatch(Struct, frozen=True):
    """The records of a batch with the values that a metric needs.

    Args:
        batch: The records that can be read.
        unreadable: The index of every other record in the batch that was read, to the reason.
    """

    batch: Batch
    unreadable: Mapping[int, str]


def read_batch(metric: Metric, batch: Batch) -> ReadBatch:
    """Read the fields of records as a metric needs them.

    Args:
        metric: The metric.
        batch: Checked records. Where all have the right types, the batch itself is returned.
    """
    if batch.typed or getattr(metric, "own_map", None):
        return ReadBatch(batch, {})
    records: dict[int, Instance] = {}
    unreadable: dict[int, str] = {}
    for i, instance in enumerate(batch):
        try:
            records[i] = read_record(metric, instance)
        except RecordError as error:
            unreadable[i] = f"{batch.where(i)}: {error}"
    kept = batch.select(list(records)) if unreadable else batch
    return ReadBatch(replace(kept, instances=list(records.values()), typed=True), unreadable)


def read_record(metric: Metric, instance: Instance) -> Instance:
    """Return a record with the values that a metric needs.

    Raises:
        RecordError: If a text is none of the values that the metric needs.
        WrongValueError: If a value can never be one.
    """
    changes: dict[str, Any] = {}
    for name in (metric.judges, *metric.needs):
        value = getattr(instance, name)
        if not field_kind(metric, name).accepts(value):
            changes[name] = read_value(metric, name, value)
    return msgspec.structs.replace(instance, **changes) if changes else instance


def read_value(metric: Metric, name: str, value: Any) -> Any:
    """Read the value of a field as a metric needs it.

    Args:
        metric: The metric.
        name: The field.
        value: A value that is not of the type that the metric needs.

    Raises:
        RecordError: If a text is none of the values that the metric needs.
        WrongValueError: If the value can never be one.
    """
    kind = field_kind(metric, name)
    tokens = takes_tokens(metric) and kind in (TEXT, TEXTS)
    try:
        if name not in SEVERAL or not isinstance(value, list):
            return _read(value, kind.accepts, tokens=tokens)
        items = [_read(item, lambda x: kind.accepts([x]), tokens=tokens) for item in value]
    except _NoneOfThem as error:
        raise RecordError(_reason(metric, name, error.text)) from None
    if not kind.accepts(items):
        raise WrongValueError("")
    return items


def takes_tokens(metric: Metric) -> bool:
    """Return whether a metric splits texts at white space alone, so that tokens can be joined."""
    return metric.options().get("tokenize") in _SPLIT


def _read(value: Any, accepts: Callable[[Any], bool], *, tokens: bool) -> Any:
    """Return what a value stands for, the likeliest reading that is accepted."""
    if accepts(value):
        return value
    if isinstance(value, str) and any(map(accepts, ("", "a"))):  # it wants other texts
        raise WrongValueError("")
    for reading in readings(value, tokens=tokens):
        if reading is not None and _holds(accepts, reading):
            return reading
    if isinstance(value, str):
        raise _NoneOfThem(value)
    raise WrongValueError("")


def _holds(accepts: Callable[[Any], bool], value: Any) -> bool:
    """Return whether a value is accepted; a check from outside may raise for other types."""
    try:
        return accepts(value)
    except (TypeError, ValueError, AttributeError, LookupError):
        return False


class _NoneOfThem(Exception):  # noqa: N818 - the reason is written where the field is known
    """A text that is none of the values that a metric needs.

    Args:
        text: The text.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def _reason(metric: Metric, name: str, text: str) -> str:
    """Return why a text of a field cannot be read, and the remedy."""
    needed = field_kind(metric, name).description
    needed = needed.removeprefix("a list of values, each ") if name in SEVERAL else needed
    option = "--extract-references" if name == "references" else "--extract"
    remedy = f"correct it, or find the value with {option}"
    if name == "references" and "positive" in metric.options():
        remedy = "correct it, or name the label that stands for 1 with --positive"
    return f"`{name}` has '{shortened(text, _SHOWN)}', which is not {needed}; {remedy}"


def readings(value: Any, *, tokens: bool = False) -> Iterator[Any]:
    """Yield what a value may stand for where another type is needed, the likeliest first."""
    if isinstance(value, str):
        yield from _of_text(value)
    elif isinstance(value, list):
        if tokens and value and all(map(is_token, value)):
            yield " ".join(value)
        yield [typed(item) for item in value]
    elif (text := json_text(value)) is not None:
        yield text
        yield [value]


def _of_text(text: str) -> Iterator[Any]:
    yield parsed_number(text)
    yield parsed_boolean(text)
    if (items := parsed_list(text)) is not None:
        yield items
        yield [typed(item) for item in items]
    yield parsed(text)
    yield [text]


def typed(value: Any) -> Any:
    """Return the number, truth value or object that a text is; other values unchanged."""
    if not isinstance(value, str):
        return value
    result = parsed(value)
    return value if result is None else result


def json_text(value: Any) -> str | None:
    """Return a number or a truth value as JSON writes it; None for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if is_number(value) else None
    return repr(value) if is_number(value) else None

"""Values of fields read as the type that a metric needs, and notices of how many were.

The check of records (`scoring/rows/field_checks.py`) marks the batches that need it (`typed` is
False), so that right types cost nothing. Values are read for each metric, where its rows are
computed and where it sees whole records (`settle`, `measure`, `watch`). A text that is none of the
values is a RecordError, anything else an InputError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from sacreval.core.contract.declarations import field_kind
from sacreval.core.contract.several_answers import UnreadSamples, each_answer
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


_EXAMPLE_SHOWN = 40  # characters of an example


class _Way(Struct, frozen=True):
    """A field, and how its values were read."""

    name: str
    how: str


class ReadWatch:
    """Passes records to the watch of a metric as the metric reads them, and counts what it changed.

    Args:
        metric: The metric.
    """

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._inner = metric.watch()
        self._unread = UnreadSamples(metric)
        self._counts: Counter[_Way] = Counter()
        self._examples: dict[_Way, str] = {}

    def add(self, batch: Batch) -> None:
        """Process a batch."""
        self._unread.add(batch)
        batch = each_answer(self._metric, batch)
        read = read_batch(self._metric, batch)
        if self._inner is not None:
            self._inner.add(read.batch)
        if read.batch is batch:
            return
        before = (record for i, record in enumerate(batch) if i not in read.unreadable)
        for record, after in zip(before, read.batch, strict=True):
            self._compare(record, after)

    def notices(self) -> list[str]:
        """Return the notices of the metric, then what was read as another type."""
        inner = self._inner.notices() if self._inner is not None else []
        read = [*inner, *self._unread.notices()]
        return [*read, *(self._sentence(way, count) for way, count in self._counts.items())]

    def noticed(self) -> dict[str, int]:
        """Return what the watch of the metric has counted; see `noticed_by`."""
        if self._inner is None:
            return {}
        from sacreval.core.contract.watches import noticed_by

        return noticed_by(self._inner)

    def _compare(self, before: Instance, after: Instance) -> None:
        for name in (self._metric.judges, *self._metric.needs):
            old, new = getattr(before, name), getattr(after, name)
            if old is new:
                continue
            pairs = zip(old, new, strict=True) if name in SEVERAL else [(old, new)]
            for a, b in pairs:
                if how := _how(a, b):
                    self._counts[_Way(name, how)] += 1
                    self._examples.setdefault(_Way(name, how), shortened(str(b), _EXAMPLE_SHOWN))

    def _sentence(self, way: _Way, count: int) -> str:
        example = self._examples[way]
        if way.how == "text":
            what = "a number, true or false, and read as its JSON text"
            return f"{self._metric.name}: {count} of `{way.name}` {_is(count)} {what}, {example}"
        what = "no list, and read as a list of one"
        option = "--extract-references" if way.name == "references" else "--extract"
        return (
            f"{self._metric.name}: {count} of `{way.name}` {_is(count)} {what}, {example}; split "
            f"texts with {option} list:SEPARATOR"
        )


def _how(before: Any, after: Any) -> str:
    """Return which reading the user should know of; "" for others."""
    if isinstance(after, str) and isinstance(before, bool | int | float):
        return "text"
    return "list" if isinstance(after, list) and after == [before] else ""


def _is(count: int) -> str:
    return "is" if count == 1 else "are"

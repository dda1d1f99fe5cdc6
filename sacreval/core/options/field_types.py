"""Kinds: the types of record fields that metrics require, with a description and a check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from typing import Any, NamedTuple

_BOOLEANS = {"True": "true", "False": "false"}
_NUMERIC = frozenset("-0123456789")
_FLOAT = r"(?a)-?\d+\.\d+(?:e[+-]\d+)?|-?\de[+-]\d+"  # compiled when it is first used
_LONGEST = 32  # characters; the longest repr of a float is shorter


class Kind(NamedTuple):
    """The type of a field.

    Args:
        description: Its description, which follows "must be".
        accepts: Returns whether a value is of this kind.
        fast_check: A fast check of a column; True means that all values are of this kind, False
            that each must be checked.
    """

    description: str
    accepts: Callable[[Any], bool]
    fast_check: Callable[[Sequence[Any]], bool] = lambda _: False

    def fault(self, column: Sequence[Any]) -> int | None:
        """Return the index of the first value that is not of this kind; None if all are."""
        if self.fast_check(column):
            return None
        return next((i for i, value in enumerate(column) if not self.accepts(value)), None)


def _all_texts(values: Iterable[Any]) -> bool:
    return set(map(type, values)) == {str}


def _all_numbers(values: Iterable[Any]) -> bool:
    numbers = list(values)
    try:
        return set(map(type, numbers)) <= {int, float} and all(map(isfinite, numbers))
    except OverflowError:  # as in `is_number`
        return False


def many(kind: Kind) -> Kind:
    """Create the kind of lists that hold at least one value of another kind."""
    accepts, fast = kind.accepts, kind.fast_check
    return Kind(
        f"a list of values, each {kind.description}",
        lambda value: (
            isinstance(value, list) and bool(value) and (fast(value) or all(map(accepts, value)))
        ),
    )


def any_number_of(kind: Kind) -> Kind:
    """Create the kind of lists of another kind, including the empty list."""
    some = many(kind)
    return Kind(some.description, lambda value: value == [] or some.accepts(value))


def either(kind: Kind, other: Kind) -> Kind:
    """Create the kind of values of one kind or another."""
    return Kind(
        f"{kind.description}, or {other.description}", lambda v: kind.accepts(v) or other.accepts(v)
    )


def optional(kind: Kind) -> Kind:
    """Create the kind of values that may also be null."""
    return Kind(f"{kind.description} or null", lambda value: value is None or kind.accepts(value))


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number; booleans are not numbers."""
    try:
        return type(value) in {int, float} and isfinite(value)
    except OverflowError:  # an integer of more than 308 digits
        return False


def _maps_numbers(value: Any) -> bool:
    return isinstance(value, Mapping) and _all_numbers(value.values())


ANYTHING = Kind("there", lambda value: value is not None)
TEXT = Kind("text", lambda value: type(value) is str, fast_check=_all_texts)
TEXTS = Kind(
    "a list of texts",
    lambda value: isinstance(value, list) and bool(value) and all(type(x) is str for x in value),
    fast_check=lambda lists: (
        set(map(type, lists)) == {list} and all(lists) and _all_texts(chain.from_iterable(lists))
    ),
)
NUMBER = Kind("a number", is_number, fast_check=_all_numbers)
NUMBERS = many(NUMBER)
LABEL = Kind(
    "a label: text, a number, true or false",
    lambda v: type(v) in {str, bool} or is_number(v),
    fast_check=lambda column: set(map(type, column)) <= {str, bool},
)
LABELS = many(LABEL)
LABEL_SET = any_number_of(LABEL)
RANKING = any_number_of(TEXT)
NAMED_NUMBERS = Kind("an object of numbers", _maps_numbers)
TEXT_FIELDS: Mapping[str, Kind] = {
    "prediction": TEXT, "references": TEXTS, "sources": TEXTS, "input": TEXT,
}  # fmt: skip


def as_label(value: Any) -> str:
    """Convert a label to text: numbers by value, booleans to `true` and `false`.

    1, 1.0, "1" and "1.0" are the same label, and so are true, "true" and "True". A text is a number
    or a boolean only if it is written exactly as JSON or Python writes one, so that "1.10", "01"
    and "1e3" are distinct labels.
    """
    if isinstance(value, str):
        return _BOOLEANS.get(value) or (_canonical(value) if value[:1] in _NUMERIC else value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return _BOOLEANS.get(str(value)) or str(value)


def _canonical(text: str) -> str:
    """Return a text that is the repr of a float as the label of its value; others unchanged."""
    if len(text) > _LONGEST or not re.fullmatch(_FLOAT, text):
        return text
    number = float(text)
    return as_label(number) if str(number) == text else text


PROBABILITY = Kind(
    "a probability from 0 to 1", lambda value: is_number(value) and 0.0 <= value <= 1.0
)
BINARY = Kind("0 or 1, false or true", lambda v: type(v) in {int, float, bool} and v in {0, 1})

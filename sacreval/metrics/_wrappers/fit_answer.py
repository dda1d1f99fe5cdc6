"""Conversion of an extracted answer to the type that a metric needs, such as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sacreval.core.contract.read_values import typed
from sacreval.core.options.field_types import TEXT, TEXTS, Kind
from sacreval.errors import RecordError
from sacreval.text.answers.parsed_values import parsed, parsed_boolean

_SHOWN = 60  # characters of a text that a message quotes
_NUMBERS = ("1", "0.5")
PROBES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("last-number", "number", "gsm8k", "gsm8k-strict", "gsm8k-flexible"), _NUMBERS),
    "letter": ("A",),
    "yes-no": ("yes",),
    "list": (["a", "b"], ["1", "0"], []),
}  # examples of their results


def or_text(kind: Kind) -> Kind:
    """Create a kind that accepts values of `kind`, and texts from which one may be extracted."""
    if kind in (TEXT, TEXTS):
        return kind
    return Kind(
        f"{kind.description}, or text that contains it", lambda v: _has_text(v) or kind.accepts(v)
    )


def _has_text(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and any(isinstance(item, str) for item in value)
    )


def fitted(
    answer: Any, holds: Callable[[Any], bool], clean: Callable[[str], str], *, json: bool = False
) -> Any:
    """Convert an answer: unchanged where a metric accepts texts, else parsed as JSON or a number.

    Args:
        answer: The extracted answer, a text or another value of JSON.
        holds: Check of whether the metric accepts a value.
        clean: Normalisation of texts.
        json: Whether a text is JSON, so that it may hold a list.

    Raises:
        RecordError: If no reading of the answer is accepted by the metric.
    """
    text = answer if isinstance(answer, str) else _written(answer)
    for value in _readings(text, clean, json=json or text is not answer):
        if value is not None and holds(value):
            return value
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    raise RecordError(f"'{short}' is not a value that the metric accepts; extract in another way")


def _written(answer: Any) -> str:
    """Write an answer as JSON.

    Raises:
        RecordError: If it is no value of JSON.
    """
    try:
        return msgspec.json.encode(answer).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise RecordError(
            f"the answer is of type {type(answer).__name__}, which JSON lacks; return a text, a "
            "number, a truth value or a list of these"
        ) from None


def _readings(text: str, clean: Callable[[str], str], *, json: bool) -> Iterator[Any]:
    """List the possible readings of a text, the likeliest first."""
    value = parsed(text)
    in_list = [cleaned(clean, value)] if isinstance(value, list) else []
    if json:
        yield from in_list
    yield (plain := clean(text))
    yield parsed(plain)
    yield parsed_boolean(plain)
    yield from in_list
    yield from ([typed(item) for item in one] for one in in_list)
    yield value


def cleaned(clean: Callable[[str], str], value: Any) -> Any:
    """Normalise a text, or the texts in a list; return other values unchanged."""
    if isinstance(value, str):
        return clean(value)
    return [cleaned(clean, item) for item in value] if isinstance(value, list) else value

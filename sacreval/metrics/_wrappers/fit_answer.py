"""Conversion of an extracted text to the type that a metric needs, such as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sacreval.core.field_types import TEXT, TEXTS, Kind
from sacreval.errors import RecordError

_SHOWN = 60  # characters of a text that a message quotes
PROBES = {
    "last-number": ("1", "0.5"),
    **dict.fromkeys(("gsm8k", "gsm8k-strict", "gsm8k-flexible"), ("1", "0.5")),
    "letter": ("A",),
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
    text: str, holds: Callable[[Any], bool], clean: Callable[[str], str], *, json: bool = False
) -> Any:
    """Convert a text: unchanged where a metric accepts texts, else parsed as JSON or a number.

    Args:
        text: The extracted text.
        holds: Check of whether the metric accepts a value.
        clean: Normalisation of texts.
        json: Whether the text is JSON, so that it may hold a list.

    Raises:
        RecordError: If no reading of the text is accepted by the metric.
    """
    for value in _readings(text, clean, json=json):
        if holds(value):
            return value
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    raise RecordError(f"'{short}' is not a value that the metric accepts; extract in another way")


def _readings(text: str, clean: Callable[[str], str], *, json: bool) -> Iterator[Any]:
    """List the possible readings of a text, the likeliest first."""
    parsed = _parsed(text)
    in_list = [cleaned(clean, parsed)] if isinstance(parsed, list) else []
    if json:
        yield from in_list
    yield (plain := clean(text))
    value = _parsed(plain)
    yield value
    yield from in_list
    yield parsed


def cleaned(clean: Callable[[str], str], value: Any) -> Any:
    """Normalise a text, or the texts in a list; return other values unchanged."""
    if isinstance(value, str):
        return clean(value)
    return [cleaned(clean, item) for item in value] if isinstance(value, list) else value


def _parsed(text: str) -> Any:
    """Parse JSON (also Python's True and False) or a number with separators; None if neither."""
    import msgspec

    for spelling in (text, text.strip().lower()):
        try:
            return msgspec.json.decode(spelling)
        except (msgspec.DecodeError, RecursionError):
            continue
    try:
        return float(text)
    except ValueError:
        return None

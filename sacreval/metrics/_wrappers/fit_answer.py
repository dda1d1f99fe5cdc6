"""Fitting: from a text to what it says in the kind that a metric wants, such as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sacreval.core.field_types import TEXT, TEXTS, Kind
from sacreval.errors import RecordError

_SHOWN = 60  # characters of a text that a message quotes
PROBES = {"last-number": ("1", "0.5"), "gsm8k": ("1", "0.5"), "letter": ("A",)}  # what they find


def or_text(kind: Kind) -> Kind:
    """Make the kind of values that are of another kind, or texts in which it may be found."""
    if kind in (TEXT, TEXTS):
        return kind
    return Kind(f"{kind.says}, or text that says it", lambda v: _has_text(v) or kind.holds(v))


def _has_text(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and any(isinstance(item, str) for item in value)
    )


def fitted(
    text: str, holds: Callable[[Any], bool], clean: Callable[[str], str], *, json: bool = False
) -> Any:
    """Give what a text says: the text itself where a metric takes texts, else its value as JSON.

    Args:
        text: What was found.
        holds: Whether a value is what the metric wants.
        clean: What is done to texts.
        json: Whether the text was written as JSON, so that a list in it is one.

    Raises:
        RecordError: If it says nothing that the metric wants.
    """
    for value in _readings(text, clean, json=json):
        if holds(value):
            return value
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    raise RecordError(f"'{short}' is not what the metric wants; extract in another way")


def _readings(text: str, clean: Callable[[str], str], *, json: bool) -> Iterator[Any]:
    """List what a text may say, the likeliest first."""
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
    """Change a text, or the texts in a list; leave other values as they are."""
    if isinstance(value, str):
        return clean(value)
    return [cleaned(clean, item) for item in value] if isinstance(value, list) else value


def _parsed(text: str) -> Any:
    """Read JSON, with Python's True and False, or a number as people write it; None if neither."""
    import msgspec

    for spelt in (text, text.strip().lower()):
        try:
            return msgspec.json.decode(spelt)
        except (msgspec.DecodeError, RecursionError):
            continue
    try:
        return float(text)
    except ValueError:
        return None

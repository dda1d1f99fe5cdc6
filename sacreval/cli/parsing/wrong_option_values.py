"""What is wrong with the value of an option, and what to write, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from sacreval.errors import nearest

_NUMBERS = {int: "a whole number", float: "a number"}
_MEANT = {"bootstrap": "percentile"}  # other tools' names of choices
_PERCENT = 100.0
_SHOWN = 80  # characters of a value that a message quotes


def plain_words(value: Any, kind: Any, low: float | None, high: float | None) -> str | None:
    """Return what is wrong with a value that an option refused.

    Args:
        value: The value, or the values of an option that is repeated.
        kind: The type of the option.
        low: The least number; None if there is none.
        high: The largest number; None if there is none.

    Returns:
        A sentence without the name of the option; None for values that are right as far as is
        known here.
    """
    if get_origin(kind) is list:
        items = value if isinstance(value, list | tuple) else [value]
        told = (plain_words(item, get_args(kind)[0], low, high) for item in items)
        return next(filter(None, told), None)
    if kind in _NUMBERS:
        return _of_number(value, kind, low, high)
    if choices := _choices(kind):
        return _of_choice(str(value), choices)
    if kind is bool:
        return f"{shown(value)}: write true or false"
    if kind in (str, Path) and not isinstance(value, str | Path):
        return f"{shown(value)}: write text"
    return None


def repeated(value: Any, flag: str) -> str:
    """Return how an option is repeated whose values were written with commas; empty otherwise.

    Args:
        value: The values that were given.
        flag: The option.
    """
    one = value[0] if isinstance(value, list | tuple) and len(value) == 1 else None
    items = one.split(",") if isinstance(one, str) else []
    each = " ".join(f"{flag} {item.strip()}" for item in items)
    return f"repeat the option: {each}" if len(items) > 1 else ""


def _of_number(value: Any, kind: Any, low: float | None, high: float | None) -> str | None:
    wanted = f"{shown(value)}: write {_NUMBERS[kind]}{_range(low, high)}"
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return wanted
    inside = (low is None or number >= low) and (high is None or number <= high)
    if isinstance(value, str) and ("_" in value or not value.isascii()):
        return wanted
    if inside and not isinstance(value, bool) and (kind is float or number.is_integer()):
        return None
    share = number / _PERCENT
    if low is not None and high is not None and high <= 1.0 < number and low <= share <= high:
        return f"{wanted}, a share; did you mean {share:.12g}?"
    return wanted


def _of_choice(text: str, choices: Sequence[str]) -> str | None:
    if text in choices:
        return None
    other = {name: choice for name, choice in _MEANT.items() if choice in choices}
    if "json" in choices and (instead := _elsewhere(text)):
        return f"there is no {shown(text)}; {instead}"
    near = nearest(text, [*choices, *other], f"write one of {', '.join(choices)}")
    for name, choice in other.items():
        near = near.replace(f"'{name}'", f"'{choice}'")
    return f"there is no {shown(text)}; {near}"


def _elsewhere(text: str) -> str:
    """Return what writes a format that is none of results, such as junit; empty if unknown."""
    from sacreval.report.formats import ELSEWHERE

    name = {"junit": "xml"}.get(text, text)
    return ELSEWHERE.get(name, "").format(f"FILE.{name}")


def _choices(kind: Any) -> Sequence[str]:
    if get_origin(kind) is Literal:
        return [str(choice) for choice in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(one.value) for one in kind]
    return ()


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f", {low:.12g} or more"
    return f", {high:.12g} or less" if low is None else f" from {low:.12g} to {high:.12g}"


def shown(value: Any) -> str:
    """Return a value as messages quote it, cut if it is long."""
    text = value.value if isinstance(value, Enum) else value
    quoted = f"'{text}'" if isinstance(text, str | Path) else str(text)
    return quoted if len(quoted) <= _SHOWN else f"{quoted[: _SHOWN - 1]}…"

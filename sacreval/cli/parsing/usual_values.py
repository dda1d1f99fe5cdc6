"""Usual values of options, parsed as Typer would, which imports pydantic for that.

A flag is never None. Importing pydantic takes as long as importing NumPy; Typer still reads and
refuses all other values.
"""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

_NUMBERS = {int: r"-?[0-9]+", float: r"-?[0-9]+(\.[0-9]+)?"}


def read_usual(value: Any, kind: Any, low: float | None, high: float | None) -> Any:
    """Parse a value as Typer would.

    Args:
        value: Text of the command line, or a value of a config.
        kind: The type of the option.
        low: The least number; None if there is none.
        high: The largest number; None if there is none.

    Raises:
        ValueError: If the value is unusual; Typer then coerces or refuses it.
    """
    if get_origin(kind) is list and isinstance(value, list | tuple):
        return [read_usual(item, get_args(kind)[0], low, high) for item in value]
    if isinstance(value, str):
        return _read_text(value, kind, low, high)
    if type(value) is not kind:
        raise ValueError
    return _within(value, low, high) if kind in _NUMBERS else value


def _read_text(text: str, kind: Any, low: float | None, high: float | None) -> Any:
    if kind is str or (kind is Path and "\0" not in text):
        return kind(text)
    if get_origin(kind) is Literal and text in get_args(kind):
        return text
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(text)
    if kind in _NUMBERS and re.fullmatch(_NUMBERS[kind], text):
        return _within(kind(text), low, high)
    raise ValueError


def _within(number: float, low: float | None, high: float | None) -> float:
    if (low is None or number >= low) and (high is None or number <= high):
        return number
    raise ValueError

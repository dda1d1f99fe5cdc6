"""Values that a text is as a whole: a number, true or false, a list, or any JSON."""

from __future__ import annotations

import re
from typing import Any

from sacreval.text.answers.json_values import json_value

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_DIGITS = 400  # an integer of more is too large for a float
_LONGEST_LITERAL = 1_000_000  # characters of a Python list; parsing takes hundreds of bytes each
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def parsed_number(text: str) -> int | float | None:
    """Return the number that a text is, white space around it aside; None if it is none.

    The decimal sign is a point, and there are no separators between thousands: `1,5` may be 1.5 or
    15, and is no number. Neither are `nan` and `inf`.

    Args:
        text: The text, such as `3.5`, `-2` or `1e-3`.
    """
    found = text.strip()
    if not re.fullmatch(_NUMBER, found):
        return None
    try:
        return int(found) if len(found) < _DIGITS else float(found)
    except ValueError:
        return float(found)


def parsed_boolean(text: str) -> bool | None:
    """Return whether a text is true or yes, in any case; None if it is neither these nor no."""
    return _BOOLEANS.get(text.strip().lower())


def parsed_list(text: str) -> list[Any] | None:
    """Return the list that a text is, as JSON or Python writes it; None if it is none.

    Tuples in a Python list become lists.

    Args:
        text: The text, such as `["a", "b"]` or `['a', 'b']`.
    """
    found = text.strip()
    if not (found.startswith("[") and found.endswith("]")):
        return None
    value = json_value(found)
    if value is None and len(found) <= _LONGEST_LITERAL:
        value = _literal(found)
    return value if isinstance(value, list) else None


def parsed(text: str) -> Any:
    """Return the value that a text is: JSON, also with `True` and `False`, or a number.

    Returns:
        The value; None if it is none.
    """
    for spelling in (text, text.strip().lower()):
        if (value := json_value(spelling)) is not None:
            return value
    return parsed_number(text)


def _literal(text: str) -> Any:
    import ast

    try:
        return _as_json(ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def _as_json(value: Any) -> Any:
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value

"""JSON from servers: bytes that are not UTF-8 and halves of surrogate pairs become U+FFFD."""

from __future__ import annotations

import json
from typing import Any


def readable_json(body: bytes) -> Any:
    """Decode JSON that a strict decoder refuses, if only its characters are wrong.

    Args:
        body: The document.

    Returns:
        The value, in which each text is valid Unicode.

    Raises:
        ValueError: If it is not JSON, or an object repeats a key.
    """
    text = body.decode("utf-8-sig", "replace")
    found = json.loads(text, parse_int=_number, strict=False, object_pairs_hook=_object)
    return valid(found) if "\\ud" in text.lower() else found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"the key '{repeated}' is repeated in one object")
    return found


def _number(digits: str) -> int | float:
    """Return a number; one with thousands of digits, which int() refuses, as a float."""
    return int(digits) if len(digits) < 100 else float(digits)  # noqa: PLR2004


def valid(value: Any) -> Any:
    """Return a value in which each half of a surrogate pair is U+FFFD.

    Args:
        value: A text, or lists and mappings with texts; anything else is returned as it is.
    """
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [valid(one) for one in value]
    if isinstance(value, dict):
        return {valid(name): valid(one) for name, one in value.items()}
    return value

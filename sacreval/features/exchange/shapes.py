"""Checks of the shape of other tools' logs, where scores are inserted."""

from __future__ import annotations

import json
from typing import Any

from sacreval.errors import InputError, shortened


def decoded(content: bytes, where: str) -> Any:
    """Decode a document.

    Raises:
        InputError: If it is not JSON.
    """
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = shortened(str(error))
        raise InputError(f"{where}: this is not JSON ({reason}); get the log again") from None


def as_object(value: Any, what: str, where: str) -> dict[str, Any]:
    """Return a value that must be an object.

    Args:
        value: The value.
        what: Its name, for messages.
        where: File and place, for messages.

    Raises:
        InputError: If it is none.
    """
    if not isinstance(value, dict):
        raise InputError(f"{where}: `{what}` is no object; get the log again")
    return value


def as_list(value: Any, what: str, where: str) -> list[Any]:
    """Return a value that must be a list; see `as_object`."""
    if not isinstance(value, list):
        raise InputError(f"{where}: `{what}` is no list; get the log again")
    return value


def member(holder: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    """Return the object under a key, which is added where it is missing; see `as_object`."""
    return as_object(holder.setdefault(key, {}), key, where)

"""Values that programs returned, decoded from the JSON that `child.plain` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec


class Other(msgspec.Struct, frozen=True):
    """A value that is no plain data, of which only the type is known; it equals nothing.

    Args:
        kind: Name of its type.
    """

    kind: str

    def __eq__(self, other: object) -> bool:
        """Return false: what is not known is not equal."""
        return False

    def __hash__(self) -> int:
        """Return the hash of the name."""
        return hash(self.kind)


def decoded(text: bytes) -> Any:
    """Decode a value.

    Args:
        text: JSON as `child.plain` writes it.

    Raises:
        ValueError: If it is anything else.
    """
    try:
        return _value(msgspec.json.decode(text))
    except (
        msgspec.DecodeError,
        RecursionError,
        TypeError,
        OverflowError,
        AttributeError,
        LookupError,
    ) as error:
        raise ValueError(str(error)) from None


def _value(found: Any) -> Any:
    if isinstance(found, list):
        return [_value(one) for one in found]
    if not isinstance(found, dict):
        return found
    ((kind, body),) = found.items()
    if kind not in _KINDS:
        raise ValueError(kind)
    return _KINDS[kind](body)


def _items(body: Any) -> Iterator[Any]:
    return (_value(one) for one in body)


_KINDS: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda body: tuple(_items(body)),
    "set": lambda body: set(_items(body)),
    "frozenset": lambda body: frozenset(_items(body)),
    "dict": lambda body: {_value(key): _value(value) for key, value in body},
    "float": float.fromhex,
    "int": lambda body: int(body, 16),
    "complex": lambda body: complex(float.fromhex(body[0]), float.fromhex(body[1])),
    "bytes": lambda body: body.encode("latin-1"),
    "other": lambda body: Other(str(body)),
}

"""Values that programs returned, decoded from the JSON that `child.plain` writes."""

from __future__ import annotations

from typing import Any

import msgspec

_ITEMS = {"tuple": tuple, "set": set, "frozenset": frozenset}


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
    except (msgspec.DecodeError, RecursionError, TypeError, OverflowError) as error:
        raise ValueError(str(error)) from None


def _value(found: Any) -> Any:
    if isinstance(found, list):
        return [_value(one) for one in found]
    if not isinstance(found, dict):
        return found
    ((kind, body),) = found.items()
    if kind in _ITEMS:
        return _ITEMS[kind](_value(one) for one in body)
    match kind:
        case "dict":
            return {_value(key): _value(value) for key, value in body}
        case "float":
            return float.fromhex(body)
        case "int":
            return int(body, 16)
        case "complex":
            return complex(float.fromhex(body[0]), float.fromhex(body[1]))
        case "bytes":
            return body.encode("latin-1")
        case "other":
            return Other(str(body))
    raise ValueError(kind)

"""Shapes of the JSON that a judge asks for: `{score: integer, errors: [{severity: string}]}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WORDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "any": (object,),
}
_DEEPEST = 8


def check_shape(shape: Any, depth: int = 0) -> None:
    """Check that a shape is a word, a list of one shape, or a mapping of keys to shapes."""
    inner: list[Any] = []
    if isinstance(shape, Mapping) and shape and all(isinstance(key, str) for key in shape):
        inner = list(shape.values())
    elif isinstance(shape, list) and len(shape) == 1:
        inner = shape
    elif not (isinstance(shape, str) and shape in _WORDS):
        raise ValueError(
            f"a schema has {', '.join(_WORDS)}, a list of one of them, or keys with these; not "
            f"{str(shape)[:40]!r}"
        )
    if depth == _DEEPEST:
        raise ValueError(f"a schema has at most {_DEEPEST} levels")
    for each in inner:
        check_shape(each, depth + 1)


def misfit(value: Any, shape: Any, place: str = "") -> str:
    """Return how a JSON value differs from a shape; "" if it does not.

    Types are strict: a text is no number, 4.0 is no integer, and true is neither. A key that ends
    in `?` in the shape may be missing; keys that the shape does not name are allowed.
    """
    if isinstance(shape, str):
        right = isinstance(value, _WORDS[shape])
        right &= shape in {"any", "boolean"} or not isinstance(value, bool)
        return "" if right else f"{place or 'the value'} is not of the type {shape}"
    if isinstance(shape, list):
        if not isinstance(value, list):
            return f"{place or 'the value'} is not a list"
        reasons = (misfit(each, shape[0], f"{place}[{i}]") for i, each in enumerate(value))
        return next(filter(None, reasons), "")
    if not isinstance(value, dict):
        return f"{place or 'the value'} is not an object"
    return next(filter(None, (_key_misfit(value, key, shape[key], place) for key in shape)), "")


def _key_misfit(value: Mapping[str, Any], key: str, shape: Any, place: str) -> str:
    name = key.removesuffix("?")
    where = f"{place}.{name}" if place else name
    if name not in value:
        return "" if key.endswith("?") else f"the key {where} is missing"
    return misfit(value[name], shape, where)

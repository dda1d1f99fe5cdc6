"""The parse rule `json`: the object of a reply, and the shape that it has to have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sacreval.asking.templates import Template
from sacreval.errors import RecordError, nearest
from sacreval.metrics.judges._patterns import Pick, picked
from sacreval.metrics.judges._scale_base import Finding
from sacreval.text.answers.json_values import json_objects

if TYPE_CHECKING:
    from jmespath.parser import ParsedResult


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


class JsonRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Read a JSON object.

    Args:
        schema: Key to type: `string`, `integer`, `number`, `boolean`, `any`, a list of one of
            them, or keys again. Types are strict. A key that ends in `?` may be missing; others may
            be added.
        at: JMESPath of the verdict in the object, or a list of them for several numbers; by default
            the whole object.
    """

    schema: dict[str, Any]
    at: str | tuple[str, ...] = "@"

    def __post_init__(self) -> None:
        check_shape(self.schema)
        for path in self.paths:
            _check_place(path, self.schema)

    @property
    def paths(self) -> tuple[str, ...]:
        """The JMESPath of each value."""
        return (self.at,) if isinstance(self.at, str) else self.at

    def find(self, text: str, pick: Pick) -> Finding | None:
        """Return what a reply's object has at the paths; None if the reply has no object.

        Args:
            text: The reply.
            pick: Which of several objects decides.
        """
        try:
            finding = picked(json_objects(text), pick)
        except (ValueError, RecordError) as error:
            return Finding(None, str(error))
        if finding is None or finding.reason:
            return finding
        if reason := misfit(finding.value, self.schema):
            return Finding(None, reason)
        return self._at_paths(finding.value)

    def _at_paths(self, value: Any) -> Finding:
        from jmespath.exceptions import JMESPathError

        try:
            values = [_path(path).search(value) for path in self.paths]
        except (JMESPathError, RecursionError):
            return Finding(None, "the JMESPath of the judge does not fit the object")
        if None in values:
            return Finding(None, f"there is nothing at {self.paths[values.index(None)]}")
        return Finding(values[0] if isinstance(self.at, str) else values)


def _check_place(path: str, schema: dict[str, Any]) -> None:
    """Check that a JMESPath reads a key of the schema."""
    _path(path)
    names = Template.parse(f"{{{{{path}}}}}", "at").fields
    keys = [key.removesuffix("?") for key in schema]
    if names and not set(names) & set(keys):
        raise ValueError(f"`at: {path[:60]}` reads no key of the schema; {nearest(names[0], keys)}")


def _path(path: str) -> ParsedResult:
    """Return a compiled JMESPath; jmespath itself keeps the last ones."""
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        return jmespath.compile(path)
    except (JMESPathError, RecursionError):
        raise ValueError(
            f"`at: {path[:60]}` is not a JMESPath; write one, such as `score`"
        ) from None

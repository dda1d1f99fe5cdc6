"""Making a registered thing from text: `rouge`, or `rouge{"types": ["1"], "stemmer": true}`."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

import msgspec

from sacreval.errors import UsageError, nearest
from sacreval.registry import RESERVED, Registry

T = TypeVar("T")


def from_spec(registry: Registry[T], spec: str) -> T:
    """Make a thing from its name and, in braces, its options as JSON.

    Args:
        registry: Where the name is looked up.
        spec: Such as `table{"quoting": "none"}`.

    Raises:
        UsageError: If the name, an option or a value is wrong.
    """
    name, brace, rest = spec.partition("{")
    try:
        options = msgspec.json.decode(brace + rest, type=dict[str, Any]) if brace else {}
    except msgspec.MsgspecError as error:
        raise UsageError(
            f"'{spec}': the options in braces are not a JSON object ({error}); "
            f'write {name}{{"option": value}}'
        ) from None
    return from_options(registry, name, options)


def from_options(registry: Registry[T], name: str, options: Mapping[str, Any]) -> T:
    """Make a thing from its name and a mapping of its constructor's options.

    Args:
        registry: Where the name is looked up.
        name: As registered.
        options: Option to value, as JSON or YAML hold them.

    Raises:
        UsageError: If the name, an option or a value is wrong.
    """
    cls = registry.get(name)
    known = [f.name for f in fields(cls) if f.name not in RESERVED]  # type: ignore[arg-type]
    for key in options:
        if key not in known:
            raise UsageError(f"{name} has no option '{key}'; {nearest(key, known)}")
    try:
        return msgspec.convert(dict(options), cls)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, UsageError):
            raise error.__cause__ from None
        raise UsageError(f"{name}: {error}; see the options of {name} with --help") from None

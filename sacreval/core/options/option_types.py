"""Types of options: their values from JSON, and how JSON and `--help` write them.

A type is any that JSON can hold. The same conversion serves commands, suites and signatures.
"""

from __future__ import annotations

import sys
from collections import abc
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import get_annotations
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sacreval.errors import UsageError

# What an abstract type is read as: a value that can be compared, and hashed where possible.
_CONCRETE: dict[Any, Any] = {
    abc.Sequence: tuple, abc.Collection: tuple, abc.Iterable: tuple,
    abc.Set: frozenset, abc.Mapping: dict, abc.MutableMapping: dict,
    abc.MutableSequence: list, abc.MutableSet: set,
}  # fmt: skip
_SEQUENCES = (list, tuple, set, frozenset)
_SIMPLE = (bool, int, float, str, NoneType, Path)
_LISTS = (abc.Collection, abc.Sequence, list, tuple)


def of_fields(cls: type[Any], *, annotations: bool = False) -> dict[str, Any]:
    """Return the types of a dataclass's fields; those of its class variables take longer.

    Args:
        cls: A dataclass.
        annotations: Whether to keep what `Annotated` adds to types.

    Raises:
        UsageError: If a type is the name of nothing that the class's module has.
    """
    names = {f.name for f in fields(cls)}
    hints: dict[str, Any] = {}
    for base in filter(is_dataclass, reversed(cls.__mro__)):
        annotated = {
            name: hint
            for name, hint in get_annotations(base).items()
            if name in names and not str(hint).startswith("ClassVar")  # an option of a subclass
        }
        if annotated:
            written = SimpleNamespace(__annotations__=annotated)
            try:
                module = vars(sys.modules[base.__module__])
                hints |= get_type_hints(written, module, include_extras=annotations)
            except (NameError, SyntaxError, TypeError) as error:
                raise UsageError(
                    f"{base.__name__}: the type of an option cannot be resolved ({error}); import "
                    "it in the module itself, outside functions and TYPE_CHECKING"
                ) from None
    return hints


def from_json(hint: Any, value: Any) -> Any:
    """Convert a value of JSON or YAML to the type of an option.

    Args:
        hint: The type.
        value: A value as decoded from JSON, or one that has the type already.

    Raises:
        msgspec.ValidationError: If it cannot be converted.
        TypeError: If the type has no form in JSON.
    """
    import msgspec

    hint = _concrete(hint)
    if get_origin(hint) is abc.Callable:
        raise TypeError("a function has no form in JSON")
    try:
        converted = msgspec.convert(value, hint, str_keys=True, dec_hook=_decoded)
    except (TypeError, NotImplementedError):
        return _by_member(hint, value)
    _check_keys(value, converted)
    return converted


def to_json(value: Any) -> str:
    """Write a value of an option as JSON: sets and keys are sorted, paths are text.

    Raises:
        TypeError: If it has no form in JSON.
    """
    import msgspec

    return msgspec.json.encode(to_builtins(value)).decode()


def to_builtins(value: Any) -> Any:
    """Convert a value of an option to what JSON and YAML hold: texts, numbers, lists, objects.

    Raises:
        TypeError: If it has no form in JSON.
    """
    import msgspec

    return msgspec.to_builtins(value, str_keys=True, enc_hook=_encoded, order="deterministic")


def without_null(hint: Any) -> Any:
    """Return a type without None, such as `int` for `int | None`."""
    members = [member for member in members_of(hint) if member is not NoneType]
    return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007 - of a list


def members_of(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union; a type that is none has one member."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def collection(hint: Any) -> type | None:
    """Return the class of values of a type that holds several: list, tuple, set, dict; or None."""
    kind = get_origin(hint) or hint
    kind = _CONCRETE.get(kind, kind)
    return kind if kind in (*_SEQUENCES, dict) else None


def is_simple(hint: Any) -> bool:
    """Return whether a type holds truth values, numbers, texts, paths or lists of these alone."""
    kind, args = get_origin(hint), get_args(hint)
    if hint in _SIMPLE or kind is Literal:
        return True
    if len(members := members_of(hint)) > 1:
        return all(map(is_simple, members))
    return kind in _LISTS and all(is_simple(x) for x in args if x is not Ellipsis)


def is_fixed(hint: Any) -> bool:
    """Return whether a type is a tuple with a type for each place, such as `tuple[int, str]`."""
    args = get_args(hint)
    return get_origin(hint) is tuple and not (len(args) == 2 and args[1] is Ellipsis)  # `X, ...`


def shown(hint: Any) -> str:
    """Return how `--help` writes a type, such as `dict[str, float]` or `int|str`."""
    if get_origin(hint) is Literal:
        return "|".join(x if isinstance(x, str) else to_json(x) for x in get_args(hint))
    if len(members := members_of(hint)) > 1:
        return "|".join(map(shown, members))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "|".join(str(member.value) for member in hint)
    if hasattr(hint, "__metadata__"):
        return shown(get_args(hint)[0])
    args = [shown(x) for x in get_args(hint) if x is not Ellipsis and not isinstance(x, list)]
    name = _name(hint)
    return f"{name}[{', '.join(args)}]" if args else name


def _name(hint: Any) -> str:
    for known, name in ((NoneType, "null"), (Any, "any"), (Path, "path")):
        if hint is known:
            return name
    kind = collection(hint)
    if kind is tuple and not is_fixed(hint):
        return "list"
    if kind is not None:
        return kind.__name__
    return str(getattr(get_origin(hint) or hint, "__name__", hint))


def _concrete(hint: Any) -> Any:
    """Replace abstract types by those that their values are read as, at any depth."""
    kind, args = get_origin(hint), get_args(hint)
    if kind is Literal or hasattr(hint, "__metadata__"):
        return hint
    if kind in (Union, UnionType):
        return Union[tuple(map(_concrete, args))]  # noqa: UP007 - of a list
    concrete = _CONCRETE.get(kind or hint, kind)
    if concrete is None or concrete not in (*_SEQUENCES, dict):
        return hint
    inner = tuple(x if x is Ellipsis else _concrete(x) for x in args)
    if concrete is tuple and kind is not tuple:
        inner = (*(inner or (Any,)), Ellipsis)
    return concrete[inner] if inner else concrete


def _decoded(kind: Any, value: Any) -> Any:
    """Convert values of types that msgspec does not know."""
    if kind is Path and isinstance(value, str):
        if "\0" in value:
            raise ValueError("it contains a NUL character; remove it")
        return Path(value)
    if isinstance(kind, type) and isinstance(value, kind):
        return value
    if kind is Path:
        raise ValueError("it must be text, the path of a file or folder")
    raise NotImplementedError


def _check_keys(value: Any, converted: Any) -> None:
    """Check that an object of JSON has no key that dataclasses would silently leave out."""
    import msgspec

    if isinstance(value, list) and isinstance(converted, list | tuple):
        for item, part in zip(value, converted, strict=False):
            _check_keys(item, part)
    elif isinstance(value, dict) and value is not converted:
        inner = _by_key(converted)
        for key, item in value.items():
            if str(key) not in inner:
                only = f", only {', '.join(inner)}" if inner else ""
                raise msgspec.ValidationError(f"There is no key '{key}'{only}")
            _check_keys(item, inner[str(key)])


def _by_key(value: Any) -> dict[str, Any]:
    """Return what an object of JSON was converted to, by its keys."""
    import msgspec

    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        pairs = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {key: getattr(value, name) for key, name in pairs}
    return {f.name: getattr(value, f.name) for f in fields(value)} if is_dataclass(value) else {}


def _encoded(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _by_member(hint: Any, value: Any) -> Any:
    """Convert a value to a type that msgspec refuses as a whole, such as `Path | str`."""
    import msgspec

    kind, args = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return _first(args, value)
    if kind is Literal:
        return _chosen(value, {x: x for x in args})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return value if isinstance(value, hint) else _chosen(value, {x.value: x for x in hint})
    if kind in _SEQUENCES and not is_fixed(hint):
        items = from_json(list[Any], value)
        return kind([from_json(args[0], item) for item in items])
    if kind is tuple:
        items = from_json(list[Any], value)
        if len(items) != len(args):
            raise msgspec.ValidationError(
                f"Expected `array` of length {len(args)}, got {len(items)}"
            )
        return tuple(from_json(x, item) for x, item in zip(args, items, strict=True))
    if kind is dict:
        pairs = from_json(dict, value).items()
        return {from_json(args[0], k): from_json(args[1], x) for k, x in pairs}
    raise TypeError(f"the type {shown(hint)} has no form in JSON")


def _first(members: tuple[Any, ...], value: Any) -> Any:
    """Convert a value to the first member of a union that takes it."""
    import msgspec

    errors = []
    for member in members:
        try:
            return from_json(member, value)
        except msgspec.ValidationError as error:
            errors.append(error)
    raise errors[-1]


def _chosen(value: Any, choices: dict[Any, Any]) -> Any:
    import msgspec

    for choice, chosen in choices.items():
        if type(choice) is type(value) and choice == value:
            return chosen
    raise msgspec.ValidationError(f"Invalid enum value {value!r}")

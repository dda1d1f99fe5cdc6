"""Options generated from the fields of a dataclass, of any type, and how their values are read.

Parameters of a constructor become options, and `Args:` their help, along the base classes. An
option without documentation, or with the name of an option of every command, fails a law.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from enum import Enum
from inspect import Parameter
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from sacreval.cli.late_typer import typer
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.option_types import (
    collection,
    from_json,
    is_fixed,
    members_of,
    of_fields,
    shown,
    to_json,
    without_null,
)
from sacreval.core.options.registry import RESERVED
from sacreval.errors import UsageError, shortened

_SCALARS = (int, float, str, Path)
UNCHANGED = object()  # an option that was not given, whose default the constructor knows


class DeclaredOption(NamedTuple):
    """An option as Typer knows it.

    Args:
        hint: The type for Typer.
        default: The default for Typer; `Parameter.empty` if the option is required.
        metavar: The type in `--help`; None if Typer writes it.
        kind: How the value is read.
    """

    hint: Any
    default: Any
    metavar: str | None
    kind: OptionKind


class OptionKind(NamedTuple):
    """How the value of an option is read.

    Args:
        flag: The option, with hyphens.
        hint: Its type.
        words: Whether Typer leaves its words as they are, since it does not know the type.
        default: What Typer has if the option is not given.
    """

    flag: str
    hint: Any
    words: bool
    default: Any = None


def parameters(cls: type[Any], name: str) -> list[Parameter]:
    """Convert the fields of a dataclass to keyword parameters for Typer.

    Args:
        cls: A dataclass whose docstring documents every field under `Args:`.
        name: Its name, for messages.

    Raises:
        UsageError: If a field has no documentation.
    """
    documented = arguments(cls)
    hints = of_fields(cls, annotations=True)
    listed = []
    for f in fields(cls):
        if f.name in RESERVED or not f.init:
            continue
        if f.name not in documented:
            raise UsageError(f"{name}: the option {f.name} is not documented under Args:")
        hint, values = _without_values(hints[f.name])
        flag = "--" + f.name.replace("_", "-")
        declaration = declared(flag, hint, f)
        if hint is bool:
            flag += "/--no-" + f.name.replace("_", "-")
        metavar = f"<{values}>" if values else declaration.metavar
        panel = "Common options" if f.name in getattr(cls, "common", ()) else None
        option: Any = typer.Option(
            flag, help=documented[f.name], metavar=metavar, rich_help_panel=panel
        )
        default = declaration.default
        if f.name in getattr(cls, "positional", ()):
            option = typer.Argument(metavar=f.name.upper(), help=documented[f.name])
            default = Parameter.empty
        listed.append(
            Parameter(
                f.name,
                Parameter.KEYWORD_ONLY,
                default=default,
                annotation=Annotated[declaration.hint, option, declaration.kind],
            )
        )
    return listed


def declared(flag: str, hint: Any, field: Field[Any]) -> DeclaredOption:
    """Declare an option to Typer: with its own type if Typer knows it, else as words."""
    default = _default(field)
    if hint is bool or (_is_plain(hint) and (default is None or NoneType not in members_of(hint))):
        return DeclaredOption(hint, default, None, OptionKind(flag, hint, words=False))
    several = collection(without_null(hint))
    if several and several is not dict and _are_plain(items := get_args(without_null(hint)), hint):
        listed = list.__class_getitem__(_choices(items[0]))
        start = list(default) if isinstance(default, list | tuple) else default
        start = sorted(default) if isinstance(default, set | frozenset) else start
        return DeclaredOption(
            listed, start, None, OptionKind(flag, hint, words=False, default=start)
        )
    start = _as_words(default, several)
    kind: Any = list[str] if several else str
    if start is None:
        kind = kind | None
    return DeclaredOption(
        kind, start, f"<{_metavar(hint, default)}>", OptionKind(flag, hint, True, start)
    )


def read(kind: OptionKind, value: Any) -> Any:
    """Return the value of an option from what Typer read; `UNCHANGED` if it was not given.

    Args:
        kind: How it is read.
        value: The value that Typer has.

    Raises:
        UsageError: If it is not of the type of the option.
    """
    if not kind.words:
        return _collected(kind.hint, value) if isinstance(value, list | tuple) else value
    words = value if value is None or isinstance(value, str) else list(value)
    if words is None or words == kind.default:
        return UNCHANGED
    import msgspec

    from sacreval.core.options.option_texts import from_word, from_words

    try:
        if isinstance(words, str):
            return from_word(kind.hint, words)
        return from_words(kind.hint, words)
    except (msgspec.ValidationError, TypeError) as error:
        raise UsageError(_sentence(kind, words, error)) from None


def items_of(word: str, kind: Any) -> list[str] | None:
    """Return the items of a JSON array that is the only value of a list; None if it is none."""
    import msgspec

    if not word.startswith("["):
        return None
    try:
        items = msgspec.json.decode(word, type=list[str | int | float])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if kind is str and not all(isinstance(item, str) for item in items):
        return None
    return [item if isinstance(item, str) else to_json(item) for item in items]


def _without_values(hint: Any) -> tuple[Any, str | None]:
    """Return a type, and its values as help shows them if they are annotated; else None."""
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Annotated:
            kind, values = get_args(part)[:2]
            return (kind if part is hint else kind | None), values
    return hint, None


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return Parameter.empty if field.default_factory is MISSING else field.default_factory()


def _as_words(default: Any, several: type | None) -> Any:
    """Return a default as words of the command line; None if it has no such form."""
    import msgspec

    if default is None or default is Parameter.empty:
        return default
    try:
        text = str(default) if isinstance(default, str | Path) else to_json(default)
    except (TypeError, msgspec.MsgspecError):
        return None
    return [text] if several else text


def _metavar(hint: Any, default: Any) -> str:
    return shown(without_null(hint) if default is None else hint)


def _is_plain(hint: Any) -> bool:
    """Return whether Typer reads a type, null apart."""
    kind = without_null(hint)
    if get_origin(kind) is Literal:
        return all(isinstance(x, str) for x in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return all(isinstance(x.value, str) for x in kind)
    return kind in _SCALARS


def _are_plain(items: Sequence[Any], hint: Any) -> bool:
    """Return whether the items of a list have one type, which Typer reads, and are not null."""
    alike = len(items) == 1 or not is_fixed(without_null(hint))
    return bool(items) and alike and NoneType not in members_of(items[0]) and _is_plain(items[0])


def _choices(kind: Any) -> Any:
    """Replace a `Literal`, which Typer does not know in lists, by an Enum."""
    if get_origin(kind) is not Literal:
        return kind
    return Enum("Choice", [(value, value) for value in get_args(kind)])


def _collected(hint: Any, values: Sequence[Any]) -> Any:
    """Create the list, tuple or set of an option."""
    items = [x.value if type(x).__name__ == "Choice" else x for x in values]
    kind = collection(without_null(hint)) or tuple
    return kind(items) if kind in (list, tuple) else from_json(hint, items)


def _sentence(kind: OptionKind, words: str | Sequence[str], error: Exception) -> str:
    from sacreval.core.options.type_errors import in_plain_words

    text = shortened(words if isinstance(words, str) else " ".join(words))
    if isinstance(error, TypeError):
        return f"{kind.flag}: {error}; leave the option out, or change its type"
    problem = in_plain_words(error, kind.flag).removeprefix(f"`{kind.flag}` ")
    return f"{kind.flag} {text}: {problem}; write {shown(kind.hint)}, as JSON if it is no text"

"""The options of a constructor as a table, made of its signature and docstring."""

from dataclasses import MISSING, fields
from enum import Enum
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from generator.markdown import code, prose, table
from sacreval.cli.options import parameters

WORDS = {str: "text", int: "whole number", float: "number"}


def options(cls: type[Any], name: str) -> str:
    """Write the table of a class's options; nothing where it has none."""
    hints = get_type_hints(cls)
    defaults = {f.name: f.default for f in fields(cls) if f.default is not MISSING}
    rows = []
    for parameter in parameters(cls, name):
        option = parameter.annotation.__metadata__[0]
        flag = "--" + parameter.name.replace("_", "-")
        default = _default(defaults.get(parameter.name, parameter.default))
        rows.append([code(flag), _values(hints[parameter.name]), default, prose(option.help)])
    return table(["option", "value", "default", "what it does"], rows)


def _values(hint: Any) -> str:
    """Say what may be given."""
    if hint is bool:
        return "on or off"
    if get_origin(hint) is Literal:
        return " ".join(code(value) for value in get_args(hint))
    if get_origin(hint) is tuple:
        return f"{_values(get_args(hint)[0])}; repeat it"
    if kinds := [kind for kind in get_args(hint) if kind is not NoneType]:
        return " or ".join(_values(kind) for kind in kinds)
    return WORDS.get(hint, "text")


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple | list):
        return " ".join(map(_default, value))
    if isinstance(value, Enum):
        value = value.value
    return "" if value in (None, "") else code(value)

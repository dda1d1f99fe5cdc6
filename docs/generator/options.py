"""Table of the options of a constructor, from its signature and docstring."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from generator.markdown import code, prose, table
from sacreval.cli.options.generated_options import parameters

WORDS = {str: "text", int: "whole number", float: "number"}


@dataclass(frozen=True, kw_only=True)
class Spelling:
    """How options are written where they are used."""

    name: Callable[[str], str]
    switch: tuple[str, str]
    several: str


FLAGS = Spelling(
    name=lambda name: "--" + name.replace("_", "-"), switch=("off", "on"), several="repeat it"
)
KEYS = Spelling(name=str, switch=("false", "true"), several="a list")


def options(cls: type[Any], name: str, spelling: Spelling) -> str:
    """Write the table of a class's options, or an empty text if it has none."""
    hints = get_type_hints(cls, include_extras=True)
    defaults = {f.name: f.default for f in fields(cls) if f.default is not MISSING}
    rows = []
    for parameter in parameters(cls, name):
        option = parameter.annotation.__metadata__[0]
        default = _default(defaults.get(parameter.name, parameter.default), spelling)
        values = _values(hints[parameter.name], spelling)
        rows.append([code(spelling.name(parameter.name)), values, default, prose(option.help)])
    return table(["option", "value", "default", "description"], rows)


def _values(hint: Any, spelling: Spelling) -> str:
    """Describe the accepted values."""
    if hint is bool:
        return " or ".join(reversed(spelling.switch))
    if get_origin(hint) is Annotated:
        return " ".join(code(value) for value in get_args(hint)[1].split("|"))
    if get_origin(hint) is Literal:
        return " ".join(code(value) for value in get_args(hint))
    if get_origin(hint) is tuple:
        return f"{_values(get_args(hint)[0], spelling)}; {spelling.several}"
    if kinds := [kind for kind in get_args(hint) if kind is not NoneType]:
        return " or ".join(_values(kind, spelling) for kind in kinds)
    return WORDS.get(hint, "text")


def _default(value: Any, spelling: Spelling) -> str:
    if isinstance(value, bool):
        return spelling.switch[value]
    if isinstance(value, tuple | list):
        return " ".join(_default(item, spelling) for item in value)
    if isinstance(value, Enum):
        value = value.value
    return "" if value in (None, "") else code(value)

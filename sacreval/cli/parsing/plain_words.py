"""Usual command lines, parsed as Typer parses them; all others are left to Typer.

The options come from the same declarations. Mistakes, configs with keys of other verbs and those
with data sets are Typer's, so that there is one behaviour; `tests/laws/test_plain_words.py` and
`tests/laws/test_plain_words.py` compare what both read, and what suites print and write.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

from sacreval.cli.late_typer import Context, LateOption
from sacreval.cli.options.option_groups import RAY
from sacreval.cli.parsing.usual_values import read_usual

_SETTINGS = {"help", "metavar", "min", "max", "rich_help_panel"}  # of options that are parsed here


class UnusualError(Exception):
    """Words that Typer parses, or refuses."""


class PlainOption(NamedTuple):
    """An option or an argument.

    Args:
        name: The parameter.
        flags: Each of its flags, with the value that it sets; None where a value follows.
        kind: The type of its value, or of each of its values.
        several: Whether it is a list.
        low: The least number; None if there is none.
        high: The largest number; None if there is none.
        default: Its value where it is not given.
        form: How a value is written, such as METRIC=VALUE.
    """

    name: str
    flags: Mapping[str, bool | None]
    kind: Any
    several: bool
    low: float | None
    high: float | None
    default: Any
    form: str

    @property
    def opts(self) -> list[str]:
        """The flags that set it, without those that switch it off."""
        return [flag for flag, value in self.flags.items() if value is not False]


class GivenSource(NamedTuple):
    """Where a value comes from, as Typer names it."""

    name: str = "COMMANDLINE"


class PlainCommand(NamedTuple):
    """What messages on a config read of Typer's command."""

    params: Sequence[PlainOption]


class PlainContext(NamedTuple):
    """What verbs read of Typer's context: the options that the command line or a config sets.

    Args:
        params: The values of the command line by name.
        of_config: The names of the options that a config sets.
        command: The command.
    """

    params: Mapping[str, Any]
    of_config: Collection[str] = ()
    command: PlainCommand = PlainCommand(())

    def get_parameter_source(self, name: str) -> GivenSource | None:
        """Return where the value of an option comes from; None for defaults."""
        if name in self.params:
            return GivenSource()
        return GivenSource("DEFAULT_MAP") if name in self.of_config else None


def parse(parameters: Sequence[inspect.Parameter], words: Sequence[str]) -> dict[str, Any]:
    """Parse the words after the name of a command.

    Args:
        parameters: The parameters of the command.
        words: The words.

    Returns:
        The value of each parameter.

    Raises:
        UnusualError: If Typer might read them in another way, or refuse them.
    """
    known = described(parameters)
    values_set = values_given(known, words)
    values = {option.name: values_set.get(option.name, option.default) for option in known}
    context = {p.name: PlainContext(values_set) for p in parameters if p.annotation is Context}
    return {**values, **context}


def described(parameters: Sequence[inspect.Parameter]) -> list[PlainOption]:
    """Describe the options and arguments of a command."""
    return [plain(p) for p in parameters if p.annotation is not Context]


def values_given(known: Sequence[PlainOption], words: Sequence[str]) -> dict[str, Any]:
    """Return the values that words set, by name."""
    texts, switched = _split(known, words)
    values = {
        option.name: _value(option, texts[option.name]) for option in known if option.name in texts
    }
    return values | switched


def _split(
    known: Sequence[PlainOption], words: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, bool]]:
    """Return the texts of each option and argument that is given, and the values of switches."""
    flags = {flag: option for option in known for flag in option.flags}
    arguments = [option for option in known if not option.flags]
    if len(arguments) != 1 or not arguments[0].several:
        raise UnusualError
    texts: dict[str, list[str]] = {}
    switched: dict[str, bool] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            texts.setdefault(arguments[0].name, []).append(word)
            continue
        flag, equals, text = word.partition("=") if word.startswith("--") else (word, "", "")
        if (option := flags.get(flag)) is None or option.name in switched or flag == RAY:
            raise UnusualError
        if (value := option.flags[flag]) is not None:
            if equals:
                raise UnusualError
            switched[option.name] = value
            continue
        texts.setdefault(option.name, []).append(text if equals else _next(rest))
        if len(texts[option.name]) > 1 and not option.several:
            raise UnusualError
    return texts, switched


def _next(rest: Iterator[str]) -> str:
    """Return the value of an option; one that looks like an option may be a mistake."""
    text = next(rest, None)
    if text is None or (text.startswith("-") and text != "-"):
        raise UnusualError
    return text


def _value(option: PlainOption, texts: Sequence[str]) -> Any:
    if len(texts) == 1 and texts[0].startswith("["):
        raise UnusualError  # a list as one JSON array
    try:
        values = [read_usual(text, option.kind, option.low, option.high) for text in texts]
    except ValueError:
        raise UnusualError from None
    return values if option.several else values[0]


def plain(parameter: inspect.Parameter) -> PlainOption:
    """Describe a parameter."""
    hint, *annotations = get_args(parameter.annotation)
    described = next((x for x in annotations if isinstance(x, LateOption)), None)
    if described is None or described.settings.keys() - _SETTINGS:
        raise UnusualError
    hint = _without_none(hint)
    several = get_origin(hint) is list
    return PlainOption(
        parameter.name,
        _flags(described, parameter.name, hint) if described.kind == "Option" else {},
        get_args(hint)[0] if several else hint,
        several,
        described.settings.get("min"),
        described.settings.get("max"),
        _default(parameter, hint),
        described.settings.get("metavar") or "",
    )


def _flags(described: LateOption, name: str, hint: Any) -> dict[str, bool | None]:
    option = "--" + name.replace("_", "-")
    words = described.words or ((f"{option}/--no-{option[2:]}",) if hint is bool else (option,))
    if hint is not bool:
        return dict.fromkeys(words)
    flags: dict[str, bool | None] = {}
    for word in words:
        on, _, off = word.partition("/")
        flags[on] = True
        if off:
            flags[off] = False
    return flags


def _default(parameter: inspect.Parameter, hint: Any) -> Any:
    if parameter.default is inspect.Parameter.empty:
        raise UnusualError  # required
    if parameter.default is None and hint is bool:
        return False
    return list(parameter.default) if isinstance(parameter.default, tuple) else parameter.default


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if len(kinds) != 1:
        raise UnusualError
    return kinds[0]

"""Options of commands as keyword arguments of functions in Python."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from textwrap import fill
from typing import Any, TypeVar, get_args, get_type_hints

from sacreval.cli.options.generated_options import OptionKind, parameters
from sacreval.cli.options.option_groups import RecordOptions, SelectionOptions
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.core.options.option_types import collection, without_null
from sacreval.core.options.python_functions import in_python
from sacreval.core.selection import Selection
from sacreval.errors import UsageError

_IN_PYTHON: dict[str, str | Callable[[re.Match[str]], str]] = {
    r"`[^`]*`|(?<![\w-])--[a-z][a-z-]*[a-z]": lambda found: f"`{found[0].strip('`')}`",
    "Exit with 1 (if|unless)": r"Fail \1",
    "Exit with 2 if": "Raise an error if",
    r"; repeat it(?=\.)": "",
    "^OUTPUT=SYSTEM": "Mapping of OUTPUT to SYSTEM",
    "([Rr])epeat it": r"\1epeat it in a list",
}
"""What words of the help are in Python."""

_MAPPED = {
    "METRIC": ("an output", '{"bleu": 30}'),
    "SYSTEM": ("a system", '{"mine": 0.5}'),
}
"""By what stands before = on the command line: the keys in Python, and an example."""

F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G")


def parameters_of(group: type[Any]) -> Sequence[inspect.Parameter]:
    """List the options of a group, or of a dataclass that options are generated from."""
    if issubclass(group, OptionGroup):
        return group.parameters()
    return [
        p.replace(default=tuple(p.default) if isinstance(p.default, list) else p.default)
        for p in parameters(group, group.__name__)
    ]


def with_options(*groups: type[Any]) -> Callable[[F], F]:
    """Decorate a function whose `**options` are options of commands.

    Its signature and its docstring name each, with the default and the sentences of `--help`.

    Args:
        *groups: The options, beside those that choose systems and records; the type of `**options`
            has their types in Python.
    """
    every: tuple[type[Any], ...] = (SelectionOptions, RecordOptions, *groups)
    options = {p.name: p for group in every for p in parameters_of(group)}

    def named(function: F) -> F:
        (arguments,) = get_args(get_type_hints(function)["options"])
        hints = get_type_hints(arguments)
        signature = inspect.signature(function)
        *named_here, _ = signature.parameters.values()
        listed = [options[name].replace(annotation=hint) for name, hint in hints.items()]
        signature = signature.replace(parameters=[*named_here, *listed])
        function.__signature__ = signature  # type: ignore[attr-defined]
        known = frozenset(signature.parameters)
        entries = [_entry(options[name], known) for name in hints]
        function.__doc__ = re.sub(
            r" *\*\*options: .*", lambda _: "\n".join(entries), function.__doc__ or ""
        )
        return function

    return named


def _entry(option: inspect.Parameter, known: frozenset[str]) -> str:
    """Return an entry of `Args:`, from the help of an option."""
    text = _described(option).help
    for pattern, words in _IN_PYTHON.items():
        text = re.sub(pattern, words, text)
    return fill(
        f"{option.name}: {in_python(text, known)}",
        100,
        initial_indent=" " * 8,
        subsequent_indent=" " * 12,
        break_on_hyphens=False,
    )


def _described(option: inspect.Parameter) -> Any:
    """Return the description of an option of the command line."""
    return get_args(option.annotation)[1]


def options_of(group: type[G], values: Mapping[str, Any]) -> G:
    """Create a group of options of the command line from keyword arguments in Python."""
    return group(
        **{p.name: _option(p, values[p.name]) for p in parameters_of(group) if p.name in values}
    )


def selection_of(values: Mapping[str, Any], seed: int) -> Selection:
    """Return the systems and records that arguments in Python choose."""
    chosen = options_of(SelectionOptions, values)
    if chosen.systems is not None and not chosen.systems:
        raise UsageError("systems is empty; name some, or leave it out for all")
    systems = chosen.selection()
    return options_of(RecordOptions, values).of(systems, seed)


def _option(option: inspect.Parameter, value: Any) -> Any:
    """Return the value of an argument as the command line has it."""
    _check_range(option, value)
    hint, _, *kinds = get_args(option.annotation)
    if kinds and isinstance(kinds[0], OptionKind):
        hint = kinds[0].hint
    several = collection(without_null(hint))
    if value is None and isinstance(option.default, tuple):
        return option.default
    if value is None or (several is None and Path not in get_args(hint)):
        return value
    if several is None:
        return Path(value)
    if isinstance(value, Mapping):
        return several(f"{name}={x}" for name, x in value.items())
    key, _, number = (_described(option).settings["metavar"] or "").partition("=")
    if number and key in _MAPPED:
        whose, example = _MAPPED[key]
        raise UsageError(
            f"{option.name} is {value!r}; give a mapping from {whose} to a number, such as "
            f"{option.name}={example}"
        )
    of_numbers = int in get_args(without_null(hint))
    if isinstance(value, str) or (of_numbers and isinstance(value, int)):
        return several([value])
    if not isinstance(value, Iterable):
        raise UsageError(f"{option.name} is {value!r}; give a text, or a list of texts")
    return several(value)


def _check_range(option: inspect.Parameter, value: Any) -> None:
    settings = _described(option).settings
    low, high = settings.get("min", -inf), settings.get("max", inf)
    limited = (low, high) != (-inf, inf)
    if limited and isinstance(value, int | float) and not low <= value <= high:
        most = "or more" if high == inf else f"to {high}"
        raise UsageError(f"{option.name} is {value}; give {low} {most}")

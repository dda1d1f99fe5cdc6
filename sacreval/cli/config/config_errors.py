"""The line in a config of an option whose value is rejected only when the run begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from sacreval.cli.parsing.assembled import option_name

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config

_OPERATOR = re.compile("[<>=]")


def placed(config: Config, context: Any, sentence: str) -> str | None:
    """Return a sentence after its place in a config; None if it is not about the config."""
    place = place_of(config, context, sentence)
    return place and f"{place}: {sentence}"


def place_of(config: Config, context: Any, sentence: str) -> str | None:
    """Find the option of a config that an error is about."""
    stated = {
        name: parameter
        for parameter in context.command.params
        if (name := option_name(parameter) or str(parameter.name)) in config.values
    }
    names = [name for name, parameter in stated.items() if _is_of_config(name, parameter, context)]
    for name, parameter in stated.items():
        if name not in names and sentence.startswith(f"--{name.replace('_', '-')}"):
            return _where_kept(config, name, context.params.get(parameter.name), sentence)
    return place_among(config, names, sentence)


def _where_kept(config: Config, name: str, used: Any, sentence: str) -> str | None:
    """Return the line of a value beside which the command line has others; None if it is of those.

    Args:
        config: The config.
        name: The option.
        used: The values of the run.
        sentence: The message of the error.
    """
    for value, place in _values(config.values[name]):
        names_it = value in sentence or f"'{_name(value)}'" in sentence
        if names_it and isinstance(used, list) and value in used:
            return config.where(name, *place)
    return None


def place_among(config: Config, names: Collection[str], sentence: str) -> str | None:
    """Find which of some options of a config an error is about; see `place_of`."""
    for name in names:
        if sentence.startswith(f"--{name.replace('_', '-')}"):
            return _where(config, name, sentence)
    for name in names:
        if any(_is_about(sentence, value) for value, _ in _values(config.values[name])):
            return _where(config, name, sentence)
    return None


def _is_of_config(name: str, parameter: Any, context: Any) -> bool:
    """Return whether a value is that of the config; inputs are not among its options."""
    source = context.get_parameter_source(parameter.name)
    return name == "inputs" or (source is not None and source.name == "DEFAULT_MAP")


def _where(config: Config, name: str, sentence: str) -> str:
    """Return the line of the value that the sentence names, else the line of the option."""
    texts = list(_values(config.values[name]))
    places = [place for value, place in texts if value in sentence]
    places = places or [place for value, place in texts if f"'{_name(value)}'" in sentence]
    return config.where(name, *(places[0] if len(places) == 1 else ()))


def _name(value: str) -> str:
    """Return the output that the text of a gate is about."""
    return _OPERATOR.split(value, maxsplit=1)[0].strip()


def _is_about(sentence: str, value: str) -> bool:
    return bool(value) and (sentence.startswith(f"{value}: ") or f"'{value}'" in sentence)


def _values(value: Any) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield the texts of an option as messages show them, each with its keys below the option."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{key}={inner}", (str(key).replace("-", "_"),)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield str(item), (i,)
    else:
        yield str(value), ()

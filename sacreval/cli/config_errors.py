"""The line in a config of an option whose value is rejected only when the run begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sacreval.cli.generated_options import option_name

if TYPE_CHECKING:
    from sacreval.cli.config_file import Config


def place_of(found: Config, context: Any, sentence: str) -> str | None:
    """Find the option of a config that an error is about.

    Args:
        found: The config.
        context: The context of the command, after its options were parsed.
        sentence: The message of the error, which begins with the option or its value, or quotes
            the value.

    Returns:
        `file:line`; None if the error is not about an option of the config.
    """
    for parameter in context.command.params:
        name = option_name(parameter) or ""
        source = context.get_parameter_source(parameter.name)
        if name not in found.values or source is None or source.name != "DEFAULT_MAP":
            continue
        if sentence.startswith(f"--{name.replace('_', '-')}"):
            return _where(found, name, sentence)
        if any(_is_about(sentence, value) for value, _ in _values(found.values[name])):
            return _where(found, name, sentence)
    return None


def _where(found: Config, name: str, sentence: str) -> str:
    """Return the line of the value that the sentence names, else the line of the option."""
    places = [place for value, place in _values(found.values[name]) if value in sentence]
    return found.where(name, *(places[0] if len(places) == 1 else ()))


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

"""Options that can be repeated: values of a config, the environment and the command line add up.

A value `NAME=VALUE` takes the place of one of the same name from farther away, and `--no-OPTION`
drops the values of the config and the environment. A default holds where nothing is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

Name = Callable[[Any], Any]
"""Returns the name of a value; values of one name replace each other."""
Forms = Mapping[str, str | None]
"""Option, with underscores, to how a value is written, such as METRIC=VALUE; None for one value."""
CLEARED = "no_"
"""What the name of an option follows where its values from farther away are dropped."""


def cleared(key: str, forms: Forms) -> str | None:
    """Return the option whose values from farther away a key `no_OPTION` drops; None for others."""
    option = key.removeprefix(CLEARED)
    return option if key not in forms and forms.get(option) is not None else None


def joined(layers: Sequence[Sequence[Any]], name: Name) -> list[Any]:
    """Return the values of all layers.

    Args:
        layers: The values of each source, the one that takes precedence last.
        name: The name of a value.
    """
    if len(layers) == 1:
        return [*layers[0]]
    kept: dict[Any, list[Any]] = {}
    for layer in layers:
        named: dict[Any, list[Any]] = {}
        for value in layer:
            named.setdefault(name(value), []).append(value)
        kept |= named
    return [value for values in kept.values() for value in values]


def name_by(form: str | None) -> Name:
    """Return the function that names the values of an option.

    Args:
        form: How a value is written. The names of outputs may contain an equals sign, as in
            `bleu[domain=news]=30`.
    """
    if "=" not in (form or ""):
        return str
    return partial(_name, at_last=str(form).startswith("METRIC="))


def _name(value: Any, *, at_last: bool) -> str:
    text = str(value).partition("{")[0]
    name, equals, _ = text.rpartition("=") if at_last else text.partition("=")
    return name.strip() if equals else text


def with_lists_joined(parameter: Any) -> None:
    """Read the values of a parameter of Typer from the config, the environment and the flags."""
    consume = parameter.consume_value

    def consume_all(ctx: Any, options: Mapping[str, Any]) -> tuple[Any, Any]:
        _, source = consume(ctx, options)
        flags = options.get(parameter.name)
        layers = [ctx.lookup_default(parameter.name), parameter.value_from_envvar(ctx), flags]
        if options.get(CLEARED + parameter.name):
            layers = [flags]
        layers = [parameter.items(layer) for layer in layers if layer]
        name = getattr(parameter, "value_name", None) or name_by(parameter.metavar)
        return (joined(layers, name) if layers else parameter.default), source

    parameter.consume_value = consume_all


def with_clearing_flags(parser: Any, parameters: Sequence[Any], *, configured: bool) -> None:
    """Add `--no-OPTION` to a parser of Typer, for each option that has values from farther away."""
    taken = {flag for p in parameters for flag in (*p.opts, *p.secondary_opts)}
    for parameter in parameters:
        if not getattr(parameter, "multiple", False) or not (configured or parameter.envvar):
            continue
        flags = [f"--no-{flag[2:]}" for flag in parameter.opts if flag.startswith("--")]
        flags = [flag for flag in flags if flag not in taken]
        if flags:
            parser.add_option(
                parameter, flags, CLEARED + parameter.name, action="store_const", const=True
            )

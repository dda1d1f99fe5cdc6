"""Quick start: Typer imports pydantic to coerce every value; most need no coercion."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class QuickCommand(TyperCommand):
    """A command that passes on defaults and plain text as they are.

    Typer coerces every parameter, given or not, which takes as long as scoring ten thousand
    sentences.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters."""
        return [_quick(parameter) for parameter in super().get_params(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words; one option may stand without its value, which Typer does not know."""
        from sacreval.cli.execution import spelt_out

        return super().parse_args(ctx, spelt_out(args))


class QuickGroup(TyperGroup):
    """A group of commands that does the same."""

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters."""
        return [_quick(parameter) for parameter in super().get_params(ctx)]


def _quick(parameter: Any) -> Any:
    if "process_value" in vars(parameter):
        return parameter
    coerce = parameter.process_value
    annotation = parameter.type_descriptor.annotation

    def process(ctx: Any, value: Any) -> Any:
        if value is None and annotation is bool:
            value = False
        given = value is not None and value != parameter.default
        text = annotation in (str, list[str])
        if (parameter.required and not given) or (given and not text):
            return coerce(ctx, value)
        value = list(value) if isinstance(value, tuple) else value
        return parameter.callback(ctx, parameter, value) if parameter.callback else value

    parameter.process_value = process
    return parameter

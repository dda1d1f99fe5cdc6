"""A command group whose subcommands are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from typer.core import TyperCommand

from sacreval.cli.quick import QuickGroup
from sacreval.errors import NotSetUpError

_HELP = "sacreval.help"


class LazyGroup(QuickGroup):
    """Subcommands by name, from a listing and a maker; nothing else is imported."""

    names: ClassVar[Callable[[], Iterable[str]]]
    make: ClassVar[Callable[[str], Any]]

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names, sorted."""
        del ctx
        return sorted(type(self).names())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Make a subcommand; an unknown name is a `UsageError` that gives the nearest."""
        try:
            return type(self).make(cmd_name)
        except NotSetUpError as error:
            if _HELP not in ctx.meta:
                raise
            return TyperCommand(cmd_name, help=f"Cannot run here: {error}")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the subcommands, of which a broken plug-in may be one."""
        ctx.meta[_HELP] = True
        super().format_commands(ctx, formatter)


def lazy_group(names: Callable[[], Iterable[str]], make: Callable[[str], Any]) -> Any:
    """Make a group class for `typer.Typer(cls=...)`.

    Args:
        names: Lists the subcommands.
        make: Makes the command of one.
    """
    return type("Group", (LazyGroup,), {"names": staticmethod(names), "make": staticmethod(make)})

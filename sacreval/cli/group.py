"""A command group whose subcommands are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from sacreval.cli.quick import QuickGroup


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
        del ctx
        return type(self).make(cmd_name)


def lazy_group(names: Callable[[], Iterable[str]], make: Callable[[str], Any]) -> Any:
    """Make a group class for `typer.Typer(cls=...)`.

    Args:
        names: Lists the subcommands.
        make: Makes the command of one.
    """
    return type("Group", (LazyGroup,), {"names": staticmethod(names), "make": staticmethod(make)})

"""Command groups that start quickly, and make subcommands when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from typer.core import TyperGroup

from sacreval.errors import UsageError, nearest


class Group(TyperGroup):
    """A group whose flags are False rather than None when not given.

    Typer imports pydantic to coerce a None, which would double the time of `--help`.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters."""
        found = super().get_params(ctx)
        for parameter in found:
            if parameter.default is None:
                parameter.default = False
        return found


class LazyGroup(Group):
    """Subcommands by name, from a listing and a maker; nothing else is imported."""

    names: ClassVar[Callable[[], Iterable[str]]]
    make: ClassVar[Callable[[str], Any]]
    kind: ClassVar[str] = "command"

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names, sorted."""
        del ctx
        return sorted(type(self).names())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Make a subcommand.

        Raises:
            UsageError: If there is none of that name; the message gives the nearest.
        """
        del ctx
        return type(self).make(cmd_name)


def lazy_group(kind: str, names: Callable[[], Iterable[str]], make: Callable[[str], Any]) -> Any:
    """Make a group class for `typer.Typer(cls=...)`.

    Args:
        kind: What a name names, for messages.
        names: Lists them.
        make: Makes the command of one.
    """
    fields = {"names": staticmethod(names), "make": staticmethod(make), "kind": kind}
    return type("Group", (LazyGroup,), fields)


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """Give the error for a name that is not there."""
    return UsageError(f"There is no {kind} '{name}'; {nearest(name, known)}")

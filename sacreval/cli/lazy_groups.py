"""Command groups whose subcommands are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand

from sacreval.cli.fast_parsing import QuickCommand, QuickGroup
from sacreval.cli.ungrouped import ungrouped
from sacreval.core.deprecated import current
from sacreval.errors import NotSetUpError, UsageError, nearest

_HELP = "sacreval.help"


class LazyGroup(QuickGroup):
    """A group that creates a subcommand by name when it is used; nothing else is imported."""

    names: ClassVar[Callable[[], Iterable[str]]]
    make: ClassVar[Callable[[str], Any]]
    flags: ClassVar[Mapping[str, str]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; a flag in the place of a subcommand stands for one."""
        flag, equals, value = args[0].partition("=") if args else ("", "", "")
        if flag in self.flags:
            args = [self.flags[flag], *([value] if equals else []), *args[1:]]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names, sorted."""
        del ctx
        return sorted(type(self).names())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Create a subcommand; a `UsageError` for an unknown name suggests the nearest."""
        try:
            return type(self).make(cmd_name)
        except (NotSetUpError, UsageError) as error:
            if _HELP not in ctx.meta:
                _answer_habit(cmd_name)
                raise
            return TyperCommand(cmd_name, help=f"Cannot run here: {error}")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of subcommands, in which a plug-in that fails has its error."""
        ctx.meta[_HELP] = True
        super().format_commands(ctx, formatter)


def _answer_habit(name: str) -> None:
    """Raise a UsageError with the right spelling, for a name with options as Unitxt writes them."""
    from sacreval.cli.habits import of_metric

    if (habit := of_metric(name)) is not None:
        raise UsageError(f"There is no command '{name}'; {habit}")


def lazy_group(
    names: Callable[[], Iterable[str]],
    make: Callable[[str], Any],
    flags: Mapping[str, str] | None = None,
) -> Any:
    """Create a group class for `typer.Typer(cls=...)`.

    Args:
        names: Lists the subcommands.
        make: Creates the subcommand of a name.
        flags: Flag to the subcommand that it stands for.
    """
    own = {"names": staticmethod(names), "make": staticmethod(make), "flags": flags or {}}
    return type("Group", (LazyGroup,), own)


class VerbGroup(QuickGroup):
    """Verbs by name, each in a module that is imported when the verb is used."""

    package: ClassVar[str]
    places: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: Any) -> list[str]:
        """List the verbs, in their order."""
        del ctx
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Create the command of a verb; a `UsageError` for an unknown one suggests the nearest."""
        del ctx
        cmd_name = current("command", cmd_name, self.places)
        if cmd_name not in self.places:
            from sacreval.cli.habits import of_command

            what = of_command(cmd_name) or nearest(cmd_name, self.places)
            raise UsageError(f"There is no command '{cmd_name}'; {what}")
        module, _, attribute = self.places[cmd_name].partition(":")
        found = getattr(import_module(f"{self.package}.{module}"), attribute)
        if isinstance(found, typer.Typer):
            made: Any = typer.main.get_group(found)
        else:
            made = typer.main.get_command(_app_of(found))
        made.name = cmd_name
        return made


def verb_group(package: str, places: Mapping[str, str]) -> Any:
    """Create a group class for `typer.Typer(cls=...)`.

    Args:
        package: The package of the modules.
        places: Verb to `module:attribute`, which is a Typer or the function of one command.
    """
    return type("Verbs", (VerbGroup,), {"package": package, "places": places})


def _app_of(function: Any) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(cls=QuickCommand)(ungrouped(function))
    return app

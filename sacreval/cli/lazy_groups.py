"""Command groups whose subcommands are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

import typer

from sacreval.cli.fast_parsing import QuickCommand, QuickGroup
from sacreval.cli.late_typer import for_typer
from sacreval.cli.ungrouped import ungrouped
from sacreval.cli.verb_app import VerbApp
from sacreval.core.deprecated import current
from sacreval.errors import NotSetUpError, UsageError, nearest


class LazyGroup(QuickGroup):
    """A group that creates a subcommand by name when it is used; nothing else is imported."""

    names: ClassVar[Callable[[], Iterable[str]]]
    listed: ClassVar[Callable[[], Mapping[str, Sequence[tuple[str, str]]]]]
    make: ClassVar[Callable[[str], Any]]
    flags: ClassVar[Mapping[str, str]] = {}
    instead: ClassVar[Callable[[str], str | None]]

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
        del ctx
        try:
            return type(self).make(cmd_name)
        except (NotSetUpError, UsageError):
            if (instead := type(self).instead(cmd_name)) is not None:
                raise UsageError(f"There is no command '{cmd_name}'; {instead}") from None
            raise

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the subcommands under their headings, without creating them."""
        from sacreval.cli.help_layout import write_rows

        del ctx
        for heading, rows in type(self).listed().items():
            with formatter.section(heading):
                write_rows(formatter, rows)


def lazy_group(
    names: Callable[[], Iterable[str]],
    make: Callable[[str], Any],
    listed: Callable[[], Mapping[str, Sequence[tuple[str, str]]]],
    flags: Mapping[str, str] | None = None,
    instead: Callable[[str], str | None] = lambda _: None,
) -> Any:
    """Create a group class for `typer.Typer(cls=...)`.

    Args:
        names: Lists the subcommands.
        make: Creates the subcommand of a name.
        listed: Returns names with their sentences, by heading, for the help.
        flags: Flag to the subcommand that it stands for.
        instead: Returns what to write for a word that is no subcommand; None if it is unknown.
    """
    functions: dict[str, Any] = {
        "names": names,
        "make": make,
        "listed": listed,
        "instead": instead,
    }
    own: dict[str, Any] = {name: staticmethod(one) for name, one in functions.items()}
    return type("Group", (LazyGroup,), {**own, "flags": flags or {}})


class VerbGroup(QuickGroup):
    """Verbs by name, each in a module that is imported when the verb is used."""

    package: ClassVar[str]
    places: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: Any) -> list[str]:
        """List the verbs, in their order."""
        del ctx
        return list(self.places)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the verbs by purpose; only those that the index lacks are imported."""
        from sacreval.cli.help_layout import first_paragraph, write_rows
        from sacreval.cli.verb_index import PURPOSES

        rest = {x for x in self.places if not any(x in verbs for verbs in PURPOSES.values())}
        others = {x: first_paragraph(self.get_command(ctx, x).help) for x in sorted(rest)}
        for purpose, verbs in {**PURPOSES, **({"Other commands": others} if rest else {})}.items():
            with formatter.section(purpose):
                write_rows(formatter, [*verbs.items()])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Create the command of a verb; a `UsageError` for an unknown one suggests the nearest."""
        del ctx
        cmd_name = current("command", cmd_name, self.places)
        if cmd_name not in self.places:
            from sacreval.cli.other_tools import of_command

            what = of_command(cmd_name) or nearest(cmd_name, self.places)
            raise UsageError(f"There is no command '{cmd_name}'; {what}")
        module, _, attribute = self.places[cmd_name].partition(":")
        found = getattr(import_module(f"{self.package}.{module}"), attribute)
        if isinstance(found, VerbApp):
            found = found.typer_app()
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
    app.command(cls=QuickCommand)(for_typer(ungrouped(function)))
    return app

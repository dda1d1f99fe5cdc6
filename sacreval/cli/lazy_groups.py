"""Command groups whose subcommands are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from sacreval.cli.options.common_options import SUITE
from sacreval.cli.parsing.fast_parsing import HELP_ALL, QuickGroup
from sacreval.errors import NotSetUpError, UsageError


class LazyGroup(QuickGroup):
    """A group that creates a subcommand by name when it is used; nothing else is imported."""

    names: ClassVar[Callable[[], Iterable[str]]]
    listed: ClassVar[Callable[[], Mapping[str, Sequence[tuple[str, str]]]]]
    make: ClassVar[Callable[[str], Any]]
    flags: ClassVar[Mapping[str, str]] = {}
    instead: ClassVar[Callable[[str], str | None]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; a flag in the place of a subcommand stands for one.

        All help of a verb is that of its suites, which have the options of every metric's command.
        """
        flag, equals, value = args[0].partition("=") if args else ("", "", "")
        if flag in self.flags:
            args = [self.flags[flag], *([value] if equals else []), *args[1:]]
        elif flag == HELP_ALL:
            args = [SUITE, flag]
        return super().parse_args(ctx, args)

    def list_commands(self, _ctx: Any) -> list[str]:
        """List the names, sorted."""
        return sorted(type(self).names())

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """Create a subcommand; a `UsageError` for an unknown name suggests the nearest."""
        try:
            return type(self).make(cmd_name)
        except (NotSetUpError, UsageError):
            if (instead := type(self).instead(cmd_name)) is not None:
                raise UsageError(f"There is no command '{cmd_name}'; {instead}") from None
            raise

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write the subcommands under their headings, without creating them."""
        from sacreval.cli.help.help_sections import write_rows

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
    """Create a group class for `typer.Typer(cls=...)`."""
    functions: dict[str, Any] = {
        "names": names,
        "make": make,
        "listed": listed,
        "instead": instead,
    }
    methods: dict[str, Any] = {name: staticmethod(function) for name, function in functions.items()}
    return type("Group", (LazyGroup,), {**methods, "flags": flags or {}})

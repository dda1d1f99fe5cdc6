"""Options that every command has: --quiet and --notices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from sacreval.cli import notices
from sacreval.cli.late_typer import for_typer, typer

NOTICES = "SACREVAL_NOTICES"
EVERYWHERE = ("notices",)  # the options that no command declares itself


def with_options_of_every_command(params: Sequence[Any]) -> list[Any]:
    """Return the parameters of a command with those of every command that it lacks."""
    names = {p.name for p in params}
    return [*params, *(p for p in _options() if p.name not in names)]


@cache
def _options() -> tuple[Any, ...]:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(for_typer(_declared))
    return tuple(typer.main.get_command(app).params)


def _quiet(value: bool) -> bool:
    if value:
        notices.set_quiet()
    return value


def _file(context: typer.Context, value: Path | None) -> Path | None:
    if value is not None and not context.resilient_parsing:
        notices.set_file(value, context.command_path.removeprefix("sacreval").strip())
    return value


def _declared(
    *,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            "-q",
            rich_help_panel="Common options",
            help="Print no notices.",
            expose_value=False,
            callback=_quiet,
        ),
    ] = False,
    notices: Annotated[
        Path | None,
        typer.Option(
            "--notices",
            metavar="FILE.jsonl",
            rich_help_panel="Output",
            help="Append all notices to this file as lines of JSON, also those that --quiet hides.",
            envvar=NOTICES,
            show_envvar=False,
            expose_value=False,
            callback=_file,
        ),
    ] = None,
) -> None:
    """Declare the options; this is never called."""

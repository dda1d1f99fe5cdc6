"""The application: its verbs, which are imported when they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from sacreval.cli.help.help_sections import WIDEST
from sacreval.cli.late_typer import for_typer
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.cli.parsing.fast_parsing import HELP_ALL, QuickCommand, QuickGroup
from sacreval.cli.verb_app import VerbApp
from sacreval.cli.verb_index import SECTIONS, VERBS, purposes, verb_of
from sacreval.commands.plain_run import version_line
from sacreval.errors import UsageError, nearest


class VerbGroup(QuickGroup):
    """The verbs by name; the module of each is imported when the verb is used."""

    def list_commands(self, _ctx: Any) -> list[str]:
        """List the verbs, in their order."""
        return list(VERBS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the verbs by section; only those without a section are imported."""
        from sacreval.cli.help.help_sections import first_paragraph, write_rows

        rest = VERBS.keys() - {x for verbs in SECTIONS.values() for x in verbs}
        others = {x: first_paragraph(self.get_command(ctx, x).help) for x in sorted(rest)}
        sections = purposes() | ({"Other commands": others} if others else {})
        for purpose, verbs in sections.items():
            with formatter.section(purpose):
                write_rows(formatter, [*verbs.items()])

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """Create the command of a verb; a `UsageError` for an unknown one suggests the nearest."""
        if cmd_name not in VERBS:
            from sacreval.cli.help.other_tools import of_command

            what = of_command(cmd_name) or nearest(cmd_name, VERBS)
            raise UsageError(f"There is no command '{cmd_name}'; {what}")
        verb = verb_of(cmd_name)
        if isinstance(verb, VerbApp):
            verb = verb.typer_app()
        if isinstance(verb, typer.Typer):
            command: Any = typer.main.get_group(verb)
        else:
            command = typer.main.get_command(_app_of(verb))
        command.name = cmd_name
        return command


def _app_of(function: Any) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(cls=QuickCommand)(for_typer(ungrouped(function)))
    return app


app = typer.Typer(
    name="sacreval",
    cls=VerbGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich would double the time that --help takes
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(version_line())
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Score generated text with official metrics, confidence intervals and significance tests."""


def _message(error: TyperException, words: Sequence[str]) -> str:
    """Return the message of an error; for an option of another tool, what to write here."""
    if (option := getattr(error, "option_name", None)) and type(error).__name__ == "NoSuchOption":
        from sacreval.cli.help.other_tools import (
            given_word,
            of_metric_named,
            of_misplaced,
            of_option,
            of_suite,
        )

        word = given_word(option, words)
        instead = of_metric_named(word, words) or of_misplaced(word, words)
        instead = instead or of_suite(word, words) or of_option(word)
        if instead:
            return f"No such option: {word}; {instead}"
    if type(error).__name__ == "MissingParameter" and (usage := _arguments(error)):
        return f"An argument is missing; write {usage}"
    return error.format_message()


def _arguments(error: TyperException) -> str:
    """Return a command with all its arguments, where it has several; else ""."""
    context = getattr(error, "ctx", None)
    parameters = context.command.params if context else ()
    names = [p.metavar or "" for p in parameters if p.param_type_name == "argument"]
    return f"{context.command_path} {' '.join(names)}" if context and len(names) > 1 else ""


def refusal(error: TyperException, words: Sequence[str]) -> str:
    """Return why Typer refuses a command line, as one line."""
    text = " ".join(_message(error, words).split())
    text = text.replace(": Value error, ", ": ")  # the prefix of pydantic, which Typer calls
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sacreval"
    has_sections = context and getattr(context.command, "sections", None) is not None
    if text.endswith("?") and "; did you mean " in text:  # the answer
        return text
    return f"{text.rstrip('.?')}; see {path} {HELP_ALL if has_sections else '--help'}"

"""The application: its verbs, which are imported when they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from sacreval.cli.help_layout import WIDEST
from sacreval.cli.lazy_groups import verb_group
from sacreval.cli.plain_run import version_line

VERBS = {
    "evaluate": "evaluate:app",
    "score": "score:app",
    "compare": "compare:app",
    "select": "select:app",
    "correlate": "correlate:app",
    "arena": "arena:arena",
    "plan": "plan:plan",
    "report": "report:report",
    "export": "export:export",
    "cite": "cite:cite",
    "verify": "verify:verify",
    "ask": "ask:ask",
    "answer": "answer:answer",
    "baseline": "baseline:app",
    "init": "init:init",
    "config": "config:app",
    "list": "list:app",
    "normalize": "normalize:normalize",
    "convert": "convert:convert",
    "generate": "generate:generate",
    "run-tests": "run_tests:run_tests",
    "perturb": "perturb:perturb",
    "robustness": "robustness:app",
    "stereotyping": "stereotyping:stereotyping",
    "setup-dataset": "setup_dataset:setup_dataset",
    "setup-metric": "setup_metric:setup_metric",
}

app = typer.Typer(
    name="sacreval",
    cls=verb_group("sacreval.cli", VERBS),
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
        from sacreval.cli import correlate_mistakes
        from sacreval.cli.misplaced_options import of_misplaced
        from sacreval.cli.other_tools import given_word, of_metric_named, of_option, of_suite

        word = given_word(option, words)
        own = correlate_mistakes.of_option(word, words) or of_metric_named(word, words)
        instead = own or of_misplaced(word, words) or of_suite(word, words) or of_option(word)
        if instead:
            return f"No such option: {word}; {instead}"
    if type(error).__name__ == "MissingParameter" and (usage := _arguments(error)):
        return f"An argument is missing; write {usage}"
    return error.format_message()


def _arguments(error: TyperException) -> str:
    """Return a command with all its arguments, where it has several; else ""."""
    context = getattr(error, "ctx", None)
    given = context.command.params if context else ()
    names = [one.metavar or "" for one in given if one.param_type_name == "argument"]
    return f"{context.command_path} {' '.join(names)}" if context and len(names) > 1 else ""


def refusal(error: TyperException, words: Sequence[str]) -> str:
    """Return why Typer refuses a command line, as one line."""
    text = " ".join(_message(error, words).split())
    text = text.replace(": Value error, ", ": ")  # the prefix of pydantic, which Typer calls
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sacreval"
    if text.endswith("?") and "; did you mean " in text:  # the answer
        return text
    return f"{text.rstrip('.?')}; see {path} --help"

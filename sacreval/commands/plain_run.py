"""Usual command lines of `evaluate` and `score`, and --version, which run without Typer."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from sacreval.cli.environment import OTHERS, PREFIX
from sacreval.cli.late_typer import typer
from sacreval.errors import SacrevalError

VERBS = {"evaluate": "sacreval.commands.evaluate", "score": "sacreval.commands.score"}
SUITE = "suite"
COMPLETE = "_SACREVAL_COMPLETE"  # set by a shell that asks for completions


def run_plainly(words: Sequence[str]) -> int | None:
    """Run a usual command line."""
    if [*words] == ["--version"] and COMPLETE not in os.environ:
        typer.echo(version_line())
        return 0
    if len(words) < 3 or words[0] not in VERBS or _may_set_options():
        return None
    if (run := _parsed(words)) is None:
        return None
    try:
        run()
    except RuntimeError as error:
        if isinstance(error, typer.Exit):
            return error.exit_code
        raise
    return 0


def _parsed(words: Sequence[str]) -> Callable[[], None] | None:
    """Return what runs a usual command line; None for any other."""
    from sacreval.cli.parsing.plain_words import UnusualError, parse

    try:
        command = import_module(VERBS[words[0]]).app.assembled(words[1])
        if command is None:
            return None
        if words[1] == SUITE:
            from sacreval.cli.config.plain_suite import parsed_suite

            return parsed_suite(command, words[2:]).run
        return partial(command.run, **parse(command.parameters, words[2:]))
    except (UnusualError, SacrevalError):
        return None


def version_line() -> str:
    """Return what --version prints."""
    from sacreval import native
    from sacreval.core.version import version

    engines = "native and official" if native.available() else "official"
    return f"sacreval {version()} ({engines} engine)"


def _may_set_options() -> bool:
    """Return whether the environment may set an option, or asks for completions."""
    names = (name for name in os.environ if name.startswith(PREFIX))
    return COMPLETE in os.environ or any(x not in OTHERS or x.endswith("NOTICES") for x in names)

"""The application: its verbs, and how it ends."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, TextIO

import typer
from typer.exceptions import TyperException

from sacreval.cli.failures import (
    INTERRUPTED,
    TRACEBACK,
    failure,
    is_unexpected,
    raised_in,
)
from sacreval.cli.lazy_groups import verb_group
from sacreval.errors import NO_ROOM, InputNotice, PluginWarning, UsageError, one_line

VERBS = {
    "evaluate": "evaluate:app",
    "score": "score:app",
    "compare": "compare:app",
    "correlate": "correlate:app",
    "report": "report:report",
    "verify": "verify:verify",
    "baseline": "baseline:app",
    "config": "config:app",
    "list": "list:app",
    "convert": "convert:convert",
    "setup-dataset": "setup_dataset:setup_dataset",
    "setup-metric": "setup_metric:setup_metric",
}

QUIET = {"-q", "--quiet"}
PIPE_CLOSED = 141  # 128 + SIGPIPE, what a shell reports for a program cut off by `head`
COMPLETE = "_SACREVAL_COMPLETE"  # set where a shell asks for completions, which end with an exit
COMPLETIONS = ("--install-completion", "--show-completion")

# Threads of linear algebra change the last digits of sums from machine to machine, and wait in
# busy loops; the kernels have threads of their own.
BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_show_warning = warnings.showwarning

app = typer.Typer(
    name="sacreval",
    cls=verb_group("sacreval.cli", VERBS),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich would double the time that --help takes
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        from sacreval import native
        from sacreval.core.version import version

        engines = "native and official" if native.available() else "official"
        typer.echo(f"sacreval {version()} ({engines} engine)")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Score generated text with official numbers, and say how far to trust them."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        arguments: The words after `sacreval`; by default those of the process.

    Returns:
        The exit code: 0 done, 1 a gate failed, 2 input, options or set-up, 3 some records could
        not be scored, 130 interrupted, 141 the reader of our output went away.
    """
    for name in BLAS_THREADS:
        os.environ.setdefault(name, "1")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            if QUIET & {*(sys.argv[1:] if arguments is None else arguments)}:
                warnings.simplefilter("ignore", InputNotice)
            return _main(None if arguments is None else list(arguments))
    except TyperException as error:
        return _refuse(error)
    except (BrokenPipeError, SystemExit) as error:
        return _ended(error)
    except (Exception, KeyboardInterrupt) as error:
        if is_unexpected(error) and TRACEBACK in os.environ:
            raise
        if isinstance(error, OSError) and error.errno in NO_ROOM and not error.filename:
            _let_go(sys.__stdout__)
        return _fail(*failure(error))


def _warn(message: Warning | str, *place: Any, **more: Any) -> None:
    """Write warnings about inputs and plug-ins to standard error; show others as Python does."""
    if isinstance(message, InputNotice | PluginWarning):
        from sacreval.cli.common_options import notice

        notice(str(message))
    elif "overflow encountered" not in str(message):  # what becomes infinite is said by name
        _show_warning(message, *place, **more)


def _main(words: list[str] | None) -> int:
    if sys.flags.optimize > 1:
        raise UsageError("python -OO drops the documentation that options are made of; use -O")
    code = app(words, prog_name="sacreval", standalone_mode=False)
    if code == INTERRUPTED:
        raise KeyboardInterrupt  # which older Typers let through
    sys.stdout.flush()
    if code and set(sys.argv[1:] if words is None else words) & set(COMPLETIONS):
        raise UsageError("completion is not known for this shell; use bash, zsh, fish, PowerShell")
    return code if isinstance(code, int) else 0


def _ended(error: BaseException) -> int:
    """Return the exit code of a run that ended early, such as by a closed pipe."""
    if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
        _let_go(sys.__stdout__)
        return PIPE_CLOSED
    if COMPLETE in os.environ:
        raise error
    if raised_in(error) == "typer.completion":
        return 0
    return _fail(f"a metric or a plug-in ends the process ({one_line(error)}); mend it", 2)


def _let_go(stream: TextIO | None) -> None:
    """Point a standard stream nowhere: Python flushes it once more when it ends."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(text: str, code: int) -> int:
    said = text if code == INTERRUPTED else f"error: {text}"
    try:
        from sacreval.cli.common_options import notice

        notice(said)
    except (ImportError, MemoryError):  # not even for this there was enough
        sys.stderr.write(f"sacreval: {said}\n")
    except OSError:  # standard error is closed; the exit code stays
        _let_go(sys.__stderr__)
    return code


def _refuse(error: TyperException) -> int:
    if type(error).__name__ != "NoArgsIsHelpError":
        return _fail(_one_line(error), 2)
    code = _fail("a subcommand is missing", 2)
    typer.echo(f"\n{error.format_message()}", err=True)
    return code


_RENAMED = {"'--interval': 'bootstrap'": "percentile"}
"""Values by their old names, as Typer words them, and what they are called now."""


def _one_line(error: TyperException) -> str:
    text = " ".join(error.format_message().split())
    text = text.replace(": Value error, ", ": ")  # how pydantic begins, whom Typer asks
    for old, new in _RENAMED.items():
        if old in text:
            text = f"Invalid value for {old} was renamed; did you mean '{new}'?"
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sacreval"
    return f"{text.rstrip('.?')}; see {path} --help"

"""Running a command line: exit codes and error messages."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any, TextIO

from sacreval.cli.failures import (
    INTERRUPTED,
    NO_MEMORY,
    TRACEBACK,
    failures,
    is_unexpected,
    raised_in,
)
from sacreval.cli.late_typer import typer
from sacreval.cli.notices import notice, of_command
from sacreval.commands.plain_run import COMPLETE, run_plainly
from sacreval.errors import NO_ROOM, Notice, UsageError, one_line

QUIET = {"-q", "--quiet"}
PIPE_CLOSED = 141  # 128 + SIGPIPE, what a shell reports for a program cut off by `head`
COMPLETIONS = ("--install-completion", "--show-completion")

# With BLAS threads, the last digits of sums differ between machines, and waiting threads use the
# processor; the kernels have their own threads.
BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_CONFIGS = (".yaml", ".yml", ".json")

_OUT_OF_MEMORY = f"sacreval: error: {NO_MEMORY}\n".encode()

_show_warning = warnings.showwarning


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        arguments: The arguments after `sacreval`; by default those of the process.

    Returns:
        The exit code: 0 success; 1 a gate failed; 2 an error in input, options or set-up; 3 some
        records could not be scored; 130 interrupted; 141 the output was a pipe that was closed.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    with of_command(quiet=bool(QUIET & {*words})):
        return _code(None if arguments is None else words)


def _code(words: list[str] | None) -> int:
    """Run a command line and return its exit code; None for the words of the process."""
    for name in BLAS_THREADS:
        os.environ.setdefault(name, "1")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            return _main(words)
    except (BrokenPipeError, SystemExit) as error:
        return _ended(error)
    except (Exception, KeyboardInterrupt) as error:
        if _is_typers(error):
            return _refuse(error, sys.argv[1:] if words is None else words)
        if is_unexpected(error) and TRACEBACK in os.environ:
            raise
        if isinstance(error, OSError) and error.errno in NO_ROOM and not error.filename:
            _discard(sys.__stdout__)
        try:
            return [_fail(*failure) for failure in failures(error)][-1]
        except MemoryError:  # not even for the sentence
            os.write(2, _OUT_OF_MEMORY)
            return 2


def _warn(message: Warning | str, *place: Any, **more: Any) -> None:
    """Write sacreval's own notices to standard error; show other warnings as Python does."""
    if isinstance(message, Notice):
        notice(str(message), kind=message.kind)
    elif "overflow encountered" not in str(message):  # infinite scores have their own notice
        _show_warning(_inert(message), *place, **more)


def _inert(message: Warning | str) -> Warning | str:
    """Return a warning of a library, which may quote a text, without what a terminal obeys."""
    text = str(message)
    if text.isprintable():
        return message
    shown = "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
    return UserWarning(shown) if isinstance(message, Warning) else shown


def _main(words: list[str] | None) -> int:
    if sys.flags.optimize > 1:
        raise UsageError("python -OO removes the docstrings that options are created from; use -O")
    arguments = sys.argv[1:] if words is None else words
    if arguments[:1] == ["evaluate"] and not {"--help", "--help-all", "-h"} & {*arguments}:
        _remove_earlier_gates(arguments[1:])
    if (quick := run_plainly(arguments)) is not None:
        sys.stdout.flush()
        return quick
    from sacreval.commands.verbs import app

    code = app(words, prog_name="sacreval", standalone_mode=False)
    if code == INTERRUPTED:
        raise KeyboardInterrupt  # older releases of Typer raise it themselves
    sys.stdout.flush()
    if code and set(arguments) & set(COMPLETIONS):
        raise UsageError(
            "completion is not available for this shell; use bash, zsh, fish or PowerShell"
        )
    return code if isinstance(code, int) else 0


def _remove_earlier_gates(words: Sequence[str]) -> None:
    """Remove the JUnit file of an earlier run, if the words may name one."""
    if "SACREVAL_JUNIT" in os.environ or any("junit" in x or x.endswith(_CONFIGS) for x in words):
        from sacreval.features.gates.build_servers import remove_earlier

        remove_earlier(words)


def _ended(error: BaseException) -> int:
    """Return the exit code of a run that ended early, such as by a closed pipe."""
    if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
        _discard(sys.__stdout__)
        return PIPE_CLOSED
    if COMPLETE in os.environ:
        raise error
    if raised_in(error) == "typer.completion":
        return 0
    return _fail(f"a metric or a plug-in ends the process ({one_line(error)}); correct it", 2)


def _discard(stream: TextIO | None) -> None:
    """Redirect a standard stream to the null device, since Python flushes it again at exit."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(text: str, code: int) -> int:
    interrupted = code == INTERRUPTED
    try:
        notice(text, kind="interrupted" if interrupted else "error")
    except UsageError as error:  # the file of notices
        _write_without_imports(f"error: {error}")
    except (ImportError, MemoryError, OSError, SyntaxError):  # no memory for a module, or closed
        _write_without_imports(text if interrupted else f"error: {text}")
    return code


def _write_without_imports(line: str) -> None:
    """Write a line to standard error; if that is closed, the exit code remains."""
    try:
        sys.stderr.write(f"sacreval: {line}\n")
    except OSError:
        _discard(sys.__stderr__)


def _is_typers(error: BaseException) -> bool:
    """Return whether Typer refuses the command line."""
    exceptions = sys.modules.get("typer.exceptions")
    return exceptions is not None and isinstance(error, exceptions.TyperException)


def _refuse(error: Any, words: Sequence[str]) -> int:
    from sacreval.commands.verbs import refusal

    if type(error).__name__ != "NoArgsIsHelpError":
        return _fail(refusal(error, words), 2)
    code = _fail("a subcommand is missing", 2)
    typer.echo(f"\n{error.format_message()}", err=True)
    return code

"""The error message and exit code of a run that failed.

Every error is one sentence of at most 500 characters, and so is a fault of sacreval itself, with
its place in the code; `SACREVAL_TRACEBACK=1` shows the traceback. `tests/laws/test_bad_values.py`
runs every verb with every bad value of `tests/support/bad_files.py` and
`tests/support/bad_words.py`; a new kind of bad value is a row there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from sacreval.errors import NO_ROOM, MistakesError, SacrevalError, is_memory, one_line, remedy

INTERRUPTED = 130
USER = 2
NO_MEMORY = "out of memory; score fewer records or systems at once, or provide more memory"
TRACEBACK = "SACREVAL_TRACEBACK"  # if set, an unexpected error is raised with its traceback


class ErrorMessage(NamedTuple):
    """An error message, one sentence, and the exit code."""

    text: str
    code: int


def failures(error: BaseException) -> list[ErrorMessage]:
    """Describe why a run failed: one failure, or one for each mistake in a config.

    Args:
        error: The exception that ended it.
    """
    if isinstance(error, MistakesError):
        return [ErrorMessage(text, error.exit_code) for text in error.sentences]
    return [failure(error)]


def failure(error: BaseException) -> ErrorMessage:
    """Describe why a run failed."""
    if is_memory(error):
        return ErrorMessage(NO_MEMORY, USER)
    match error:
        case SacrevalError():
            return ErrorMessage(str(error), error.exit_code)
        case _ if _is_interruption(error):
            return ErrorMessage("interrupted", INTERRUPTED)
        case OSError():
            return ErrorMessage(_system_error(error), USER)
        case UnicodeEncodeError():
            what = error.object[error.start : error.start + 1]
            text = f"a name or an option contains {what!r}, which is not UTF-8; write it as UTF-8"
            return ErrorMessage(text, USER)
        case _:
            return ErrorMessage(_unexpected(error), USER)


def is_unexpected(error: BaseException) -> bool:
    """Return whether an error is a bug of sacreval."""
    foreseen = isinstance(error, SacrevalError | OSError | UnicodeError)
    return not (is_memory(error) or foreseen or _is_interruption(error))


def _is_interruption(error: BaseException) -> bool:
    """Return whether a run was interrupted; Typer is not imported, for which memory may lack."""
    typer = sys.modules.get("typer")
    return isinstance(error, KeyboardInterrupt) or (
        typer is not None and isinstance(error, typer.Abort)
    )


def origin(error: BaseException) -> TracebackType | None:
    """Return the innermost frame of an error's traceback."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place


def raised_in(error: BaseException) -> str:
    """Return the name of the module that raised an error."""
    place = origin(error)
    return str(place.tb_frame.f_globals.get("__name__", "")) if place else ""


def _system_error(error: OSError) -> str:
    """Return the sentence on an error of the operating system, with the file if it names one."""
    place = f"{error.filename}: " if error.filename else ""
    if not place and error.errno in NO_ROOM:
        place = "standard output: "
    return f"{place}{error.strerror or error}; {remedy(error)}"


def _unexpected(error: BaseException) -> str:
    place = origin(error)
    name = Path(place.tb_frame.f_code.co_filename).name if place else ""
    where = f" ({name}:{place.tb_lineno})" if place else ""
    return (
        f"unexpected {one_line(error)}{where}; this is a bug in sacreval: please report it "
        f"with the command and what it prints with {TRACEBACK}=1 set"
    )

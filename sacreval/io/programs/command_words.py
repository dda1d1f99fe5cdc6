"""The words of a command that the user has written after `cmd:`, split without a shell."""

from __future__ import annotations

import os
import shlex

from sacreval.errors import UsageError, shortened


def words(command: str) -> list[str]:
    """Split a command into the program and its arguments.

    Quotes and backslashes work as in a shell, and nothing else does: `;`, `|`, `$` and `*` are
    parts of words.

    Args:
        command: The text after `cmd:`.

    Raises:
        UsageError: If quotes are not closed, or there is no word.
    """
    try:
        parts = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise UsageError(f"cmd:{shortened(command)}: {error}; correct the quotes") from None
    if not parts:
        raise UsageError("cmd: names no program; write 'cmd:PROGRAM ARGUMENTS'")
    return parts

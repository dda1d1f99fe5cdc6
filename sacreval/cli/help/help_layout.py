"""Layout of `--help`: lists of names with whole sentences, wrapped at blanks alone.

It is plain text: rich would double start-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

WIDEST = 120  # columns; longer lines are hard to read on any terminal
HEAD = 26  # characters of the first column; a longer name has a line of its own
GAP = 2


def write_rows(formatter: Any, rows: Sequence[tuple[str, str]]) -> None:
    """Write names with their texts in two columns.

    Args:
        formatter: The formatter of the help, whose indentation applies.
        rows: Name and text.
    """
    margin = " " * formatter.current_indent
    room = formatter.width - formatter.current_indent
    column = GAP + max((len(name) for name, _ in rows if len(name) <= HEAD), default=HEAD)
    for name, text in rows:
        for line in _row(name, text, column, room):
            formatter.write(f"{margin}{line}".rstrip() + "\n")


def write_lines(formatter: Any, lines: Iterable[str]) -> None:
    """Write lines after an empty one; one that is too long continues below, indented.

    Args:
        formatter: The formatter of the help.
        lines: The lines.
    """
    from textwrap import wrap

    formatter.write("\n")
    for line in lines:
        parts = wrap(line, formatter.width, subsequent_indent="    ", break_on_hyphens=False,
                     break_long_words=False)  # fmt: skip
        formatter.write("\n".join(parts) + "\n")


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a help text on one line.

    Args:
        text: The help of a command.
    """
    return " ".join(text.strip().split("\n\n", 1)[0].split())


def first_clause(text: str) -> str:
    """Return the help of an option as far as its first stop, colon or semicolon."""
    return min((text.partition(mark)[0] for mark in (". ", ": ", "; ")), key=len).rstrip(".")


def _row(name: str, text: str, column: int, room: int) -> Iterator[str]:
    """Yield the lines of one row; a name that is too long stands above its text."""
    from textwrap import wrap  # with the rest of this file, not with every command

    lines = wrap(text, max(room - column, 20), break_on_hyphens=False, break_long_words=False)
    if len(name) > column - GAP:
        yield from _broken(name, room)
    else:
        yield f"{name:<{column}}{lines.pop(0) if lines else ''}"
    yield from (f"{'':<{column}}{line}" for line in lines)


def _broken(name: str, room: int) -> Iterator[str]:
    """Yield a long option in lines that end after a blank or a bar between its values."""
    line = ""
    for part in name.replace("|", "|\0").replace(" ", " \0").split("\0"):
        if line and len(line) + len(part.rstrip()) > room:
            yield line
            line = "      "
        line += part
    yield line

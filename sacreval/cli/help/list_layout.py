"""Lists that fit a terminal: columns side by side, of which the last is wrapped at blanks.

Written by hand: importing `rich.table` takes five times as long as Python takes to start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.report.tables import Table

GAP = "  "
PIPED = 120  # columns of a file or a pipe
FRAME = 3  # characters around a cell
LEAST = 24  # characters of the last column; a narrower terminal has longer lines


def lines(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of a table whose last column is text.

    Args:
        head: The headings.
        rows: The cells; those of the last column are wrapped at blanks.
        width: Width of the terminal in characters.
    """
    *columns, _ = zip(head, *rows, strict=True)
    widths = [max(map(len, column)) for column in columns]
    indent = sum(widths) + len(GAP) * len(widths)
    for *cells, text in (head, *rows):
        first = "".join(f"{x:<{size}}{GAP}" for x, size in zip(cells, widths, strict=True))
        yield from _wrapped(first, text, indent, width)


def room() -> int:
    """Return the width of the terminal, or COLUMNS; in a file or a pipe lines have 120 columns."""
    return get_terminal_size((PIPED, 24)).columns


def fits(table: Table, width: int, *, framed: bool) -> bool:
    """Return whether a table fits a terminal.

    Args:
        table: The table.
        width: Width of the terminal in characters.
        framed: Whether it has a frame around its cells.
    """
    around = FRAME if framed else len(GAP)
    columns = zip(table.head, *table.rows, strict=True)
    return sum(max(map(len, column)) + around for column in columns) < width


def entries(rows: Sequence[Mapping[str, str]], text: str, width: int) -> Iterator[str]:
    """Yield rows with many columns as entries: the first column, its text, then the others.

    Args:
        rows: Heading to cell.
        text: The heading of the text that describes a row, if rows have one.
        width: Width of the terminal in characters.
    """
    key = next(iter(rows[0]))
    column = len(GAP) + max(len(row[key]) for row in rows)
    for row in rows:
        others = [
            f"{name.replace('_', ' ')}: {cell}"
            for name, cell in row.items()
            if name not in (key, text) and cell
        ]
        shown = [part for part in (row.get(text, ""), *others) if part] or [""]
        yield from _wrapped(f"{row[key]:<{column}}", shown[0], column, width)
        for part in shown[1:]:
            yield from _wrapped(" " * column, part, column, width)


def _wrapped(first: str, text: str, indent: int, width: int) -> Iterator[str]:
    """Yield a text in lines of a width, after the cells before it."""
    room = max(width - indent, LEAST)
    lines = wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    for i, line in enumerate(lines):
        yield f"{first if i == 0 else ' ' * indent}{line}".rstrip()

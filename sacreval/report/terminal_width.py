"""Tables and lines that fit a terminal: transposed, in blocks of columns, broken at blanks."""

from __future__ import annotations

from msgspec.structs import replace

from sacreval.report.tables import Table

_GAP = 2  # characters between columns


def fitted(table: Table, width: int) -> list[Table]:
    """Return the smallest number of tables that fit.

    Args:
        table: Label columns first, then numeric columns.
        width: Width of the terminal in characters.

    Returns:
        The table; or, if it is too wide, blocks of columns of the table or of its transpose. A
        column that is too wide on its own is a separate block.
    """
    if not table.numeric:
        return [table]
    return min(_blocks(table, width), _blocks(transposed(table), width), key=len)


def transposed(table: Table) -> Table:
    """Transpose a table: its labels become the headings, its numeric columns the rows."""
    numbers = sorted(table.numeric)
    labels = [j for j in range(len(table.head)) if j not in table.numeric]
    heads = [" ".join(row[j] for j in labels if row[j]) for row in table.rows]
    rows = [[table.head[j], *(row[j] for row in table.rows)] for j in numbers]
    best = frozenset((numbers.index(j), i + 1) for i, j in table.best)
    numeric = frozenset(range(1, len(heads) + 1))
    return replace(table, head=["", *heads], rows=rows, best=best, numeric=numeric)


def _blocks(table: Table, width: int) -> list[Table]:
    """Split after as many columns as fit; each block repeats the label columns."""
    widths = [max(map(len, column)) + _GAP for column in zip(table.head, *table.rows, strict=True)]
    kept = list(range(min(table.numeric, default=len(widths))))
    room = width + _GAP - sum(widths[j] for j in kept)
    blocks: list[list[int]] = [[]]
    for j in range(len(kept), len(widths)):
        if blocks[-1] and sum(widths[i] for i in blocks[-1]) + widths[j] > room:
            blocks.append([])
        blocks[-1].append(j)
    return [_columns(table, [*kept, *block]) for block in blocks]


def _columns(table: Table, chosen: list[int]) -> Table:
    place = {j: new for new, j in enumerate(chosen)}
    return replace(
        table,
        head=[table.head[j] for j in chosen],
        rows=[[row[j] for j in chosen] for row in table.rows],
        best=frozenset((i, place[j]) for i, j in table.best if j in place),
        numeric=frozenset(place[j] for j in table.numeric if j in place),
    )


def wrapped(line: str, width: int) -> str:
    """Return a line broken at blanks where it is too wide; a word that is too wide stays whole.

    Args:
        line: The line.
        width: Width of the terminal in characters.
    """
    import textwrap

    return textwrap.fill(
        line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )

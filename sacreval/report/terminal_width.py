"""Tables made to fit a terminal: set on their side, or cut into blocks, where they are too wide."""

from __future__ import annotations

from sacreval.report.tables import Table

_FRAME = 3  # what a terminal needs beside the text of a cell


def fitted(table: Table, width: int) -> list[Table]:
    """Give tables that fit, as few as there can be.

    Args:
        table: One row a system, say, labels first, and one numeric column a number.
        width: Of the terminal, in characters.

    Returns:
        The table; or, where it is too wide, blocks of its columns, or of the table on its side. A
        column that is too wide alone stands alone.
    """
    if not table.numeric:
        return [table]
    return min(_blocks(table, width), _blocks(transposed(table), width), key=len)


def transposed(table: Table) -> Table:
    """Set a table on its side: what its labels say heads the columns, and numbers are rows."""
    numbers = sorted(table.numeric)
    labels = [j for j in range(len(table.head)) if j not in table.numeric]
    heads = [" ".join(row[j] for j in labels if row[j]) for row in table.rows]
    rows = [[table.head[j], *(row[j] for row in table.rows)] for j in numbers]
    best = frozenset((numbers.index(j), i + 1) for i, j in table.best)
    return Table(["", *heads], rows, best, frozenset(range(1, len(heads) + 1)))


def _blocks(table: Table, width: int) -> list[Table]:
    """Cut after so many columns as fit; the labels at the head stand in every block."""
    widths = [
        max(map(len, column)) + _FRAME for column in zip(table.head, *table.rows, strict=True)
    ]
    kept = list(range(min(table.numeric, default=len(widths))))
    room = width - 1 - sum(widths[j] for j in kept)
    blocks: list[list[int]] = [[]]
    for j in range(len(kept), len(widths)):
        if blocks[-1] and sum(widths[i] for i in blocks[-1]) + widths[j] > room:
            blocks.append([])
        blocks[-1].append(j)
    return [_columns(table, [*kept, *block]) for block in blocks]


def _columns(table: Table, chosen: list[int]) -> Table:
    place = {j: new for new, j in enumerate(chosen)}
    return Table(
        [table.head[j] for j in chosen],
        [[row[j] for j in chosen] for row in table.rows],
        frozenset((i, place[j]) for i, j in table.best if j in place),
        frozenset(place[j] for j in table.numeric if j in place),
    )

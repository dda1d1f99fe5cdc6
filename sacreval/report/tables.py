"""Table: rows under headings, its conversion to each format, and reports in each format.

tabulate would save 22 lines, but takes 80 ms to import and has no mark for the best cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from sacreval.report import markdown
from sacreval.report.formats import Format
from sacreval.text.visible import visible

ARROWS = {True: " ↑", False: " ↓", None: ""}
_TEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {c: f"${c}$" for c in "<>"}
    | {"\\": r"\textbackslash{}", "~": r"\~{}", "^": r"\^{}"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$", "†": r"$^\dagger$", "‡": r"$^\ddagger$"}
)


class Table(msgspec.Struct, frozen=True):
    """A table of text cells.

    Args:
        head: The headings.
        rows: The cells; all rows have the same length.
        best: (row, column) of cells that are the best of their column.
        numeric: Indices of columns that are aligned to the right.
        best_means: What the marked cells are, for the legend.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    best: frozenset[tuple[int, int]] = frozenset()
    numeric: frozenset[int] = frozenset()
    best_means: str = "best of its column"


def legend(tables: Sequence[Table], mark: str) -> list[str]:
    """Return the line that says what arrows and marks stand for; nothing where there are none.

    Args:
        tables: The tables.
        mark: How the best cells are marked, such as `*`.
    """
    arrows = {"↑": "higher is better", "↓": "lower is better"}
    labels = [row[j] for x in tables for row in x.rows for j in {*range(len(row))} - x.numeric]
    heads = [*labels, *(name for table in tables for name in table.head)]
    parts = [
        f"{x}: {text}" for x, text in arrows.items() if any(cell.endswith(x) for cell in heads)
    ]
    parts += dict.fromkeys(f"{mark}: {table.best_means}" for table in tables if table.best)
    return ["; ".join(parts)] if parts else []


def to_text(table: Table) -> str:
    """Return text with aligned columns; a star marks the best cells."""
    rows = [list(map(visible, table.head)), *_marked(table, lambda cell: f"{cell}*")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if j in table.numeric else cell.ljust(width)
            for j, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def to_markdown(table: Table) -> str:
    """Return a GitHub table; the best cells are bold, and Markdown in names is escaped."""
    rows = _marked(table, lambda cell: f"**{cell}**", escape=markdown.plain)
    rule = ["---:" if j in table.numeric else ":---" for j in range(len(table.head))]
    body = [[markdown.plain(visible(h)) for h in table.head], rule, *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in body)


def to_latex(table: Table) -> str:
    """Return a booktabs tabular; the best cells are bold."""
    rows = _marked(table, lambda cell: f"\\textbf{{{cell}}}", escape=to_tex)
    columns = "".join("r" if j in table.numeric else "l" for j in range(len(table.head)))
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        f"{' & '.join(to_tex(visible(h)) for h in table.head)} \\\\",
        "\\midrule",
        *(f"{' & '.join(row)} \\\\" for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def to_delimited(table: Table, delimiter: str) -> str:
    """Return CSV or TSV, with quotes where cells need them."""
    return delimited([table.head, *table.rows], delimiter)


def delimited(rows: Iterable[Sequence[str]], delimiter: str) -> str:
    """Return rows as delimited text, with quotes where cells need them."""
    import csv
    import io

    out = io.StringIO(newline="")
    # csv quotes cells with characters of its line ending, so \r\n quotes carriage returns too.
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    lines = []
    for row in rows:
        writer.writerow(row)
        lines.append(out.getvalue().removesuffix("\r\n"))
        out.seek(0)
        out.truncate()
    return "".join(f"{line}\n" for line in lines)


def print_rich(table: Table, width: int) -> None:
    """Print to the terminal; the best cells are bold and green.

    Args:
        table: The table.
        width: Width of the terminal in characters; columns of numbers are never broken.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table as RichTable

    shown = RichTable(
        header_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
    )
    for j, name in enumerate(table.head):
        justify: Literal["left", "right"] = "right" if j in table.numeric else "left"
        shown.add_column(
            escape(visible(name)),
            justify=justify,
            overflow="fold",  # nothing is cut off
            no_wrap=j in table.numeric,
        )
    for row in _marked(table, lambda cell: f"[bold green]{cell}[/]", escape=escape):
        shown.add_row(*row)
    Console(width=width).print(shown)


def to_tex(text: str) -> str:
    """Return text with what is special in LaTeX escaped."""
    return text.translate(_TEX)


def _marked(
    table: Table, mark: Callable[[str], str], *, escape: Callable[[str], str] = str
) -> list[list[str]]:
    def written(i: int, j: int, cell: str) -> str:
        text = visible(cell)
        if (
            escape is not markdown.plain or j not in table.numeric
        ):  # brackets of intervals are not escaped
            text = escape(text)
        return mark(text) if (i, j) in table.best else text

    return [[written(i, j, cell) for j, cell in enumerate(row)] for i, row in enumerate(table.rows)]


def rendered(
    form: Format,
    *,
    document: Callable[[], Any],
    rows: Iterable[Any],
    table: Callable[[], Table],
    printed: Callable[[], str],
) -> str:
    """Return a report as text in a format.

    Args:
        form: The format.
        document: Returns the content of a JSON file.
        rows: The rows of jsonl.
        table: Returns the rows of tsv and csv, at full precision.
        printed: Returns the text of the other formats.
    """
    match form:
        case "json":
            return msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"
        case "jsonl":
            return "".join(f"{msgspec.json.encode(row).decode()}\n" for row in rows)
        case "tsv" | "csv":
            return to_delimited(table(), "\t" if form == "tsv" else ",")
        case _:
            return printed()

"""Shown: a result in Python that prints as the command does and converts to data frames."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar

from sacreval.errors import NotSetUpError
from sacreval.report.formats import Format
from sacreval.report.tables import Table
from sacreval.text.visible import visible

MOST_COLUMNS = 12  # of a frame that is not wide


class Shown(ABC):
    """The result of a verb.

    Attributes:
        main_columns: The columns of a frame, of which those without any value are left out, and
            those at the end where there would be more than `MOST_COLUMNS`.
    """

    main_columns: ClassVar[tuple[str, ...]]

    @abstractmethod
    def render(self, form: Format) -> str:
        """Return the result in a format of the command line, such as `md` or `tsv`."""

    @abstractmethod
    def tables(self) -> Sequence[Table]:
        """Return the tables that are printed."""

    @abstractmethod
    def notes(self) -> Sequence[str]:
        """Return the lines below the tables, such as signatures."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """Return the results as flat records, with all that is known of each."""

    def results(self) -> list[dict[str, Any]]:
        """Return the results as flat records of the main columns."""
        rows = self.rows()
        valued = [x for x in self.main_columns if any(row.get(x) is not None for row in rows)]
        return [{name: row.get(name) for name in valued[:MOST_COLUMNS]} for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `--format json` prints."""
        document: dict[str, Any] = json.loads(self.render("json"))
        return document

    def to_latex(self) -> str:
        """Return a booktabs table."""
        return self.render("tex")

    def to_markdown(self) -> str:
        """Return a GitHub table."""
        return self.render("md")

    def to_pandas(self, *, wide: bool = False) -> Any:
        """Return a pandas data frame: one row for each result, at most 12 columns.

        Args:
            wide: Whether it has columns for all that is known of each result.

        Returns:
            The frame; columns of truth values and whole numbers that lack some are of pandas'
            nullable types.

        Raises:
            NotSetUpError: If pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise NotSetUpError(
                "to_pandas() needs pandas, which is not installed; run: pip install pandas"
            ) from None
        frame = pd.DataFrame(self.rows() if wide else self.results())
        return frame.astype({name: kind for name in frame if (kind := _nullable(frame[name]))})

    def to_polars(self, *, wide: bool = False) -> Any:
        """Return a polars data frame, as `to_pandas` does.

        Args:
            wide: Whether it has columns for all that is known of each result.

        Raises:
            NotSetUpError: If polars is not installed.
        """
        try:
            import polars as pl
        except ImportError:
            raise NotSetUpError(
                "to_polars() needs polars, which is not installed; run: pip install polars"
            ) from None
        return pl.DataFrame(self.rows() if wide else self.results(), infer_schema_length=None)

    def __str__(self) -> str:
        return self.render("text").rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the tables, and the notes below them."""
        notes = "".join(f"<p><small>{escape(visible(note))}</small></p>" for note in self.notes())
        return "".join(map(to_html, self.tables())) + notes


def _nullable(column: Any) -> str | None:
    """Return the nullable type of a column that lacks values; None where pandas' own is right."""
    if column.dtype != object:
        return None
    kinds = {type(x) for x in column if x is not None}
    return "boolean" if kinds == {bool} else "Int64" if kinds == {int} else None


def to_html(table: Table) -> str:
    """Return an HTML table; the best cells are bold, and heads are aligned as their columns."""
    head = "".join(
        f"<th{_aligned(table, j)}>{escape(visible(name))}</th>" for j, name in enumerate(table.head)
    )
    body = "".join(
        f"<tr>{''.join(_cell(table, i, j, cell) for j, cell in enumerate(row))}</tr>"
        for i, row in enumerate(table.rows)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(table: Table, i: int, j: int, cell: str) -> str:
    text = escape(visible(cell))
    text = f"<b>{text}</b>" if (i, j) in table.best else text
    return f"<td{_aligned(table, j)}>{text}</td>"


def _aligned(table: Table, j: int) -> str:
    """Return the attribute that aligns a cell, whatever the style of the notebook."""
    return f' style="text-align:{"right" if j in table.numeric else "left"}"'

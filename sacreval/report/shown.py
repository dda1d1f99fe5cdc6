"""Shown: a result in Python that prints as the command does and converts to data frames."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any

from sacreval.errors import NotSetUpError
from sacreval.report.formats import Format
from sacreval.report.tables import Table, visible


class Shown(ABC):
    """The result of a verb."""

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
        """Return the results as flat records."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `--format json` prints."""
        found: dict[str, Any] = json.loads(self.render("json"))
        return found

    def to_latex(self) -> str:
        """Return a booktabs table."""
        return self.render("tex")

    def to_markdown(self) -> str:
        """Return a GitHub table."""
        return self.render("md")

    def to_pandas(self) -> Any:
        """Return a pandas data frame with one row for each number.

        Raises:
            NotSetUpError: If pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise NotSetUpError(
                "to_pandas() needs pandas, which is not installed; run: pip install pandas"
            ) from None
        return pd.DataFrame(self.rows())

    def __str__(self) -> str:
        return self.render("text").rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the tables, and the notes below them."""
        notes = "".join(f"<p><small>{escape(visible(note))}</small></p>" for note in self.notes())
        return "".join(map(to_html, self.tables())) + notes


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

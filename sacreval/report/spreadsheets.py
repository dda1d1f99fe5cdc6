"""CSV and TSV that spreadsheets show and never run: cells that would be formulas become text."""

from __future__ import annotations

import csv
import io

from sacreval.report.tables import delimited

STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Source: OWASP, CSV Injection."""


def inert(text: str, delimiter: str) -> str:
    """Put an apostrophe before every cell that a spreadsheet would take for a formula.

    Args:
        text: CSV or TSV. Numbers, negative ones too, stay as they are.
        delimiter: A comma, or a tab.
    """
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return delimited(([_cell(cell) for cell in row] for row in rows), delimiter)


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(STARTS) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isprintable()

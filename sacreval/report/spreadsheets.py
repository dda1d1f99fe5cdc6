"""CSV and TSV that are safe in spreadsheets: cells that would be formulas become text."""

from __future__ import annotations

import csv
import io

from sacreval.report.tables import delimited

STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Source: OWASP, CSV Injection."""


def inert(text: str, delimiter: str) -> str:
    """Prefix cells that a spreadsheet would run as formulas with an apostrophe.

    Args:
        text: CSV or TSV. Numbers, including negative ones, are not changed.
        delimiter: A comma or a tab.
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

"""A report in each format: JSON, lines of JSON, delimited rows, or what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sacreval.report.formats import Format
from sacreval.report.tables import Table, to_delimited


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

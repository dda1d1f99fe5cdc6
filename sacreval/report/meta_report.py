"""A meta-evaluation in each format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sacreval.report import meta_tables
from sacreval.report.formats import Format
from sacreval.report.tables import Table, to_delimited, to_latex, to_markdown, to_text

_TABLES: dict[str, tuple[Callable[[Table], str], str]] = {
    "text": (to_text, "{}\n"),
    "md": (to_markdown, "- {}\n"),
    "tex": (to_latex, "% {}\n"),
}


def render(found: dict[str, Any], form: Format) -> str:
    """Write what was found.

    Args:
        found: As JSON has it: `results`, and where asked for `tests`, `ranking`, `agreement`,
            `explanation`, `notes`.
        form: The format; tsv, csv and jsonl hold the correlations only.
    """
    match form:
        case "json":
            return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
        case "jsonl":
            return "".join(f"{msgspec.json.encode(r).decode()}\n" for r in found["results"])
        case "tsv" | "csv":
            table = meta_tables.long_correlations(found["results"])
            return to_delimited(table, "\t" if form == "tsv" else ",")
        case _:
            write, note = _TABLES[form]
            remarks = "".join(note.format(text) for text in lines(found))
            return "\n".join([*(write(table) for table in tables(found)), remarks])


def tables(found: dict[str, Any]) -> list[Table]:
    """Give the tables for people."""
    made = [meta_tables.correlations(found["results"])]
    if found.get("ranking"):
        made.append(meta_tables.clusters(found["ranking"]))
    if found.get("tests"):
        made.append(meta_tables.tests(found["tests"]))
    parts = (found.get("agreement"), found.get("explanation"))
    return made + [meta_tables.rows_of(part) for part in parts if part]


def lines(found: dict[str, Any]) -> list[str]:
    """Give what stands below the tables: what was left out, populations, signatures."""
    populations = dict.fromkeys(t["population"] for t in found.get("tests", ()))
    signatures = dict.fromkeys(r["signature"] for r in found["results"])
    return [
        *found.get("notes", ()),
        *meta_tables.remarks(found["results"]),
        *populations,
        *signatures,
    ]

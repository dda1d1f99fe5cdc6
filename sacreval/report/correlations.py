"""Correlations in each format, with their tests, ranks and notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sacreval.report import correlation_intervals, correlation_tables, markdown
from sacreval.report.correlation_notes import basis, condensed, populations, remarks
from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.tables import Table, to_latex, to_markdown, to_text, visible

_TABLES: dict[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "text": (to_text, lambda line: f"{line}\n"),
    "md": (to_markdown, lambda line: f"- {markdown.plain(line)}\n"),
    "tex": (to_latex, lambda line: f"% {line}\n"),
}


def render(found: dict[str, Any], form: Format) -> str:
    """Return a meta-evaluation as text in a format.

    Args:
        found: The JSON document: `results`, and if requested `averages`, `tests`, `ranking`,
            `agreement`, `explanation`, `notes`.
        form: The format; tsv, csv and jsonl have the correlations only.
    """
    return rendered(
        form,
        document=lambda: found,
        rows=found["results"],
        table=lambda: correlation_tables.long_correlations(found["results"]),
        printed=lambda: _printed(found, form),
    )


def _printed(found: dict[str, Any], form: Format) -> str:
    write, note = _TABLES[form]
    below = "".join(note(visible(line)) for line in lines(found))
    return "\n".join([*(write(table) for table in tables(found)), below])


def tables(found: dict[str, Any]) -> list[Table]:
    """Return the tables that are printed."""
    tested = found.get("tests", ())
    made = [correlation_tables.averages(found["averages"])] if found.get("averages") else []
    made.append(correlation_tables.correlations(found["results"], tested))
    if found.get("ranking"):
        made.append(correlation_tables.clusters(found["ranking"]))
    if tested:
        made.append(correlation_tables.tests(tested))
    parts = (found.get("agreement"), found.get("explanation"))
    return made + [correlation_tables.rows_of(part) for part in parts if part]


def lines(found: dict[str, Any]) -> list[str]:
    """Return the lines below the tables: what was left out, populations, signatures."""
    results, tested, averages = (found.get(k, ()) for k in ("results", "tests", "averages"))
    marked = correlation_tables.significantly_worse(results, tested)
    return [
        *found.get("notes", ()),
        *remarks(results, tested),
        *correlation_intervals.methods(results),
        *([correlation_tables.MARK_MEANS] if marked else []),
        *basis(tested, found.get("ranking", ())),
        *populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]

"""Correlations in each format, with their tests, ranks and notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sacreval.report import correlation_intervals, correlation_tables, markdown, metric_matrix
from sacreval.report.correlation_notes import (
    basis,
    chance,
    condensed,
    corpus_metrics,
    directions,
    populations,
    remarks,
)
from sacreval.report.correlation_view import View
from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.tables import Table, legend, to_latex, to_markdown, to_text, visible

_TABLES: dict[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "text": (to_text, lambda line: f"{line}\n"),
    "md": (to_markdown, lambda line: f"- {markdown.plain(line)}\n"),
    "tex": (to_latex, lambda line: f"% {line}\n"),
}


_MARKS = {"text": "*", "md": "bold", "tex": "bold"}


def render(found: dict[str, Any], form: Format, view: View | None = None) -> str:
    """Return a meta-evaluation as text in a format.

    Args:
        found: The JSON document: `results`, and if requested `averages`, `tests`, `ranking`,
            `agreement`, `explanation`, `notes`.
        form: The format; tsv, csv and jsonl have the correlations only.
        view: What tables show; by default all.
    """
    return rendered(
        form,
        document=lambda: found,
        rows=found["results"],
        table=lambda: correlation_tables.long_correlations(found["results"]),
        printed=lambda: _printed((view or View()).of(found), form, view or View()),
    )


def _printed(found: dict[str, Any], form: Format, view: View) -> str:
    write, note = _TABLES[form]
    made = tables(found, matrix=view.matrix)
    texts = [*legend(made, _MARKS[form]), *lines(found, matrix=view.matrix)]
    below = "".join(note(visible(line)) for line in texts)
    return "\n".join([*(write(table) for table in made), below])


def tables(found: dict[str, Any], *, matrix: bool = False) -> list[Table]:
    """Return the tables that are printed.

    Args:
        found: The document, as tables show it.
        matrix: Whether tests of pairs are a matrix.
    """
    tested = found.get("tests", ())
    made = [correlation_tables.averages(found["averages"])] if found.get("averages") else []
    made.append(correlation_tables.correlations(found["results"], tested))
    if found.get("ranking"):
        made.append(correlation_tables.clusters(found["ranking"]))
    if tested:
        made += metric_matrix.matrices(tested) if matrix else [correlation_tables.tests(tested)]
    parts = (found.get("agreement"), found.get("explanation"))
    return made + [correlation_tables.rows_of(part) for part in parts if part]


def lines(found: dict[str, Any], *, matrix: bool = False) -> list[str]:
    """Return the lines below the tables: what was left out, marks, populations, signatures.

    Args:
        found: The document, as tables show it.
        matrix: Whether tests of pairs are a matrix.
    """
    results, tested, averages = (found.get(k, ()) for k in ("results", "tests", "averages"))
    marked = correlation_tables.significantly_worse(results, tested)
    return [
        *found.get("notes", ()),
        *directions(results),
        *remarks(results, tested),
        *corpus_metrics(results),
        *chance(results),
        *correlation_intervals.methods(results),
        *([correlation_tables.MARK_MEANS] if marked else []),
        *([metric_matrix.MEANS if matrix else correlation_tables.STAR_MEANS] if tested else []),
        *basis(tested, found.get("ranking", ()), marked=bool(marked)),
        *populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]

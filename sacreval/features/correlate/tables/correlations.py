"""Correlations in each format, with their tests, ranks and notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sacreval.features.correlate.tables import (
    correlation_tables,
    interval_columns,
    metric_matrix,
    wmt_ranking,
)
from sacreval.features.correlate.tables.correlation_notes import (
    basis,
    chance,
    condensed,
    corpus_metrics,
    directions,
    omissions,
    populations,
    turned_people,
)
from sacreval.features.correlate.tables.correlation_view import View
from sacreval.report import markdown
from sacreval.report.formats import Format
from sacreval.report.numbers import PERCENT_OF_CORRELATIONS
from sacreval.report.rendering import rendered
from sacreval.report.tables import Table, legend, to_latex, to_markdown, to_text
from sacreval.text.visible import visible

_TABLES: dict[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "text": (to_text, lambda line: f"{line}\n"),
    "md": (to_markdown, lambda line: f"- {markdown.plain(line)}\n"),
    "tex": (to_latex, lambda line: f"% {line}\n"),
}


SHOWN = 3  # lines below tables, unless all are asked for
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
    made = tables(found, view)
    short = form == "text" and not view.notes
    texts = [*legend(made, _MARKS[form]), *(brief if short else lines)(found, view)]
    below = "".join(note(visible(line)) for line in texts)
    return "\n".join([*(write(table) for table in made), below])


def brief(found: dict[str, Any], view: View) -> list[str]:
    """Return what marks mean and at most three further lines, the last one on all others.

    Args:
        found: The document, as tables show it.
        view: What tables show.
    """
    marks, notes = _marks(found, view), _notes(found, view)
    rest = len(notes) - SHOWN + 1
    if rest > 1:
        notes = [*notes[: SHOWN - 1], f"{rest} more lines: --notes; JSON has what they say."]
    return [*marks, *notes]


def tables(found: dict[str, Any], view: View | None = None) -> list[Table]:
    """Return the tables that are printed.

    Args:
        found: The document, as tables show it.
        view: What tables show.
    """
    view = view or View()
    tested, places = found.get("tests", ()), view.places(correlation_tables.VALUES)
    averages, ends = found.get("averages"), view.places(correlation_tables.ENDS)
    if view.ranked and averages:
        return [wmt_ranking.ranking(found, view.places(wmt_ranking.DIGITS))]
    made = [correlation_tables.averages(averages, places)] if averages else []
    made.append(correlation_tables.correlations(found["results"], tested, (places, ends)))
    if found.get("ranking"):
        made.append(correlation_tables.clusters(found["ranking"], places))
    if tested and view.has_matrix(tested):
        made += metric_matrix.matrices(tested, ends)
    elif tested:
        made.append(correlation_tables.tests(tested, places))
    parts = (found.get("agreement"), found.get("explanation"))
    return made + [correlation_tables.rows_of(part) for part in parts if part]


def lines(found: dict[str, Any], view: View | None = None) -> list[str]:
    """Return the lines below the tables: marks, tests, what was left out, signatures.

    Args:
        found: The document, as tables show it.
        view: What tables show.
    """
    view = view or View()
    return [*_marks(found, view), *_notes(found, view)]


def _marks(found: dict[str, Any], view: View) -> list[str]:
    """Return what numbers, daggers and stars mean."""
    tested = found.get("tests", ())
    percent = [PERCENT_OF_CORRELATIONS] if view.numbers.percent else []
    if view.ranked:
        return [*percent, *([wmt_ranking.MEANS] if tested else [])]
    marked = correlation_tables.significantly_worse(found["results"], tested)
    star = metric_matrix.MEANS if view.has_matrix(tested) else correlation_tables.STAR_MEANS
    return [
        *percent,
        *([correlation_tables.MARK_MEANS] if marked else []),
        *([star] if tested else []),
    ]


def _notes(found: dict[str, Any], view: View) -> list[str]:
    results, tested, averages = (found.get(k, ()) for k in ("results", "tests", "averages"))
    marked = correlation_tables.significantly_worse(results, tested)
    return [
        *basis(tested, found.get("ranking", ()), marked=bool(marked)),
        *turned_people(results),
        *found.get("notes", ()),
        *directions(results),
        *omissions(results, tested),
        *corpus_metrics(results),
        *chance(results, places=view.places(correlation_tables.VALUES)),
        *interval_columns.methods(results),
        *populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]

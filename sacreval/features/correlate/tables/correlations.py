"""Correlations in each format, with their tests, ranks and notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sacreval.features.correlate.tables import correlation_tables
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

Plain = Mapping[str, Any]  # one row of the JSON report
MATRIX_MEANS = (
    "Matrix: the correlation of the row's metric less that of the column's; *: significant, as "
    "corrected; p-values are in the table with --no-matrix, and in JSON."
)


def matrices(tests: Sequence[Plain], places: int = 3) -> list[Table]:
    """Return a matrix for each task, level and coefficient, the best metric first."""
    parts: dict[tuple[str, ...], list[Plain]] = {}
    for test in tests:
        place = tuple(test[name] for name in ("task", "level", "coefficient") if name in test)
        parts.setdefault(place, []).append(test)
    return [_matrix(" ".join(place), part, places) for place, part in parts.items()]


def _matrix(title: str, tests: Sequence[Plain], places: int) -> Table:
    """Return the matrix of one level; columns have the numbers of rows."""
    cells = {(t["metric_b"], t["metric_a"]): _matrix_cell(t, -1, places) for t in tests}
    cells |= {(t["metric_a"], t["metric_b"]): _matrix_cell(t, 1, places) for t in tests}
    better = dict.fromkeys((name for pair in cells for name in pair), 0)
    for test in tests:
        better[test["metric_a"]] += (test["delta"] or 0) >= 0
        better[test["metric_b"]] += (test["delta"] or 0) < 0
    names = sorted(better, key=lambda name: -better[name])
    rows = [
        [f"{i + 1} {name}", *(cells.get((name, other), "") for other in names[1:])]
        for i, name in enumerate(names[:-1])
    ]
    for i, row in enumerate(rows):  # each pair once, above the diagonal
        row[1 : i + 1] = [""] * i
    head = [title, *(str(i + 2) for i in range(len(names) - 1))]
    last = [f"{len(names)} {names[-1]}", *([""] * (len(names) - 1))]
    return Table(head, [*rows, last], numeric=frozenset(range(1, len(head))))


def _matrix_cell(test: Plain, sign: int, places: int) -> str:
    if test["delta"] is None:
        return "-"
    return f"{sign * test['delta']:+.{places}f}{'*' if test['significant'] else ''}"


Place = tuple[str, str, str]
POOLED = ("system", "pairwise-accuracy")  # over all language pairs at once
EVERY = ("all", "all")
DIGITS = 3
RANK_MEANS = "In brackets: the rank in the column."


def ranking(document: Mapping[str, Any], digits: int = DIGITS) -> Table:
    """Return the table."""
    rows = [*document["averages"], *document["results"]]
    values = {_at(r): r for r in rows if r["value"] is not None}
    ranks = {_at(r): r["cluster"] for r in document.get("ranking", ())}
    overall = [r for r in document["averages"] if (r["level"], r["coefficient"]) == EVERY]
    overall = overall or list(document["averages"])
    places = [place for place in dict.fromkeys(map(_place, rows)) if _is_shown(place)]
    measures = {place[1:] for place in places}
    average = " ".join(["average", *(places[0][1:] if len(measures) == 1 else ())])
    tasks = [place[0] if len(measures) == 1 else _head(place) for place in places]
    first = ["rank"] if any(r["cluster"] is not None for r in overall) else []
    head = [*first, "metric", average, *tasks]
    lines = []
    for result in sorted(overall, key=lambda r: -r["value"]):
        cells = [_cell(values, ranks, (*place, result["metric"]), digits) for place in places]
        rank = [str(result["cluster"] or "")] if first else []
        lines.append([*rank, result["metric"], f"{result['value']:.{digits}f}", *cells])
    return Table(head, lines, numeric=frozenset(range(len(head))) - {len(first)})


def _place(result: Plain) -> Place:
    return result.get("task", ""), result["level"], result["coefficient"]


def _at(result: Plain) -> tuple[str, ...]:
    return (*_place(result), result["metric"])


def _is_shown(place: Place) -> bool:
    """Return whether a place is a column: single tasks, and what is pooled over them."""
    task, *what = place
    return tuple(what) == POOLED if not task else tuple(what) not in {POOLED, EVERY}


def _head(place: Place) -> str:
    task, level, coefficient = place
    return f"{task or 'all'} {level} {coefficient}"


def _cell(
    values: Mapping[tuple[str, ...], Plain],
    ranks: Mapping[tuple[str, ...], int],
    at: tuple[str, ...],
    digits: int,
) -> str:
    if at not in values:
        return "-"
    result = values[at]
    rank = ranks.get(at, result.get("cluster"))
    return f"{result['value']:.{digits}f}" + ("" if rank is None else f" ({rank})")


_TABLES: dict[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "text": (to_text, lambda line: f"{line}\n"),
    "md": (to_markdown, lambda line: f"- {markdown.plain(line)}\n"),
    "tex": (to_latex, lambda line: f"% {line}\n"),
}


SHOWN = 3  # lines below tables, unless all are asked for
_MARKS = {"text": "*", "md": "bold", "tex": "bold"}


def render(document: dict[str, Any], form: Format, view: View | None = None) -> str:
    """Return a meta-evaluation as text in a format.

    Args:
        document: The JSON document: `results`, and if requested `averages`, `tests`, `ranking`,
            `agreement`, `explanation`, `notes`.
        form: The format; tsv, csv and jsonl have the correlations only.
        view: What tables show; by default all.
    """
    return rendered(
        form,
        document=lambda: document,
        rows=document["results"],
        table=lambda: correlation_tables.long_correlations(document["results"]),
        printed=lambda: _printed((view or View()).of(document), form, view or View()),
    )


def _printed(document: dict[str, Any], form: Format, view: View) -> str:
    write, note = _TABLES[form]
    shown = tables(document, view)
    short = form == "text" and not view.notes
    texts = [*legend(shown, _MARKS[form]), *(brief if short else lines)(document, view)]
    below = "".join(note(visible(line)) for line in texts)
    return "\n".join([*(write(table) for table in shown), below])


def brief(document: dict[str, Any], view: View) -> list[str]:
    """Return what marks mean and at most three further lines, the last one on all others."""
    marks, notes = _marks(document, view), _notes(document, view)
    rest = len(notes) - SHOWN + 1
    if rest > 1:
        notes = [*notes[: SHOWN - 1], f"{rest} more lines: --notes; JSON has what they say."]
    return [*marks, *notes]


def tables(document: dict[str, Any], view: View | None = None) -> list[Table]:
    """Return the tables that are printed.

    Args:
        document: The document, as tables show it.
        view: What tables show.
    """
    view = view or View()
    tested, places = document.get("tests", ()), view.places(correlation_tables.VALUES)
    averages, ends = document.get("averages"), view.places(correlation_tables.ENDS)
    if view.ranked and averages:
        return [ranking(document, view.places(DIGITS))]
    shown = [correlation_tables.averages(averages, places)] if averages else []
    shown.append(correlation_tables.correlations(document["results"], tested, (places, ends)))
    if document.get("ranking"):
        shown.append(correlation_tables.clusters(document["ranking"], places))
    if tested and view.has_matrix(tested):
        shown += matrices(tested, ends)
    elif tested:
        shown.append(correlation_tables.tests(tested, places))
    parts = (document.get("agreement"), document.get("explanation"))
    return shown + [correlation_tables.rows_of(part) for part in parts if part]


def lines(document: dict[str, Any], view: View | None = None) -> list[str]:
    """Return the lines below the tables: marks, tests, what was left out, signatures.

    Args:
        document: The document, as tables show it.
        view: What tables show.
    """
    view = view or View()
    return [*_marks(document, view), *_notes(document, view)]


def _marks(document: dict[str, Any], view: View) -> list[str]:
    """Return what numbers, daggers and stars mean."""
    tested = document.get("tests", ())
    percent = [PERCENT_OF_CORRELATIONS] if view.numbers.percent else []
    if view.ranked:
        return [*percent, *([RANK_MEANS] if tested else [])]
    marked = correlation_tables.significantly_worse(document["results"], tested)
    star = MATRIX_MEANS if view.has_matrix(tested) else correlation_tables.STAR_MEANS
    return [
        *percent,
        *([correlation_tables.MARK_MEANS] if marked else []),
        *([star] if tested else []),
    ]


def _notes(document: dict[str, Any], view: View) -> list[str]:
    results, tested, averages = (document.get(k, ()) for k in ("results", "tests", "averages"))
    marked = correlation_tables.significantly_worse(results, tested)
    return [
        *basis(tested, document.get("ranking", ()), marked=bool(marked)),
        *turned_people(results),
        *document.get("notes", ()),
        *directions(results),
        *omissions(results, tested),
        *corpus_metrics(results),
        *chance(results, places=view.places(correlation_tables.VALUES)),
        *correlation_tables.methods(results),
        *populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]

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
    for one in tests:
        place = tuple(one[name] for name in ("task", "level", "coefficient") if name in one)
        parts.setdefault(place, []).append(one)
    return [_matrix(" ".join(place), part, places) for place, part in parts.items()]


def _matrix(title: str, tests: Sequence[Plain], places: int) -> Table:
    """Return the matrix of one level; columns have the numbers of rows."""
    cells = {(t["metric_b"], t["metric_a"]): _matrix_cell(t, -1, places) for t in tests}
    cells |= {(t["metric_a"], t["metric_b"]): _matrix_cell(t, 1, places) for t in tests}
    better = dict.fromkeys((name for pair in cells for name in pair), 0)
    for one in tests:
        better[one["metric_a"]] += (one["delta"] or 0) >= 0
        better[one["metric_b"]] += (one["delta"] or 0) < 0
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


def ranking(found: Mapping[str, Any], digits: int = DIGITS) -> Table:
    """Return the table."""
    rows = [*found["averages"], *found["results"]]
    values = {_at(one): one for one in rows if one["value"] is not None}
    ranks = {_at(one): one["cluster"] for one in found.get("ranking", ())}
    overall = [one for one in found["averages"] if (one["level"], one["coefficient"]) == EVERY]
    overall = overall or list(found["averages"])
    places = [place for place in dict.fromkeys(map(_place, rows)) if _is_shown(place)]
    measures = {place[1:] for place in places}
    average = " ".join(["average", *(places[0][1:] if len(measures) == 1 else ())])
    tasks = [place[0] if len(measures) == 1 else _head(place) for place in places]
    first = ["rank"] if any(one["cluster"] is not None for one in overall) else []
    head = [*first, "metric", average, *tasks]
    lines = []
    for one in sorted(overall, key=lambda one: -one["value"]):
        cells = [_cell(values, ranks, (*place, one["metric"]), digits) for place in places]
        rank = [str(one["cluster"] or "")] if first else []
        lines.append([*rank, one["metric"], f"{one['value']:.{digits}f}", *cells])
    return Table(head, lines, numeric=frozenset(range(len(head))) - {len(first)})


def _place(one: Plain) -> Place:
    return one.get("task", ""), one["level"], one["coefficient"]


def _at(one: Plain) -> tuple[str, ...]:
    return (*_place(one), one["metric"])


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
    one = values[at]
    rank = ranks.get(at, one.get("cluster"))
    return f"{one['value']:.{digits}f}" + ("" if rank is None else f" ({rank})")


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
    """Return what marks mean and at most three further lines, the last one on all others."""
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
        return [ranking(found, view.places(DIGITS))]
    made = [correlation_tables.averages(averages, places)] if averages else []
    made.append(correlation_tables.correlations(found["results"], tested, (places, ends)))
    if found.get("ranking"):
        made.append(correlation_tables.clusters(found["ranking"], places))
    if tested and view.has_matrix(tested):
        made += matrices(tested, ends)
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
        return [*percent, *([RANK_MEANS] if tested else [])]
    marked = correlation_tables.significantly_worse(found["results"], tested)
    star = MATRIX_MEANS if view.has_matrix(tested) else correlation_tables.STAR_MEANS
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
        *correlation_tables.methods(results),
        *populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]

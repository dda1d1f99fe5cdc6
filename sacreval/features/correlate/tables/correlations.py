"""Correlations in each format: what of them is shown, with their tests, ranks and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sacreval.errors import UsageError, nearest
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
from sacreval.features.correlate.tables.correlation_tables import Row
from sacreval.report import markdown
from sacreval.report.formats import Format
from sacreval.report.numbers import PERCENT_OF_CORRELATIONS, USUAL, Numbers
from sacreval.report.tables import Table, legend, rendered, to_latex, to_markdown, to_text
from sacreval.text.visible import visible

GIVEN, NAME = "given", "name"
_NAMES = ("metric", "metric_a", "metric_b")
_PAIRS = 20  # that a table lists, if it is not told to list more
_CORRELATIONS = ("value", "delta", "chance")
_SHOWN_PARTS = ("averages", "results", "ranking", "tests")


@dataclass(frozen=True)
class View:
    """What is printed of a meta-evaluation; files for programs have all of it.

    Args:
        sort: `given`, `name`, or a coefficient, whose largest values come first.
        top: Number of metrics of each level; None for all.
        matrix: Whether tests of pairs are a matrix; by default where there are more than 20 pairs.
        words: Level to the word for it in tables, where the user asked in another word.
        notes: Whether text has all lines below the tables, in place of three.
        numbers: How correlations are shown.
        ranked: Whether the table has a row for each metric, the best average first.
    """

    sort: str = GIVEN
    top: int | None = None
    matrix: bool | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    notes: bool = True
    numbers: Numbers = USUAL
    ranked: bool = False

    def places(self, usual: int) -> int:
        """Return the number of decimal places.

        Args:
            usual: The number where none was asked for.
        """
        return self.numbers.of_correlations(usual)

    def has_matrix(self, tests: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether tests of pairs are a matrix.

        Args:
            tests: The tests.
        """
        if self.matrix is not None:
            return self.matrix
        return len({frozenset((t["metric_a"], t["metric_b"])) for t in tests}) > _PAIRS

    def of(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return the document as tables show it.

        Args:
            document: The JSON document.

        Raises:
            UsageError: If it has no such coefficient.
        """
        shown = dict(document)
        order = self._order(document["results"])
        for part in _SHOWN_PARTS:
            if document.get(part):
                rows = [row for row in document[part] if self._is_shown(row, order)]
                shown[part] = [self._scaled(self._worded(row)) for row in rows]
        if document.get("explanation"):
            shown["explanation"] = self._explained(document["explanation"], order)
        place = {key: i for i, key in enumerate(order)}
        shown["results"].sort(key=lambda row: place[_key_of(row, self.words)])
        shown["notes"] = [*document.get("notes", ()), *self._notes(document["results"], order)]
        return shown

    def _order(self, results: Sequence[Row]) -> list[tuple[str, str, str]]:
        """Return the shown (task, level, metric) in their order."""
        keys = list(dict.fromkeys(_key_of(row) for row in results))
        by = self.sort
        if by == GIVEN and self.top is not None:
            by = results[0]["coefficient"]
        parts = _parts(keys)
        if by == NAME:
            parts = [sorted(part) for part in parts]
        elif by != GIVEN:
            values = self._values(results, by)
            parts = [
                sorted(part, key=lambda key: -values.get(key, float("-inf"))) for part in parts
            ]
        return [key for part in parts for key in part[: self.top]]

    def _values(self, results: Sequence[Row], by: str) -> dict[tuple[str, str, str], float]:
        known = list(dict.fromkeys(row["coefficient"] for row in results))
        if by not in known:
            raise UsageError(f"--sort {by}: {nearest(by, [GIVEN, NAME, *known])}")
        return {
            _key_of(row): correlation_tables.merit(row)
            for row in results
            if row["coefficient"] == by and row["value"] is not None
        }

    def _is_shown(self, row: Row, order: Sequence[tuple[str, str, str]]) -> bool:
        if self.top is None:
            return True
        names = [row[name] for name in _NAMES if name in row]
        kept = {(level, metric) for _, level, metric in order}
        return all((row["level"], name) in kept for name in names)

    def _explained(self, rows: Sequence[Row], order: Sequence[tuple[str, str, str]]) -> list[Row]:
        """Return the explanations of the metrics that are shown, in their order."""
        metrics = list(dict.fromkeys(metric for _, _, metric in order))
        kept = [row for row in rows if row["metric"] in metrics]
        return sorted(kept, key=lambda row: metrics.index(row["metric"]))

    def _worded(self, row: Row) -> Row:
        return {**row, "level": self.words.get(row["level"], row["level"])}

    def _scaled(self, row: Row) -> Row:
        """Return a row with correlations times 100, if that was asked for."""
        if not self.numbers.percent:
            return row
        scaled = {x: 100 * row[x] for x in _CORRELATIONS if row.get(x) is not None}
        around = row.get("interval")
        if around:
            ends = {x: 100 * around[x] for x in ("low", "high")}
            scaled["interval"] = {**around, **ends}
        return {**row, **scaled}

    def _notes(
        self, results: Sequence[Row], order: Sequence[tuple[str, str, str]]
    ) -> Iterable[str]:
        """Yield what is left out, and what the levels are called elsewhere."""
        left = len({_key_of(row) for row in results}) - len(order)
        if left:
            levels = len({(row.get("task"), row["level"]) for row in results})
            each = "" if levels == 1 else f", over {levels} levels,"
            what = "1 metric is" if left == 1 else f"{left} metrics{each} are"
            yield f"{what} left out (--top {self.top}); JSON and CSV have all."
        for level, word in self.words.items():
            yield f"{word}: the level {level} in JSON and signatures."


def _key_of(row: Row, words: Mapping[str, str] | None = None) -> tuple[str, str, str]:
    """Return the task, the level and the metric of a row."""
    level = row["level"]
    if words:
        level = next((key for key, word in words.items() if word == level), level)
    return row.get("task", ""), level, row["metric"]


def _parts(keys: Sequence[tuple[str, str, str]]) -> list[list[tuple[str, str, str]]]:
    """Split keys by task and level, in the order in which these come first."""
    parts: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for key in keys:
        parts.setdefault(key[:2], []).append(key)
    return list(parts.values())


MATRIX_MEANS = (
    "Matrix: the correlation of the row's metric less that of the column's; *: significant, as "
    "corrected; p-values are in the table with --no-matrix, and in JSON."
)


def matrices(tests: Sequence[Row], places: int = 3) -> list[Table]:
    """Return a matrix for each task, level and coefficient, the best metric first."""
    parts: dict[tuple[str, ...], list[Row]] = {}
    for test in tests:
        place = tuple(test[name] for name in ("task", "level", "coefficient") if name in test)
        parts.setdefault(place, []).append(test)
    return [_matrix(" ".join(place), part, places) for place, part in parts.items()]


def _matrix(title: str, tests: Sequence[Row], places: int) -> Table:
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


def _matrix_cell(test: Row, sign: int, places: int) -> str:
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


def _place(result: Row) -> Place:
    return result.get("task", ""), result["level"], result["coefficient"]


def _at(result: Row) -> tuple[str, ...]:
    return (*_place(result), result["metric"])


def _is_shown(place: Place) -> bool:
    """Return whether a place is a column: single tasks, and what is pooled over them."""
    task, *what = place
    return tuple(what) == POOLED if not task else tuple(what) not in {POOLED, EVERY}


def _head(place: Place) -> str:
    task, level, coefficient = place
    return f"{task or 'all'} {level} {coefficient}"


def _cell(
    values: Mapping[tuple[str, ...], Row],
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

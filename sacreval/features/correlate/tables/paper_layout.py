"""The layout of a table of correlations for a paper: metrics by levels and coefficients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.errors import UsageError, nearest
from sacreval.features.correlate.tables.correlation_tables import (
    AVERAGED,
    Row,
    merit,
    significantly_worse,
)
from sacreval.features.paper.layout import Cell, Choice, Layout, spans

AVERAGE = "average"
VALUE, INTERVAL = "value", "interval"
SHORT = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "pairwise-accuracy": "PA",
    "spa": "SPA",
    "all": "mean",
}
"""Coefficients in the heads of tables; others have their name."""
_MISSING = "--"
PLACES = 3


class PaperColumn(NamedTuple):
    """A column: a task, a level and a coefficient."""

    task: str
    level: str
    coefficient: str


class PaperContent(NamedTuple):
    """What a table shows.

    Args:
        results: Correlations, and averages over tasks as those of a further task.
        tests: Their tests.
        parts: Value, interval, or both.
        places: The columns.
        metrics: The rows.
        measured: The correlations that are shown, or whose averages are.
    """

    results: Sequence[Row]
    tests: Sequence[Row]
    parts: Sequence[str]
    places: Sequence[PaperColumn]
    metrics: Sequence[str]
    measured: Sequence[Row]


def shown(document: Mapping[str, Any], choice: Choice, metrics: Sequence[str]) -> PaperContent:
    """Return what a table shows."""
    averages = [{"interval": None, **r, "task": AVERAGE} for r in document.get("averages", ())]
    results = [*document["results"], *averages]
    tests = [
        {**t, "task": AVERAGE} if t.get("task") == AVERAGED else t
        for t in document.get("tests", ())
    ]
    coefficients = list(dict.fromkeys(r["coefficient"] for r in results))
    tasks = list(dict.fromkeys(r["task"] for r in results if "task" in r))
    columns = list(dict.fromkeys(choice.columns))
    _check(columns, [*coefficients, *tasks, VALUE, INTERVAL], results)
    coefficients = [name for name in columns if name in coefficients] or coefficients
    tasks = [name for name in columns if name in tasks] or tasks
    parts = [name for name in columns if name in (VALUE, INTERVAL)] or [VALUE]

    def takes(row: Row) -> bool:
        return row["coefficient"] in coefficients and row.get("task") in (tasks or [None])

    every = [r for r in document["results"] if r["coefficient"] in coefficients]
    results, tests = list(filter(takes, results)), list(filter(takes, tests))
    levels = list(dict.fromkeys(r["level"] for r in results))
    places = sorted(
        dict.fromkeys(map(place_of, results)),
        key=lambda x: (
            tasks.index(x.task) if tasks else 0,
            levels.index(x.level),
            coefficients.index(x.coefficient),
        ),
    )
    measured = every if AVERAGE in tasks else results
    return PaperContent(results, tests, parts, places, metrics, measured)


def _check(columns: Sequence[str], known: Sequence[str], results: Sequence[Row]) -> None:
    for name in columns:
        if name not in known:
            raise UsageError(f"--columns {name}: {nearest(name, known)}")
    if INTERVAL in columns and not any(r["interval"] for r in results):
        raise UsageError("--columns interval: there are no intervals; drop --interval none")


def layout(
    table: PaperContent, names: Mapping[str, str], *, transposed: bool, places: int = PLACES
) -> Layout:
    """Return the layout of a table."""
    values = {(r["metric"], place_of(r)): r for r in table.results}
    alike, worse = _alike(table), _worse(table)

    def cell(metric: str, place: PaperColumn, part: str) -> Cell:
        at = metric, place
        return _cell(values.get(at), part, places, bold=at in alike, dagger=at in worse)

    keys = [(place, part) for place in table.places for part in table.parts]
    words = [(x.task, x.level, short_name(x.coefficient), part) for x, part in keys]
    used = [i for i in range(3) if len({column[i] for column in words}) > 1] or [2]
    if transposed:
        used += [3] if len(table.parts) > 1 else []
        rows = [
            ([column[i] for i in used], [cell(metric, *key) for metric in table.metrics])
            for column, key in zip(words, keys, strict=True)
        ]
        labels = [("task", "level", "", "")[i] for i in used]
        heads = [[(names[metric], 1) for metric in table.metrics]]
        return Layout(labels, heads, rows, table.metrics, table.parts)
    named = [tuple(column[i] for i in used) for column in words]
    lines = [([names[metric]], [cell(metric, *key) for key in keys]) for metric in table.metrics]
    heads = [spans([column[: i + 1] for column in named]) for i in range(len(used))]
    return Layout(["metric"], heads, lines, table.metrics, table.parts)


def short_name(coefficient: str) -> str:
    """Return a coefficient as heads of tables have it."""
    return SHORT.get(coefficient, coefficient)


def place_of(row: Row) -> PaperColumn:
    """Return the column of a correlation or a test."""
    return PaperColumn(row.get("task") or "", row["level"], row["coefficient"])


def _cell(row: Row | None, part: str, places: int, *, bold: bool, dagger: bool) -> Cell:
    if row is None or row["value"] is None:
        return Cell(_MISSING if part == VALUE else "")
    if part == VALUE:
        return Cell(f"{row['value']:.{places}f}", bold=bold, dagger=dagger)
    around = row["interval"]
    return Cell(f"[{around['low']:.{places}f}, {around['high']:.{places}f}]" if around else "")


def _worse(table: PaperContent) -> set[tuple[str, PaperColumn]]:
    """Return the metrics that are significantly worse than the best of their column."""
    return {
        (metric, PaperColumn(task or "", level, coefficient))
        for task, level, metric, coefficient in significantly_worse(table.results, table.tests)
    }


def _alike(table: PaperContent) -> set[tuple[str, PaperColumn]]:
    """Return the best metric of each column, and those that a test does not distinguish from it."""
    columns: dict[PaperColumn, list[Row]] = {}
    for row in table.results:
        if row["value"] is not None:
            columns.setdefault(place_of(row), []).append(row)
    best = {
        (r["metric"], place)
        for place, column in columns.items()
        for r in column
        if len(column) > 1 and merit(r) == max(map(merit, column))
    }
    differs: dict[tuple[frozenset[str], PaperColumn], bool] = {}
    for row in table.tests:
        if row["p_adjusted"] is not None:
            key = frozenset((row["metric_a"], row["metric_b"])), place_of(row)
            differs[key] = differs.get(key, False) or row["significant"]
    return best | {
        (metric, place)
        for (pair, place), differ in differs.items()
        for metric in pair
        if not differ and any((other, place) in best for other in pair - {metric})
    }

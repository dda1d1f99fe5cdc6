"""Tables of scores: a row for each system or group, with counts of records and the best marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sacreval.core.results import Result
from sacreval.features.page.elements import Child, Node, element, hidden
from sacreval.features.page.parts import heading, number, row, score, table
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.lacking import lacking_columns
from sacreval.report.results import by_output, digits

Line = Sequence[Result | None]


def score_table(
    caption: str,
    corner: Child,
    columns: Sequence[Child],
    lines: Mapping[str, Line],
    *,
    counted: bool = True,
    sign: Callable[[Result], Child] = lambda _: None,
) -> Node:
    """Create a table of scores that can be sorted.

    Args:
        caption: Its caption.
        corner: Heading of the first column, which names the lines.
        columns: Headings of the scores.
        lines: Name to the results of a line, one for each column; None where there is none.
        counted: Whether numbers of records stand before the scores, and those that lack a score.
        sign: Creates what stands behind a score, such as the verdict of a test.
    """
    results = [one for line in lines.values() for one in line if one is not None]
    places = {output: digits(those) for output, those in by_output(results).items()}
    best = best_values(results)
    there = [[one for one in line if one is not None] for line in lines.values()]
    lacking = lacking_columns(there) if counted else {}
    rows = []
    for i, (name, line) in enumerate(lines.items()):
        counts = [_count(there[i]), *_lacking(lacking, i)] if counted else []
        scores = [
            number("")
            if one is None
            else score(one, places[one.output], sign(one), best=is_best(one, best))
            for one in line
        ]
        rows.append(row(name, *counts, *scores))
    numbers = [*(["records", *lacking] if counted else []), *columns]
    head = [heading(corner), *(heading(one, "number") for one in numbers)]
    return table(caption, head, rows, **{"class": "sortable"})


def title(output: str, result: Result) -> Child:
    """Return the name of an output, with its direction."""
    up = result.higher_is_better
    if up is None:
        return output
    arrow = element("span", {"aria-hidden": "true"}, " ↑" if up else " ↓")
    return [output, arrow, hidden(", higher is better" if up else ", lower is better")]


def _count(results: Sequence[Result]) -> Node:
    counts = [one.n for one in results]
    of = results[0].of if results else None
    low, high = min(counts, default=0), max(counts, default=0)
    text = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return number(text if of is None else f"{text} of {of:,}", low)


def _lacking(columns: Mapping[str, Sequence[int]], i: int) -> list[Node]:
    return [number(f"{column[i]:,}", column[i]) for column in columns.values()]

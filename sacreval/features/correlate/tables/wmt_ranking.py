"""A table of metrics by their average over tasks, with ranks, as WMT's metrics task has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sacreval.report.tables import Table

Plain = Mapping[str, Any]  # one row of the JSON report
Place = tuple[str, str, str]
POOLED = ("system", "pairwise-accuracy")  # over all language pairs at once
EVERY = ("all", "all")
DIGITS = 3
MEANS = "In brackets: the rank in the column."


def ranking(found: Mapping[str, Any], digits: int = DIGITS) -> Table:
    """Return the table.

    Args:
        found: The JSON document of `correlate`, as tables show it.
        digits: Number of decimal places.

    Returns:
        A row for each metric, the best first, by the average over all tasks; behind a value is the
        rank of the metric among those of its column, where tests were made. If all columns have one
        measure, the head of the averages names it.
    """
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

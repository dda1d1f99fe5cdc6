"""Details of scores: a table for each metric that has them, and columns of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sacreval.core.results import Detail, Result
from sacreval.report.display_names import display_names
from sacreval.report.tables import Table

_LARGE = 1000  # counts from which intervals have no decimal places
_FRACTION = 4  # decimal places of numbers below 10, as in tables of scores


def detail_tables(results: Sequence[Result]) -> list[Table]:
    """Return a table for each metric with details, a row for each system, data set and group.

    Args:
        results: The results.
    """
    found: dict[str, list[Result]] = {}
    for result in results:
        if result.details:
            found.setdefault(result.output, []).append(result)
    names = display_names(results)
    return [_table(names[output], rows) for output, rows in found.items()]


def _table(name: str, results: Sequence[Result]) -> Table:
    names = list(dict.fromkeys(name for one in results for name in one.details))
    grouped = any(one.group for one in results)
    sets = any(one.dataset is not None for one in results)
    left = [f"{name} of", *(["data set"] if sets else []), *(["group"] if grouped else [])]
    places = {
        x: _places([one.details[x].value for one in results if x in one.details]) for x in names
    }
    rows = [
        [
            one.system_id,
            *([one.dataset or ""] if sets else []),
            *([one.group or ""] if grouped else []),
            *_cells(one, places),
        ]
        for one in sorted(results, key=lambda one: (one.group is not None, one.group or ""))
    ]
    head = [*left, *names]
    return Table(head, rows, numeric=frozenset(range(len(left), len(head))))


def _cells(result: Result, places: Mapping[str, int]) -> list[str]:
    return [
        _cell(result.details[name], digits) if name in result.details else "-"
        for name, digits in places.items()
    ]


def _cell(detail: Detail, places: int) -> str:
    text = f"{detail.value:.{places}f}"
    if detail.low is None or detail.high is None:
        return text
    places = places or int(abs(detail.value) < _LARGE)
    return f"{text} [{detail.low:.{places}f}, {detail.high:.{places}f}]"


def _places(values: Sequence[float]) -> int:
    """Return the decimal places of a column: none for counts."""
    if all(value.is_integer() for value in values) and max(map(abs, values)) > 1:
        return 0
    return _FRACTION if max(map(abs, values)) < 10 else 2  # noqa: PLR2004 - as in tables of scores


def detail_columns(result: Result) -> dict[str, float]:
    """Return the details of a result as columns: `details_NAME`, with `_low` and `_high`."""
    return {
        f"details_{name}{end}": value
        for name, one in result.details.items()
        for end, value in (("", one.value), ("_low", one.low), ("_high", one.high))
        if value is not None
    }

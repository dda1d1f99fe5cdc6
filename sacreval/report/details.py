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
    by_output: dict[str, list[Result]] = {}
    for result in results:
        if result.details:
            by_output.setdefault(result.output, []).append(result)
    names = display_names(results)
    return [_table(names[output], rows) for output, rows in by_output.items()]


def _table(name: str, results: Sequence[Result]) -> Table:
    names = list(dict.fromkeys(name for result in results for name in result.details))
    grouped = any(result.group for result in results)
    sets = any(result.dataset is not None for result in results)
    left = [f"{name} of", *(["data set"] if sets else []), *(["group"] if grouped else [])]
    places = {
        x: _places([result.details[x].value for result in results if x in result.details])
        for x in names
    }
    rows = [
        [
            result.system_id,
            *([result.dataset or ""] if sets else []),
            *([result.group or ""] if grouped else []),
            *_cells(result, places),
        ]
        for result in sorted(results, key=lambda r: (r.group is not None, r.group or ""))
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
    return _FRACTION if max(map(abs, values)) < 10 else 2  # as in tables of scores


def detail_columns(result: Result) -> dict[str, float]:
    """Return the details of a result as columns: `details_NAME`, with `_low` and `_high`."""
    return {
        f"details_{name}{end}": value
        for name, detail in result.details.items()
        for end, value in (("", detail.value), ("_low", detail.low), ("_high", detail.high))
        if value is not None
    }

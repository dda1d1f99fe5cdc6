"""Tests of pairs of metrics as a matrix: who is better than whom, by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sacreval.report.tables import Table

Plain = Mapping[str, Any]  # one row of the JSON report
MEANS = (
    "Matrix: the correlation of the row's metric less that of the column's; *: significant, as "
    "corrected; p-values are in the table with --no-matrix, and in JSON."
)


def matrices(tests: Sequence[Plain], places: int = 3) -> list[Table]:
    """Return a matrix for each task, level and coefficient, the best metric first.

    Args:
        tests: The tests of pairs, the better metric first.
        places: Number of decimal places.
    """
    parts: dict[tuple[str, ...], list[Plain]] = {}
    for one in tests:
        place = tuple(one[name] for name in ("task", "level", "coefficient") if name in one)
        parts.setdefault(place, []).append(one)
    return [_matrix(" ".join(place), part, places) for place, part in parts.items()]


def _matrix(title: str, tests: Sequence[Plain], places: int) -> Table:
    """Return the matrix of one level; columns have the numbers of rows."""
    cells = {(t["metric_b"], t["metric_a"]): _cell(t, -1, places) for t in tests}
    cells |= {(t["metric_a"], t["metric_b"]): _cell(t, 1, places) for t in tests}
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


def _cell(test: Plain, sign: int, places: int) -> str:
    if test["delta"] is None:
        return "-"
    return f"{sign * test['delta']:+.{places}f}{'*' if test['significant'] else ''}"

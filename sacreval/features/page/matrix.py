"""The section of confusion matrices, from their cells or from the rows of classification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sacreval.features.page.content import CELLS, Content, NamedMetric
from sacreval.features.page.parts import Node, element, heading, note, number, row, section, table
from sacreval.metrics.labels.confusion_matrix import UNKNOWN

_SHADES = 9


class Matrix(NamedTuple):
    """A confusion matrix.

    Args:
        system: Name of the system.
        labels: Labels of the rows and columns; predictions may also be unknown.
        counts: Shape (labels, labels + 1): rows are right labels, columns predicted ones, the last
            unknown.
    """

    system: str
    labels: Sequence[str]
    counts: Sequence[Sequence[int]]


def confusion(content: Content) -> Node | None:
    """Create the section, if there are labels."""
    systems = list(dict.fromkeys(m.system for m in _matrices(content)))
    if not systems:
        return None
    by_system = {m.system: m for m in reversed(list(_matrices(content)))}
    drawn = [_table(by_system[system]) for system in systems]
    text = "Rows are the right labels, columns the predicted ones; shades are shares of a row."
    return section(
        "confusion", "Confusion", element("div", {"class": "matrices"}, drawn), note(text)
    )


def _matrices(content: Content) -> Iterator[Matrix]:
    for named in content.made:
        labels = named.metric.options().get("labels")
        if not labels:
            continue
        if named.metric.name == CELLS:
            yield from _from_cells(content, named, labels)
        elif named.metric.name == "classification":
            yield from _from_rows(content, named, labels)


def _from_cells(content: Content, named: NamedMetric, labels: Sequence[str]) -> Iterator[Matrix]:
    for system in content.systems:
        cells = {
            r.output: int(r.value or 0)
            for r in content.results
            if r.system_id == system and r.group is None
        }
        names = [[named.full(f"{a}->{b}") for b in (*labels, UNKNOWN)] for a in labels]
        if names[0][0] in cells:
            yield Matrix(system, labels, [[cells.get(name, 0) for name in of] for of in names])


def _from_rows(content: Content, named: NamedMetric, labels: Sequence[str]) -> Iterator[Matrix]:
    """Count matrices from the rows of records: hit, predicted and right for each label."""
    c = len(labels)
    for system, records in content.records.items():
        counts = [[0] * (c + 1) for _ in labels]
        for record in records.values():
            marks = (record.statistics or {}).get(named.name, [])
            predicted, right = marks[c : 2 * c], marks[2 * c : 3 * c]
            if 1.0 in right:
                counts[right.index(1.0)][predicted.index(1.0) if 1.0 in predicted else c] += 1
        if any(map(any, counts)):
            yield Matrix(system, labels, counts)


def _table(matrix: Matrix) -> Node:
    unknown = any(of[-1] for of in matrix.counts)
    columns = [*matrix.labels, *([UNKNOWN] if unknown else [])]
    rows = []
    for i, (label, of) in enumerate(zip(matrix.labels, matrix.counts, strict=True)):
        total = sum(of)
        cells = [
            number(str(count), count, f"shade-{_shade(count, total)}" + (" hit" if i == j else ""))
            for j, count in enumerate(of[: len(columns)])
        ]
        rows.append(row(label, *cells, number(str(total), total, "total")))
    head = [heading("right ╲ predicted"), *(heading(x, "number") for x in columns)]
    head.append(heading("all", "number"))
    return table(f"Confusion matrix of {matrix.system}", head, rows, **{"class": "matrix"})


def _shade(count: int, total: int) -> int:
    return round(_SHADES * count / total) if total else 0

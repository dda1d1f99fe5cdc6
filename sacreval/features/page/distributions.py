"""The sections on single records: distributions of scores, shares, and confusion matrices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sacreval.features.compare.result import Comparison
from sacreval.features.page.content import CELLS, Content
from sacreval.features.page.figures import ridges
from sacreval.features.page.parts import (
    Child,
    Node,
    RecordLinks,
    element,
    folded,
    heading,
    note,
    number,
    row,
    section,
    table,
)
from sacreval.metrics.labels.confusion_matrix import UNKNOWN
from sacreval.report.numbers import p_text
from sacreval.scoring.entries.run_metrics import Entry

_LISTED = 20  # records that are named
Scores = Mapping[str, Mapping[str, float]]


def is_binary(columns: Mapping[str, Sequence[float]]) -> bool:
    """Return whether all scores of records are 0 or 1."""
    return all(value in (0, 1) for column in columns.values() for value in column)


def shares(content: Content, output: str) -> Node:
    """Create a card with the share of records scored 1, and a table against the base."""
    scores = _scores(content, output)
    rows = [
        row(system, number(f"{sum(of.values()):,.0f}"), number(f"{len(of):,}"),
            number(f"{sum(of.values()) / len(of):.2%}", sum(of.values()) / len(of)))
        for system, of in scores.items()
    ]  # fmt: skip
    head: list[Child] = [heading("system"), *(heading(x, "number") for x in ("1", "of", "share"))]
    name = content.shown(output)
    return element(
        "figure",
        {"class": "card wide"},
        element("figcaption", None, name),
        table(f"Records with {name} 1", head, rows),
        [
            _against(pair, scores, content, output)
            for pair in content.comparisons
            if pair.output == output and {pair.base, pair.other} <= set(scores)
        ],
    )


def _scores(content: Content, output: str) -> Scores:
    """Return the scores of the records of each system that has any."""
    scores = {
        system: {
            name: value
            for name, record in content.records.get(system, {}).items()
            if (value := record.scores.get(output)) is not None
        }
        for system in content.systems
    }
    return {system: of for system, of in scores.items() if of}


def _against(pair: Comparison, scores: Scores, content: Content, output: str) -> Node:
    """Create the table of two systems, with the records on which one of them is 1."""
    base, other = scores[pair.base], scores[pair.other]
    both = [name for name in content.instances if name in base and name in other]
    counts = {(a, b): 0 for a in (1, 0) for b in (1, 0)}
    for name in both:
        counts[int(base[name]), int(other[name])] += 1
    rows = [row(f"{pair.base} {a}", *(number(f"{counts[a, b]:,}") for b in (1, 0))) for a in (1, 0)]
    head: list[Child] = [
        heading("records"),
        *(heading(f"{pair.other} {b}", "number") for b in (1, 0)),
    ]
    test = pair.tests[pair.test]
    named = "McNemar's test (mid-p)" if pair.test == "mid-p" else pair.test
    p = f"{named}: p {p_text(test.p)}"
    links = RecordLinks(content, output)
    gained = [name for name in both if base[name] < other[name]]
    lost = [name for name in both if base[name] > other[name]]
    return folded(
        f"{pair.other} against {pair.base}: {len(gained):,} newly 1, {len(lost):,} newly 0",
        table(f"{pair.other} against {pair.base}", head, rows),
        note(p if test.p_holm is None else f"{p}, corrected {p_text(test.p_holm)}"),
        _list("Newly 1", gained, links, pair.other),
        _list("Newly 0", lost, links, pair.other),
    )


def _list(title: str, names: Sequence[str], links: RecordLinks, system: str) -> Child:
    if not names:
        return None
    shown: list[Child] = [[links.to(name, system), " "] for name in names[:_LISTED]]
    more = f"and {len(names) - _LISTED:,} more" if len(names) > _LISTED else None
    return element("p", {"class": "note"}, f"{title}: ", shown, more)


_FIGURES = 6
_QUARTILES = {
    "least": 0.0,
    "first quarter": 0.25,
    "median": 0.5,
    "third quarter": 0.75,
    "most": 1.0,
}

_DRAWN = "Lines and numbers are medians; each system is scaled to its highest bar."
_MEANS = "A system's score is the mean of those of its records only if the metric is a mean."


def distributions(content: Content) -> Node | None:
    """Create the section, if scores of records are known."""
    drawn = [card for output in content.drawn if (card := _card(content, output)) is not None]
    if not drawn:
        return None
    rest = drawn[_FIGURES:]
    more = folded(f"{len(rest)} further outputs", element("div", {"class": "cards"}, rest))
    return section(
        "spread",
        "Scores of single records",
        element("div", {"class": "cards"}, drawn[:_FIGURES]),
        more if rest else None,
        note(f"{_DRAWN} {_MEANS}" if _has_bars(content) else _MEANS),
    )


def _has_bars(content: Content) -> bool:
    """Return whether an output is drawn as bars: scores of 0 and 1 are counted."""
    known = (_columns(content, output) for output in content.drawn)
    return any(columns and not is_binary(columns) for columns in known)


def _columns(content: Content, output: str) -> dict[str, Sequence[float]]:
    """Return the scores of the records of each system that has any."""
    columns: dict[str, Sequence[float]] = {}
    for system in content.systems:
        scores = (record.scores.get(output) for record in content.records.get(system, {}).values())
        known = [x for x in scores if x is not None]
        if known:
            columns[system] = known
    return columns


def _card(content: Content, output: str) -> Node | None:
    columns = _columns(content, output)
    if not columns:
        return None
    if is_binary(columns):
        return shares(content, output)
    name = content.shown(output)
    figure = ridges(name, columns)
    figure.append(folded("As a table", _table(name, columns)))
    return figure


def _table(output: str, columns: dict[str, Sequence[float]]) -> Node:
    import numpy as np

    rows = []
    for system, scores in columns.items():
        values = np.quantile(np.asarray(scores), list(_QUARTILES.values()))
        rows.append(row(system, *(number(f"{x:.4g}") for x in values), number(f"{len(scores):,}")))
    head: list[Child] = [heading("system"), *(heading(x, "number") for x in _QUARTILES)]
    return table(f"Quartiles of {output} of records", [*head, heading("records", "number")], rows)


_SHADES = 9


class PlottedConfusion(NamedTuple):
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
    drawn = [_matrix_table(by_system[system]) for system in systems]
    text = "Rows are the right labels, columns the predicted ones; shades are shares of a row."
    return section(
        "confusion", "Confusion", element("div", {"class": "matrices"}, drawn), note(text)
    )


def _matrices(content: Content) -> Iterator[PlottedConfusion]:
    for entry in content.entries:
        labels = entry.metric.options().get("labels")
        if not labels:
            continue
        if entry.metric.name == CELLS:
            yield from _from_cells(content, entry, labels)
        elif entry.metric.name == "classification":
            yield from _from_rows(content, entry, labels)


def _from_cells(
    content: Content, entry: Entry, labels: Sequence[str]
) -> Iterator[PlottedConfusion]:
    for system in content.systems:
        cells = {
            r.output: int(r.value or 0)
            for r in content.results
            if r.system_id == system and r.group is None
        }
        names = [
            [*entry.named(dict.fromkeys(f"{a}->{b}" for b in (*labels, UNKNOWN)))] for a in labels
        ]
        if names[0][0] in cells:
            yield PlottedConfusion(
                system, labels, [[cells.get(name, 0) for name in of] for of in names]
            )


def _from_rows(content: Content, entry: Entry, labels: Sequence[str]) -> Iterator[PlottedConfusion]:
    """Count matrices from the rows of records: hit, predicted and right for each label."""
    c = len(labels)
    for system, records in content.records.items():
        counts = [[0] * (c + 1) for _ in labels]
        for record in records.values():
            marks = (record.statistics or {}).get(entry.name, [])
            predicted, right = marks[c : 2 * c], marks[2 * c : 3 * c]
            if 1.0 in right:
                counts[right.index(1.0)][predicted.index(1.0) if 1.0 in predicted else c] += 1
        if any(map(any, counts)):
            yield PlottedConfusion(system, labels, counts)


def _matrix_table(matrix: PlottedConfusion) -> Node:
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

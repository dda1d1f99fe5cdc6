"""The section on the distribution of scores of single records."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.features.page.content import Content
from sacreval.features.page.elements import Child, Node, element
from sacreval.features.page.figures import ridges
from sacreval.features.page.parts import folded, heading, note, number, row, section, table
from sacreval.features.page.shares import is_binary, shares

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
    drawn = [one for output in content.drawn if (one := _card(content, output)) is not None]
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
    return any(found and not is_binary(found) for found in known)


def _columns(content: Content, output: str) -> dict[str, Sequence[float]]:
    """Return the scores of the records of each system that has any."""
    columns: dict[str, Sequence[float]] = {}
    for system in content.systems:
        scores = (one.scores.get(output) for one in content.records.get(system, {}).values())
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

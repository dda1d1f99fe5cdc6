"""Parts shared by sections: headings, scrollable tables, collapsible blocks, values."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.core.results import Result
from sacreval.features.page.elements import Child, Node, element, hidden
from sacreval.report.results import around_text, value_text


def section(name: str, title: str, *children: Child) -> Node:
    """Create a section whose heading is a link target."""
    heading = element("h2", {"id": f"{name}-heading"}, title)
    return element("section", {"id": name, "aria-labelledby": f"{name}-heading"}, heading, children)


def note(text: str) -> Node:
    """Create a paragraph in small print."""
    return element("p", {"class": "note"}, text)


def table(caption: str, head: Sequence[Child], rows: Sequence[Node], **attributes: str) -> Node:
    """Create a table in a frame that scrolls, also by keyboard.

    Args:
        caption: Caption of the table.
        head: Headings, as `th` elements or text.
        rows: `tr` elements.
        attributes: Further attributes of the `table` element.
    """
    cells = [one if isinstance(one, Node) else heading(one) for one in head]
    made = element(
        "table",
        attributes,
        element("caption", None, caption),
        element("thead", None, element("tr", None, cells)),
        element("tbody", None, rows),
    )
    frame = {"class": "frame", "role": "region", "tabindex": "0", "aria-label": caption}
    return element("div", frame, made)


def heading(content: Child, kind: str | None = None) -> Node:
    """Create the heading of a column."""
    text = element("bdi", None, content) if isinstance(content, str) else content
    return element("th", {"scope": "col", "class": kind}, text)


def row(name: Child, *cells: Node) -> Node:
    """Create a row with its heading."""
    return element("tr", None, element("th", {"scope": "row"}, element("bdi", None, name)), cells)


def number(text: Child, value: float | None = None, kind: str = "") -> Node:
    """Create a cell with a number, and the value to sort by."""
    names = f"number {kind}".strip()
    return element("td", {"class": names, "data-value": value}, text)


def score(result: Result | None, places: int, *more: Child, best: bool = False) -> Node:
    """Create a cell with a score and its interval."""
    if result is None:
        return number("")
    text: Child = value_text(result, places)
    if best:
        text = element("strong", None, text, hidden(" (best)"))
    around = None
    if text_around := around_text(result, places):
        around = element("span", {"class": "interval"}, text_around)
    return number([text, more, around], result.value)


def folded(summary: str, *children: Child, opened: bool = False) -> Node:
    """Create a collapsible block."""
    return element("details", {"open": opened}, element("summary", None, summary), children)


def unfolded(pieces: Sequence[tuple[str, Child]], shown: int = 1) -> list[Node]:
    """Collapse all but the first blocks, each under its name; show a single one as it is."""
    if len(pieces) == 1:
        return [element("div", None, pieces[0][1])]
    return [folded(name, piece, opened=i < shown) for i, (name, piece) in enumerate(pieces)]

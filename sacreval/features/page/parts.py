"""HTML built as a tree, so that text is always escaped, and the parts that sections share.

Elements: HTML built as a tree, so that text is always escaped. Jinja2 or htpy would replace this
file alone: the others select and compute what is shown, and are typed, which templates are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.report.result_tables import around_text, value_text

Node = ET.Element
Child = Node | str | None | Iterable["Child"]


def element(name: str, attributes: Mapping[str, object] | None = None, *children: Child) -> Node:
    """Create an element.

    Args:
        name: Name of the tag.
        attributes: Values by name; None and False omit the attribute, True leaves it empty.
        children: Elements and texts, in nested lists; None is skipped.
    """
    node = ET.Element(name)
    for key, value in (attributes or {}).items():
        if value is not None and value is not False:
            node.set(key, "" if value is True else str(value))
    _append(node, children)
    return node


def _append(parent: Node, children: Iterable[Child]) -> None:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Node):
            parent.append(child)
        elif isinstance(child, str):
            _append_text(parent, child)
        else:
            _append(parent, child)


def _append_text(parent: Node, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def serialize(root: Node) -> str:
    """Return a document as HTML text.

    Args:
        root: The `html` element. Texts of `script` and `style` are not escaped.
    """
    return f"<!doctype html>\n{ET.tostring(root, encoding='unicode', method='html')}\n"


_INERT = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def inert_json(value: Any) -> str:
    """Return JSON that is safe within a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate(_INERT)


def hidden(text: str) -> Node:
    """Create a text for screen readers only."""
    return element("span", {"class": "unseen"}, text)


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
    cells = [cell if isinstance(cell, Node) else heading(cell) for cell in head]
    node = element(
        "table",
        attributes,
        element("caption", None, caption),
        element("thead", None, element("tr", None, cells)),
        element("tbody", None, rows),
    )
    frame = {"class": "frame", "role": "region", "tabindex": "0", "aria-label": caption}
    return element("div", frame, node)


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


class RecordLinks:
    """Links to the records of one output.

    Args:
        content: The data of the page.
        output: The output by which a link shows its record.
    """

    def __init__(self, content: Content, output: str) -> None:
        self._places = {name: i for i, name in enumerate(content.instances)}
        self._systems = {name: i for i, name in enumerate(content.recorded)}
        shown = content.listed
        self._number = shown.index(output) if output in shown else None

    def to(self, instance: str, system: str) -> Node:
        """Return a link to a record, or its name where the page does not list it.

        Args:
            instance: Id of the instance.
            system: The system whose output is shown first.
        """
        place, of = self._places.get(instance), self._systems.get(system)
        if place is None or of is None or self._number is None:
            return element("bdi", None, instance)
        attributes = {
            "href": "#records",
            "data-record": place,
            "data-system": of,
            "data-number": self._number,
        }
        return element("a", attributes, element("bdi", None, instance))

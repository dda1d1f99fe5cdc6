"""Elements: HTML built as a tree, so that text is always escaped.

Jinja2 or htpy would replace this file alone: the others select and compute what is shown, and are
typed, which templates are not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree as ET

Node = ET.Element
Child = Node | str | None | Iterable["Child"]


def element(name: str, attributes: Mapping[str, object] | None = None, *children: Child) -> Node:
    """Create an element.

    Args:
        name: Name of the tag.
        attributes: Values by name; None and False omit the attribute, True leaves it empty.
        children: Elements and texts, in nested lists; None is skipped.
    """
    made = ET.Element(name)
    for key, value in (attributes or {}).items():
        if value is not None and value is not False:
            made.set(key, "" if value is True else str(value))
    _append(made, children)
    return made


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

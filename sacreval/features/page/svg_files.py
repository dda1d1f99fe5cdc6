"""Figures of a page as files of their own: SVG with its style inside."""

from __future__ import annotations

import re
from copy import deepcopy
from xml.etree import ElementTree as ET

from sacreval.features.page.elements import Node

_STYLE = """
svg { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
text { fill: #1d2125; } .tick { fill: #57606a; font-size: 11px; }
.grid { stroke: #eceded; } .base { stroke: #dddfe2; } .dot, .bar { fill: #0b6e75; }
.bar { opacity: .6; } .median { stroke: #1d2125; stroke-width: 1.5; }
.span { stroke: #0b6e75; stroke-width: 3; stroke-linecap: round; opacity: .45; }
@media (prefers-color-scheme: dark) {
text { fill: #e6e8ea; } .tick { fill: #a3adb7; } .grid { stroke: #282d32; }
.base { stroke: #353b41; } .dot, .bar { fill: #5cc4cc; } .median { stroke: #e6e8ea; }
.span { stroke: #5cc4cc; }
}
"""
_NOT_XML = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]")
_LONGEST = 80  # characters of a name


def standalone(svg: Node) -> str:
    """Return an `svg` element of a page as a document.

    Args:
        svg: The element, with a `viewBox`. Characters that XML does not have are replaced.
    """
    copy = deepcopy(svg)
    width, height = copy.attrib["viewBox"].split()[2:]
    copy.attrib.update(xmlns="http://www.w3.org/2000/svg", width=width, height=height)
    style = ET.Element("style")
    style.text = _STYLE
    copy.insert(0, style)
    text = ET.tostring(copy, encoding="unicode")
    return f"{_NOT_XML.sub(chr(0xFFFD), text)}\n"


def file_name(stem: str, title: str, taken: set[str]) -> str:
    """Return a name for a figure beside a file that no other figure has.

    Args:
        stem: Name of the file, without its ending.
        title: What the figure shows.
        taken: The names of the other figures, in lower case.
    """
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", title).strip("-.")[:_LONGEST] or "figure"
    name, count = f"{stem}-{plain}.svg", 1
    while name.lower() in taken:
        count += 1
        name = f"{stem}-{plain}-{count}.svg"
    return name

"""The files of `sacreval report`: a page, or Markdown with figures as files beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree as ET

from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.features.page.content import Content
from sacreval.features.page.page import lead, static_sections, subject
from sacreval.features.page.parts import Node, element
from sacreval.report import markdown
from sacreval.text.visible import visible

if TYPE_CHECKING:
    from sacreval.features.page.other_results import OtherResult


MARKDOWN = (".md", ".markdown")
ENDINGS = (".html", ".htm", *MARKDOWN)
ELSEWHERE = {
    ".tex": "; `evaluate -o results.tex` writes the table for a paper",
    ".json": "; `evaluate -o` writes the results",
}


def check(output: Sequence[Path], *, force: bool, inputs: Sequence[str]) -> None:
    """Check that all files can be written."""
    from sacreval.io.files import check_writable

    for path in output:
        if path.suffix.lower() not in ENDINGS:
            more = ELSEWHERE.get(path.suffix.lower(), "")
            raise UsageError(
                f"{path}: a report is a web page or Markdown; choose a name that ends in .html or "
                f".md{more}"
            )
    if len(set(output)) < len(output):
        raise UsageError("the same output file is named twice; name each once")
    for path in output:
        check_writable(path, force=force, inputs=inputs)


def written(
    content: Content, output: Sequence[Path], *, force: bool, inputs: Sequence[str]
) -> list[str]:
    """Write the files; figures are beside those of Markdown."""
    from sacreval.io.files import check_writable, write_bytes

    files: dict[Path, bytes] = {}
    notices: list[str] = []
    for name in output:
        contents, said = _report(content, name)
        notices += said
        for path, data in contents.items():
            if path in files:
                raise UsageError(f"{path}: two reports have this figure; give them other names")
            files[path] = data
    for path in files:
        check_writable(path, force=force, inputs=inputs)
    for path, data in files.items():
        with write_bytes(path) as stream:
            stream.write(data)
    return list(dict.fromkeys(notices))


def write_other(shown: OtherResult, output: Sequence[Path]) -> None:
    """Write the report of a comparison or of correlations."""
    from sacreval.features.page.other_results import page_of
    from sacreval.io.files import write_bytes

    for path in output:
        text = f"# {shown.title}\n\n{shown.markdown}" if _is_markdown(path) else page_of(shown)
        with write_bytes(path) as stream:
            stream.write(_encoded(text))


def size(count: int) -> str:
    """Format the size of a file, in KiB or MiB."""
    kibibytes = count / 1024
    return f"{kibibytes / 1024:.1f} MiB" if kibibytes >= 1024 else f"{max(kibibytes, 1):.0f} KiB"


def _report(content: Content, path: Path) -> tuple[dict[Path, bytes], list[str]]:
    """Return a report, with its figures, and the notices."""
    from sacreval.features.page.page import page

    if not _is_markdown(path):
        html = page(content)
        return {path: _encoded(html.text)}, html.notices
    text = markdown_page(content, path.stem)
    figures = {path.with_name(name): _encoded(figure) for name, figure in text.figures.items()}
    return {path: _encoded(text.text), **figures}, text.notices


def _is_markdown(path: Path) -> bool:
    return path.suffix.lower() in MARKDOWN


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


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
    """Return an `svg` element of a page as a document."""
    copy = deepcopy(svg)
    width, height = copy.attrib["viewBox"].split()[2:]
    copy.attrib.update(xmlns="http://www.w3.org/2000/svg", width=width, height=height)
    style = ET.Element("style")
    style.text = _STYLE
    copy.insert(0, style)
    text = ET.tostring(copy, encoding="unicode")
    return f"{_NOT_XML.sub(chr(0xFFFD), text)}\n"


def file_name(stem: str, title: str, taken: set[str]) -> str:
    """Return a name for a figure beside a file that no other figure has."""
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", title).strip("-.")[:_LONGEST] or "figure"
    name, count = f"{stem}-{plain}.svg", 1
    while name.lower() in taken:
        count += 1
        name = f"{stem}-{plain}-{count}.svg"
    return name


_BLOCK = re.compile(r"(\d*)(#{1,6}(?=\s|$)|[-+=]|[.)](?=\s|$))")  # a heading, list or rule
_FIGURES = {"results": "scores", "spread": "records"}  # section to what its figures show


class MarkdownPage(NamedTuple):
    """A report as Markdown.

    Args:
        text: The document.
        figures: Name to the content of the SVG files that it links to.
        notices: Sentences about what is missing or left out.
    """

    text: str
    figures: dict[str, str]
    notices: list[str]


def markdown_page(content: Content, stem: str) -> MarkdownPage:
    """Create the report; equal content gives equal text and figures."""
    sections, notices = static_sections(content)
    writer = _Writer(stem)
    names = element("p", None, lead(content))
    blocks = [f"# {_escaped(subject(content))}", _inline(names)]
    for section in sections:
        blocks += writer.section(section)
    blocks.append(f"Written by sacreval {version()}.")
    return MarkdownPage("\n\n".join(blocks) + "\n", writer.figures, notices)


class _Writer:
    """Writes elements as blocks, and collects their figures.

    Args:
        stem: With which the names of figures begin.
    """

    def __init__(self, stem: str) -> None:
        self.figures: dict[str, str] = {}
        self._stem = stem
        self._kind = ""

    def section(self, node: Node) -> Iterator[str]:
        """Yield the blocks of a section."""
        self._kind = _FIGURES.get(node.get("id", ""), node.get("id", ""))
        yield from self._blocks(node)

    def _blocks(self, node: Node) -> Iterator[str]:
        for child in node:
            match child.tag:
                case "h2" | "h3":
                    yield f"{'#' * int(child.tag[1])} {_inline(child)}"
                case "details":
                    yield from self._folded(child)
                case "p":
                    yield _inline(child)
                case "ul":
                    yield "\n".join(f"- {_inline(item)}" for item in child)
                case "table":
                    yield from _table(child)
                case "figure":
                    yield from self._figure(child)
                case _:
                    yield from self._blocks(child)

    def _folded(self, node: Node) -> Iterator[str]:
        """Yield a collapsible block, whose summary GitHub reads as HTML; an open one as it is."""
        summary, *rest = node
        blocks = self._blocks(element("div", None, rest))
        if node.get("open") is not None:
            yield f"### {_inline(summary)}"
            yield from blocks
            return
        yield f"<details><summary>{escape(visible(''.join(summary.itertext())))}</summary>"
        yield from blocks
        yield "</details>"

    def _figure(self, node: Node) -> Iterator[str]:
        """Yield an image and the table folded below it, or a card of tables under its title."""
        title, *rest = node
        if (drawn := node.find("svg")) is None:
            yield f"### {_inline(title)}"
            yield from self._blocks(element("div", None, rest))
            return
        name = self._named("".join(title.itertext()))
        self.figures[name] = standalone(drawn)
        label = f"{self._kind.capitalize()} by {''.join(title.itertext())}"
        yield f"![{_escaped(label)}]({quote(os.fsencode(name))})"
        folded = [child for child in rest if child.tag == "details"]
        yield from self._blocks(element("div", None, folded))

    def _named(self, title: str) -> str:
        """Return a name of a file that no other figure has."""
        taken = {name.lower() for name in self.figures}
        return file_name(self._stem, f"{self._kind}-{title}", taken)


def _table(node: Node) -> Iterator[str]:
    """Yield the caption of a table, and the table."""
    caption, head, body = node.find("caption"), node.find("thead/tr"), node.find("tbody")
    assert head is not None  # noqa: S101 - each table has one
    assert body is not None  # noqa: S101
    if caption is not None:
        yield f"**{_inline(caption)}**"
    width = len(head)
    rule = ["---:" if "number" in (cell.get("class") or "") else ":---" for cell in head]
    rows = [[_cell(cell) for cell in line] for line in body]
    lines = [[_cell(cell) for cell in head], rule, *rows]
    yield "\n".join(_line(line, width) for line in lines)


def _line(cells: Sequence[str], width: int) -> str:
    return f"| {' | '.join([*cells, *[''] * (width - len(cells))])} |"


def _cell(node: Node) -> str:
    """Return a cell on one line; paragraphs and lines of texts are separated by <br>."""
    paragraphs = ["".join(_pieces(child)).strip() for child in node if child.tag == "p"]
    return "<br>".join(paragraphs) if paragraphs else "".join(_pieces(node)).strip()


def _inline(node: Node) -> str:
    """Return the text of an element with its marks, on one line that begins no other block."""
    text = "".join(_pieces(node)).strip()
    match = _BLOCK.match(text)
    return text if match is None else f"{match[1]}\\{text[match.end(1) :]}"


def _pieces(node: Node) -> Iterator[str]:
    yield _escaped(node.text or "")
    for child in node:
        kinds = (child.get("class") or "").split()
        if child.tag == "code":
            yield markdown.code(visible("".join(child.itertext())))
        elif child.tag == "strong":
            yield f"**{''.join(_pieces(child))}**"
        elif "unseen" not in kinds:
            yield " " if "interval" in kinds else ""
            yield from _pieces(child)
        yield _escaped(child.tail or "")


def _escaped(text: str) -> str:
    """Escape what Markdown and HTML would read as marks; line breaks are <br>."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    lines = re.split(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text)
    return "<br>".join(markdown.plain(visible(line)) for line in lines)

"""Tables that fit on paper: wide ones become several, each with the first column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sacreval.features.page.elements import Node, element

WIDTH = 124  # letters on a line of A4, in the size of tables
PADDING = 3  # letters between columns
SMALL = 0.8  # size of the letters of intervals
_WRAPPED = 30  # letters after which a cell has another line


def fit(root: Node) -> None:
    """Split each table of a tree that is wider than a page; tables of texts wrap as they are.

    Args:
        root: A section, which is changed.
    """
    for parent in list(root.iter()):
        for frame in [child for child in parent if child.get("class") == "frame"]:
            parts = _parts(frame)
            if len(parts) > 1:
                place = list(parent).index(frame)
                parent.remove(frame)
                for i, part in enumerate(parts):
                    parent.insert(place + i, part)


def _parts(frame: Node) -> list[Node]:
    """Return the frames with the parts of a table; the frame alone if it fits."""
    made = frame.find("table")
    head = None if made is None else made.find("thead/tr")
    if made is None or head is None or made.get("class") == "extremes":
        return [frame]
    rows = [head, *made.iterfind("tbody/tr")]
    chosen = list(_columns([_width(rows, i) for i in range(len(head))]))
    if len(chosen) == 1:
        return [frame]
    caption = "".join(text for one in made.iterfind("caption") for text in one.itertext())
    return [
        _part(rows, columns, f"{caption} ({i} of {len(chosen)})", made.get("class"))
        for i, columns in enumerate(chosen, start=1)
    ]


def _width(rows: Sequence[Node], i: int) -> int:
    """Return the width of a column, in letters."""
    cells = [row[i] for row in rows if i < len(row)]
    return PADDING + min(_WRAPPED, max(len(line) for cell in cells for line in _lines(cell)))


def _lines(cell: Node) -> Iterator[str]:
    """Yield lines as long as those of a cell: its interval, and the rest without hidden words."""
    rest = cell.text or ""
    for child in cell.iter():
        kind = child.get("class")
        if kind == "interval":
            yield "x" * int(SMALL * len("".join(child.itertext())))
        elif child is not cell and kind != "unseen":
            rest += child.text or ""
        rest += "" if child is cell else child.tail or ""
    yield rest


def _columns(widths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the columns of each part: the first one, and as many others as fit."""
    part, used = [0], widths[0]
    for i, width in enumerate(widths[1:], start=1):
        if used + width > WIDTH and len(part) > 1:
            yield part
            part, used = [0], widths[0]
        part.append(i)
        used += width
    yield part


def _part(rows: Sequence[Node], columns: Sequence[int], caption: str, kind: str | None) -> Node:
    head, *body = ([row[i] for i in columns if i < len(row)] for row in rows)
    made = element(
        "table",
        {"class": kind},
        element("caption", None, caption),
        element("thead", None, element("tr", None, head)),
        element("tbody", None, (element("tr", None, cells) for cells in body)),
    )
    return element("div", {"class": "frame"}, made)

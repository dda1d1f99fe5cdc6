"""A table for a paper in GitHub's Markdown."""

from __future__ import annotations

from sacreval.features.paper.caption import Caption
from sacreval.features.paper.latex import MINUS
from sacreval.features.paper.layout import Cell, Layout
from sacreval.report import markdown
from sacreval.text.visible import visible


def to_markdown(table: Layout, caption: Caption) -> str:
    """Return a table with its caption below; heads over several columns stand in each of them.

    Args:
        table: Its layout.
        caption: Its caption.
    """
    columns = [[text for text, span in heads for _ in range(span)] for heads in table.heads]
    heads = [" ".join(words) for words in zip(*columns, strict=True)]
    rows = [
        [*map(_text, table.labels), *map(_text, heads)],
        [*(":---" for _ in table.labels), *("---:" for _ in heads)],
        *([*map(_text, labels), *map(_cell, cells)] for labels, cells in table.rows),
    ]
    signatures = "; ".join(f"{_text(name)}: {markdown.code(x)}" for name, x in caption.signatures)
    below = " ".join(map(_text, caption.sentences)) + (f" {signatures}." if signatures else "")
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + f"\n{below}\n"


def _cell(cell: Cell) -> str:
    text = MINUS.sub("\N{MINUS SIGN}", visible(cell.text))
    text = f"**{text}**" if cell.bold else text
    return f"{text}{'†' * cell.dagger}{'‡' * cell.double_dagger}"


def _text(text: str) -> str:
    return markdown.plain(visible(text))

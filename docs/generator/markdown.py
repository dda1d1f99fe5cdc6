"""Write Markdown from plain text: docstrings, recipes, values."""

import html
import re
from collections.abc import Iterable, Sequence

Rows = Iterable[Sequence[str]]


def code(text: object) -> str:
    """Write a text as inline code."""
    shown = str(text)
    if "`" in shown or "|" in shown:
        return f"<code>{html.escape(shown).replace('|', '&#124;').replace('`', '&#96;')}</code>"
    return f"`{shown}`" if shown.strip() else ""


def codes(texts: Iterable[object]) -> str:
    """Write several texts as inline code."""
    return ", ".join(code(text) for text in texts)


def prose(text: str) -> str:
    """Escape markup, except code in backticks."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(code(p[1:-1]) if p[:1] == "`" and len(p) > 1 else _plain(p) for p in parts)


def table(head: Sequence[str], rows: Rows) -> str:
    """Write a table, or an empty text if there are no rows."""
    lines = [_line(row) for row in rows]
    return "\n".join([_line(head), _line("---" for _ in head), *lines, ""]) if lines else ""


def fenced(text: str, language: str) -> str:
    """Write a block of code."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def section(name: str, *parts: str) -> str:
    """Write a section with an anchor, from its non-empty parts."""
    return "\n\n".join([f"## {name} {{ #{name} }}", *(part.strip() for part in parts if part)])


def page(title: str, *parts: str) -> str:
    """Write a page from its non-empty parts."""
    return "\n\n".join([f"# {title}", *(part.strip() for part in parts if part.strip())]) + "\n"


def _plain(text: str) -> str:
    return re.sub(r"([\\*\[\]])", r"\\\1", html.escape(text, quote=False))


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("\n", " ") for cell in cells) + " |"

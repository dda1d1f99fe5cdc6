"""Escape text for GitHub-flavoured Markdown.

Written by hand: no dependency escapes Markdown; those that read it are for the site alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Patterns are compiled when they are first used, which most runs never do.
_SPECIAL = (
    r"(?i)[\\`*\[\]<|~$]|^>"
    r"|(?<!\w)_|_(?!\w)"  # within a word it is not emphasis
    r"|&(?=#?\w+;)"  # an entity
    r"|:(?=//)|(?<=www)\."  # a link without brackets
    r"|@"
)


def plain(text: str) -> str:
    """Escape links, images, pipes, emphasis, code and HTML.

    Args:
        text: One line.
    """
    return re.sub(_SPECIAL, lambda match: f"\\{match[0]}", text)


def code_block(lines: Sequence[str]) -> str:
    """Return lines as a block of code, also if they contain backticks.

    Args:
        lines: The lines.
    """
    longest = max((len(ticks) for line in lines for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([fence, *lines, fence, ""])


def code(text: str) -> str:
    """Return a line as inline code, also if it contains backticks.

    Args:
        text: One line.
    """
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    room = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{room}{text}{room}{fence}"

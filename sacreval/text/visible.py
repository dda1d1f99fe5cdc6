"""Visible texts: characters that a terminal would obey are escaped."""

from __future__ import annotations


def visible(text: str) -> str:
    """Escape characters that move the cursor, break lines or change the writing direction."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )

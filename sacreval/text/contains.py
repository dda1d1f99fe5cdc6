"""Check whether a text contains another."""

import re


def holds(text: str, part: str, *, words: bool) -> bool:
    """Return whether a text contains another.

    Args:
        text: The text to search.
        part: The text to find; a blank one is found only in a blank text.
        words: Whether it must be at word boundaries.
    """
    if not part.strip():
        return text.strip() == part.strip()
    if words:
        return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None
    return part in text

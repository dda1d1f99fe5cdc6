"""Whether a text holds another."""

import re


def holds(text: str, part: str, *, words: bool) -> bool:
    """Return whether a text holds another, as whole words if asked for."""
    if not part.strip():
        return text.strip() == part.strip()
    if words:
        return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None
    return part in text

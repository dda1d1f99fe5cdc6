"""Check whether a text contains another."""


def holds(text: str, part: str, *, words: bool) -> bool:
    """Return whether a text contains another.

    Args:
        text: The text to search.
        part: The text to find; a blank one is found only in a blank text.
        words: Whether it must be at word boundaries.
    """
    if not part.strip():
        return text.strip() == part.strip()
    return _holds_words(text, part) if words else part in text


def _holds_words(text: str, part: str) -> bool:
    r"""Return whether a text contains another between word boundaries, as (?<!\w)PART(?!\w)."""
    at = text.find(part)
    while at >= 0:
        end = at + len(part)
        if not _joined(text[at - 1 : at]) and not _joined(text[end : end + 1]):
            return True
        at = text.find(part, at + 1)
    return False


def _joined(character: str) -> bool:
    return character.isalnum() or character == "_"

"""Split a text into sentences by rule."""

from itertools import pairwise

from sacreval.text.readability import SENTENCE_END


def by_rule(text: str) -> list[str]:
    """Return the sentences of a text, without blanks around them.

    A sentence ends at `.`, `!`, `?` or `…`, and the quotes and brackets after it, before a blank or
    the end of the text, or at an empty line; abbreviations are not known.

    Args:
        text: Any text.
    """
    ends = [0, *(found.end() for found in SENTENCE_END.finditer(text)), len(text)]
    return [part for a, b in pairwise(ends) if (part := text[a:b].strip())]

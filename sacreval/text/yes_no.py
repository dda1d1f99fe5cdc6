"""Yes or no: the answer of a text that says one of them, or true or false."""

from __future__ import annotations

import re

_MEANS = {"yes": True, "true": True, "no": False, "false": False}
_SAID = r"(yes|no|true|false)"
_EDGE = r"[\s\W_]*"  # white space, quotes, Markdown's marks, full stops
_FOLLOWS_NO = r"it|he|she|they|we|i|you|this|that|there|the|because|since|as"  # as in "No it isn't"
_FIRST = re.compile(
    rf"{_EDGE}(?:(yes|true|false)(?!\w)|(no)(?={_EDGE}$|\s*[^\w\s]|\s*\n|\s+(?:{_FOLLOWS_NO})\b))",
    re.IGNORECASE,
)
_STATED = re.compile(rf"\banswer(?:\s+is|\s*:){_EDGE}{_SAID}(?!\w)", re.IGNORECASE)
_LAST = re.compile(rf"(?<!\w)(?<!\bnot )(?<!n't ){_SAID}{_EDGE}$", re.IGNORECASE)
_END = 200  # characters in which the last word is searched


def yes_or_no(text: str) -> bool | None:
    """Return whether a text says yes or no.

    What it says is its first word, its last word, and the word after `answer is` or `answer:`,
    where these are yes, no, true or false.

    Args:
        text: The text.

    Returns:
        True for yes and true, False for no and false; None where it says neither, as in `I have no
        idea`, or both, as in `Yes. Then again, no`.
    """
    found = [_FIRST.match(text), *_STATED.finditer(text), _LAST.search(text[-_END:])]
    said = {_MEANS[next(filter(None, one.groups())).lower()] for one in found if one is not None}
    return said.pop() if len(said) == 1 else None

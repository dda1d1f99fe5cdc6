"""Find the label that a free text names."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

Find = Literal["exact", "first", "only"]


def find_label(text: str, labels: Sequence[str], how: Find) -> str | None:
    """Return the label that a text names.

    Args:
        text: The text to search.
        labels: All labels.
        how: exact requires the text to be the label; first returns the first label in the text,
            matched as whole words without regard to case, the longest if several start at the same
            position; only does the same, but returns None if the text names different labels.

    Returns:
        A label as written in `labels`, or None.
    """
    if how == "exact":
        return text if text in labels else None
    pattern, by_fold = _pattern(tuple(labels))
    named = [by_fold[match[0].casefold()] for match in pattern.finditer(text)]
    if not named or (how == "only" and len(set(named)) > 1):
        return None
    return named[0]


@cache
def _pattern(labels: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    longest_first = sorted(labels, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    by_fold = {label.casefold(): label for label in reversed(labels)}
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE), by_fold

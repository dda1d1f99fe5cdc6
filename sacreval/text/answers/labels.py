"""Labels with other spellings, and the label that a free text names."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

from sacreval.errors import UsageError
from sacreval.text.answers.negation import denied

Find = Literal["exact", "first", "only"]
_BETWEEN = re.compile("(?<!=)=(?!=)")


def spellings(spec: str) -> list[str]:
    """Return a label and its other spellings.

    Args:
        spec: Texts with = between them, as in `0=negative=bad`; == stands for = in a text.

    Raises:
        UsageError: If one is empty.
    """
    found = [one.replace("==", "=") for one in _BETWEEN.split(spec)]
    if len(found) > 1 and not all(found):
        raise UsageError(
            f"--labels {spec}: a spelling is empty; write LABEL=SPELLING, and == for = in a label"
        )
    return found


def written(label: str) -> str:
    """Write a label so that `spellings` returns it alone."""
    return label.replace("=", "==")


def find_label(text: str, labels: Collection[str], how: Find) -> str | None:
    """Return the label that a text names.

    Args:
        text: The text to search.
        labels: All labels; or a mapping from each spelling of a label to the label.
        how: exact requires the text to be the label; first returns the first label in the text
            that is not denied, as `text/answers/negation` reads it, matched as whole words without
            regard to case, the longest if several start at the same position; only does the same,
            but returns None if the text names different labels, denied or not.

    Returns:
        A label as written in `labels`, or None.
    """
    known = labels if isinstance(labels, Mapping) else dict(zip(labels, labels, strict=True))
    if how == "exact":
        return known.get(text)
    pattern, by_fold = _pattern(tuple(known.items()))
    matches = list(pattern.finditer(text))
    named = [by_fold[match[0].casefold()] for match in matches]
    if how == "only" and len(set(named)) > 1:
        return None
    flags = denied(text, [match.span() for match in matches])
    return next((label for label, flag in zip(named, flags, strict=True) if not flag), None)


@cache
def _pattern(labels: Sequence[tuple[str, str]]) -> tuple[re.Pattern[str], dict[str, str]]:
    longest_first = sorted((spelling for spelling, _ in labels), key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    by_fold = {spelling.casefold(): label for spelling, label in reversed(labels)}
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE), by_fold

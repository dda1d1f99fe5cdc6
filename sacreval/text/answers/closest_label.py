"""The label that a text is closest to, by edit distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from sacreval.errors import RecordError, shortened

LEAST = 0.6  # similarity of a text and its label
_KEPT = 65_536  # texts whose label is remembered


def closest_label(labels: Sequence[str]) -> Callable[[str], str]:
    """Create the function that returns the label most similar to a text.

    Case and white space and punctuation at the ends do not count. The similarity is 1 - d / m, for
    the edit distance d and the length m of the longer of the two.

    Args:
        labels: The labels.

    Returns:
        A function that raises RecordError if no label is similar by at least `LEAST`, or if several
        are equally similar.
    """
    folded = {label: _folded(label) for label in labels}

    @lru_cache(_KEPT)
    def find(text: str) -> str | None:
        plain = _folded(text)
        scores = {label: _similarity(plain, one) for label, one in folded.items()}
        best = max(scores.values(), default=0.0)
        names = [label for label, score in scores.items() if score == best]
        return names[0] if best >= LEAST and len(names) == 1 else None

    def label_of(text: str) -> str:
        if (found := find(text)) is None:
            raise RecordError(
                f"'{shortened(text, 60)}' is close to no label, or to several equally; check it, "
                "or extract in another way"
            )
        return found

    return label_of


def _folded(text: str) -> str:
    """Fold case, collapse white space, and drop punctuation at the ends."""
    words = " ".join(text.casefold().split())
    inside = [i for i, sign in enumerate(words) if sign.isalnum()]
    return words[inside[0] : inside[-1] + 1] if inside else words


def _similarity(a: str, b: str) -> float:
    """Return the similarity of two texts, 0 if it is below `LEAST`."""
    longest = max(len(a), len(b))
    if a == b:
        return 1.0
    if min(len(a), len(b)) < LEAST * longest:  # also long texts, which are never compared
        return 0.0
    score = 1.0 - _distance(a, b) / longest
    return score if score >= LEAST else 0.0


def _distance(a: str, b: str) -> int:
    """Return the Levenshtein distance of two texts."""
    row = list(range(len(b) + 1))
    for i, sign in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, start=1):
            change = before + (sign != other)
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, change)
    return row[-1]

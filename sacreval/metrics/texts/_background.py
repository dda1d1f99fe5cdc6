"""Background of SIMetrix: words' counts and inverse document frequencies in news."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import NotSetUpError
from sacreval.text.word_lists import read_list


class Background(NamedTuple):
    """Statistics of words in a corpus of news articles.

    Args:
        counts: Word to its count.
        total: Number of words.
        idf: Word to its inverse document frequency, natural logarithm.
        rare: The inverse document frequency of words that the corpus does not have.
    """

    counts: Mapping[str, float]
    total: float
    idf: Mapping[str, float]
    rare: float


@cache
def background(folder: Path, *, stemmed: bool) -> Background:
    """Read the statistics.

    Args:
        folder: The folder of the resource `simetrix`.
        stemmed: Of stems, not of words.

    Raises:
        NotSetUpError: If a file is missing or damaged.
    """
    from math import log

    kind = "stemmed" if stemmed else "unstemmed"
    total, counts = _table(
        folder / f"bgFreqCounts.{kind}{'' if stemmed else '.txt'}", start=stemmed
    )
    documents, idf = _table(folder / f"bgIdfValues.{kind}.txt", start=True)
    return Background(counts, total, idf, log(documents))


def _table(path: Path, *, start: bool) -> tuple[float, dict[str, float]]:
    """Read lines of a word and a number; the first may hold the total alone."""
    lines = [line.split() for line in read_list(path, "simetrix").splitlines() if line.strip()]
    try:
        total = float(lines[0][0]) if start else None
        values = {word: float(value) for word, value in lines[1 if start else 0 :]}
        if not values:
            raise ValueError  # noqa: TRY301 - same remedy
    except (ValueError, IndexError):
        raise NotSetUpError(
            f"{path}: the file is damaged; fetch it again: sacreval setup-metric simetrix --force"
        ) from None
    return sum(values.values()) if total is None else total, values

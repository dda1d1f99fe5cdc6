"""Sentences of outputs and documents, by punkt, by rule or by lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

from sacreval.io import resources
from sacreval.text.syllables import by_rule

Splitting = Literal["punkt", "rule", "lines"]


def split(text: str, how: Splitting) -> tuple[str, ...]:
    """Return the sentences of a text.

    Args:
        text: The text.
        how: punkt, as NLTK with its parameters for English; rule, at punctuation marks before a
            blank; or lines, one sentence on each line that is not empty.
    """
    return _split(text, how, *files(how))


def split_each(texts: Iterable[str], how: Splitting) -> tuple[str, ...]:
    """Return the sentences of several texts, one text after the other."""
    return tuple(sentence for text in texts for sentence in split(text, how))


def files(how: Splitting) -> tuple[Path, ...]:
    """Return the files that a way of splitting depends on.

    Raises:
        NotSetUpError: If they have not been set up.
    """
    return (resources.punkt_folder(),) if how == "punkt" else ()


@lru_cache(maxsize=4096)
def _split(text: str, how: Splitting, *_files: Path) -> tuple[str, ...]:
    if how == "punkt":
        return tuple(resources.sentences(text))
    if how == "lines":
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    return tuple(by_rule(text))

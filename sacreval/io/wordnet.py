"""NLTK's WordNet reader on any folder that holds WordNet's own files."""

from __future__ import annotations

import io
import warnings
from functools import cache
from pathlib import Path
from typing import Any

LEXICOGRAPHER_FILES = 45  # of WordNet 3.0; their names matter to no metric


@cache
def nltk_reader(folder: Path) -> Any:
    """Open WordNet with NLTK.

    Args:
        folder: Where `data.noun` and its like lie. NLTK also wants `lexnames`, which Debian's
            package leaves out; numbers then stand for the names.

    Returns:
        A reader of the English WordNet.
    """
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class EnglishReader(WordNetCorpusReader):  # type: ignore[misc]
        def open(self, file: str) -> Any:
            if file == "lexnames" and not (folder / file).exists():
                return io.StringIO("".join(f"{i} {i} 1\n" for i in range(LEXICOGRAPHER_FILES)))
            return super().open(file)

        def map_wn(self, version: str = "wordnet") -> None:
            """Other languages' WordNets would need more files."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that other languages are missing
        return EnglishReader(_allowed(folder), None)


def _allowed(folder: Path) -> Any:
    """Name the folder in NLTK's way; it opens only what lies below its own data folders."""
    import nltk

    if str(folder) not in nltk.data.path:
        nltk.data.path.append(str(folder))
    return nltk.data.FileSystemPathPointer(str(folder))

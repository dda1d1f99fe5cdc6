"""NLTK's WordNet reader for any folder of WordNet's original files."""

from __future__ import annotations

import io
import warnings
from functools import cache
from pathlib import Path
from typing import Any

LEXICOGRAPHER_FILES = 45  # of WordNet 3.0; no metric uses their names


@cache
def nltk_reader(folder: Path) -> Any:
    """Open WordNet with NLTK.

    Args:
        folder: The folder of `data.noun` and the other files. NLTK also requires `lexnames`, which
            Debian's package omits; numbers then replace the names.

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
            """Skip the mapping of other languages, which needs more files."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing other languages
        return EnglishReader(_allowed(folder), None)


def _allowed(folder: Path) -> Any:
    """Return the folder as NLTK's path type; NLTK opens only files below its data folders."""
    import nltk

    if str(folder) not in nltk.data.path:
        nltk.data.path.append(str(folder))
    return nltk.data.FileSystemPathPointer(str(folder))

"""The word lists and tables of METEOR 1.5, as `setup-metric meteor-1.5` lays them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError
from sacreval.io.resources import resource

RESOURCE = "meteor-1.5"
FUNCTION_WORDS = "function/english.words"  # METEOR 1.5 uses the English list for all languages
PREFIXES = {
    "en": "nonbreaking/english.prefixes",
    "cs": "nonbreaking/czech.prefixes",
    "de": "nonbreaking/german.prefixes",
    "es": "nonbreaking/spanish.prefixes",
    "fr": "nonbreaking/french.prefixes",
    "ru": "nonbreaking/russian.prefixes",
}
"""The files of languages with a normaliser."""
_NUMERIC_ONLY = "#NUMERIC_ONLY#"
AGAIN = "fetch it again: sacreval setup-metric meteor-1.5 --force"


class Prefixes(NamedTuple):
    """Words after which a full stop ends no sentence.

    Args:
        always: Words such as `Mr`.
        numeric: Words of which that is true before a number, such as `No`.
    """

    always: tuple[str, ...]
    numeric: tuple[str, ...]


class SynonymTables(NamedTuple):
    """Synsets of words, and base forms of irregular words.

    Args:
        synsets: Word to the numbers of its synsets.
        bases: Irregular form to its base forms.
    """

    synsets: Mapping[str, frozenset[int]]
    bases: Mapping[str, Sequence[str]]


def function_words_file() -> Path:
    """Return the file of function words that METEOR 1.5 uses for every language."""
    return resource(RESOURCE) / FUNCTION_WORDS


def prefixes_file(language: str) -> Path:
    """Return the file of words after which a full stop ends no sentence."""
    return resource(RESOURCE) / PREFIXES[language]


def arabic_stems_file() -> Path:
    """Return the table of stems of Arabic in Buckwalter's transliteration."""
    return resource(RESOURCE) / "stem/arabic-buckwalter-reduced.gz"


def synonyms_folder() -> Path:
    """Return the folder of `english.synsets` and `english.exceptions`."""
    return resource(RESOURCE) / "synonym"


@cache
def function_words(path: Path) -> frozenset[str]:
    """Read a list of function words, one in each line.

    Args:
        path: A UTF-8 file.

    Raises:
        InputError: If it cannot be read.
    """
    remedy = AGAIN if path.match(FUNCTION_WORDS) else "name a UTF-8 file with a word in each line"
    return frozenset(line.strip() for line in _lines(path, remedy) if line.strip())


@cache
def prefixes(path: Path) -> Prefixes:
    """Read a list of words after which a full stop ends no sentence.

    Args:
        path: A UTF-8 file: a word in each line, `#NUMERIC_ONLY#` after those before numbers.

    Raises:
        InputError: If it cannot be read.
    """
    lines = [line.split() for line in _lines(path) if line.strip() and not line.startswith("#")]
    return Prefixes(
        tuple(words[0] for words in lines if _NUMERIC_ONLY not in words[1:]),
        tuple(words[0] for words in lines if _NUMERIC_ONLY in words[1:]),
    )


@cache
def synonym_tables(folder: Path) -> SynonymTables:
    """Read the tables of synonyms.

    Args:
        folder: The folder of `english.synsets` and `english.exceptions`.

    Raises:
        InputError: If one cannot be read or is damaged.
    """
    bases: dict[str, list[str]] = {}
    for base, forms in _pairs(folder / "english.exceptions"):
        for form in forms.split():
            bases.setdefault(form, []).append(base)
    path = folder / "english.synsets"
    try:
        synsets = {word: frozenset(map(int, numbers.split())) for word, numbers in _pairs(path)}
    except ValueError as error:
        raise InputError(f"{path} is damaged ({error}); {AGAIN}") from None
    return SynonymTables(synsets, bases)


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    lines = _lines(path)
    if len(lines) % 2:
        raise InputError(f"{path} ends within an entry; {AGAIN}")
    return zip(lines[::2], lines[1::2], strict=True)


def _lines(path: Path, remedy: str = AGAIN) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{path} cannot be read ({reason}); {remedy}") from None

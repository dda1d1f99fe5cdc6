"""The normaliser of METEOR 1.5: words, punctuation marks and numbers separated by blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

ALPHA = (
    "A-Za-z\u0160\u0161\u017d\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u04ff"
    "\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
ALNUM = f"0-9{ALPHA}"
BLANKS = " \t\n\x0b\f\r"  # `\s` of Java, which is ASCII
SEPARATORS = re.compile("[ \t\n\r\f]+")  # of Java's StringTokenizer

LANGUAGES = ("en", "cs", "fr", "es", "de", "ru")
"""Languages with a normaliser."""

_Rule = tuple[re.Pattern[str], str]


def _rules(*pairs: tuple[str, str]) -> tuple[_Rule, ...]:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in pairs)


_MARKS = _rules((f"([^{ALNUM}{BLANKS}.'`,\\-\u2018\u2019])", r" \1 "))
_ELLIPSES = _rules((r"\.([.]+)", r" DOTMULTI\1"))
_LAST_DOT = re.compile(r"DOTMULTI\.([^.])")
_PUNCTUATION = _rules(
    ("([^0-9]),([^0-9])", r"\1 , \2"),
    ("([0-9]),([^0-9])", r"\1 , \2"),
    ("([^0-9]),([0-9])", r"\1 , \2"),
    ("[`\u2018\u2019]", "'"),
    ("[\u201c\u201d]|''", ' " '),
    ("\u2013", "-"),
    ("--", "-"),
    (f"([{ALNUM}.])-([{ALNUM}])", r"\1 \2"),
)
_APOSTROPHES = {
    "en": _rules(
        (f"([^{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([^{ALNUM}])'([{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([{ALPHA}])", r"\1 '\2"),
        ("([0-9])'(s)", r"\1 '\2"),
    ),
    "fr": _rules(
        (f"([^{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([^{ALPHA}])'([{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([^{ALPHA}])", r"\1 ' \2"),
        (f"([{ALPHA}])'([{ALPHA}])", r"\1' \2"),
    ),
}
_OTHER_APOSTROPHES = _rules(("'", " ' "))
_NO_LETTER = re.compile(f"[^{ALNUM}]")
_LETTER = re.compile(f"[{ALPHA}]")
_TRIMMED = "".join(map(chr, range(33)))  # what Java's trim removes at both ends
_SPACES = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+")


@dataclass(frozen=True)
class Normalizer:
    """The normaliser for a language.

    Args:
        language: One of `LANGUAGES`.
        prefixes: Words after which a full stop ends no sentence, such as `Mr`.
        numeric_prefixes: Words of which that is true before a number, such as `No`.
        no_punctuation: Remove all characters but letters and digits.
    """

    language: str
    prefixes: Collection[str] = field(repr=False)
    numeric_prefixes: Collection[str] = field(repr=False)
    no_punctuation: bool = False

    def __call__(self, text: str) -> str:
        """Return a text as words in lower case, separated by blanks.

        Args:
            text: Any text; line ends count as blanks.

        Source: Denkowski and Lavie (2014), METEOR 1.5, option -norm.
        """
        text = _ellipses(_apply(_MARKS, f" {text} "))
        text = _apply(_PUNCTUATION, text)
        text = _apply(_APOSTROPHES.get(self.language, _OTHER_APOSTROPHES), text)
        text = _with_dots(" ".join(self._full_stops(split(text))))
        if self.no_punctuation:
            text = _NO_LETTER.sub(" ", text)
        return _SPACES.sub(" ", text).strip(_TRIMMED).lower()

    def _full_stops(self, words: list[str]) -> list[str]:
        """Separate the full stops that end a sentence, and remove those of abbreviations."""
        following = [*words[1:], ""]
        return [self._full_stop(*pair) for pair in zip(words, following, strict=False)]

    def _full_stop(self, word: str, following: str) -> str:
        stem = word.removesuffix(".")
        if stem in {"", word}:
            return word
        if "." in stem and _LETTER.search(stem):
            return stem.replace(".", "")
        if stem in self.prefixes or "a" <= following[:1] <= "z":
            return word
        if stem in self.numeric_prefixes and "0" <= following[:1] <= "9":
            return word
        return f"{stem} ."


def split(text: str) -> list[str]:
    """Split a text at blanks, tabs, line ends and form feeds, as Java's StringTokenizer does."""
    return [word for word in SEPARATORS.split(text) if word]


def plain(text: str) -> str:
    """Return a text unchanged."""
    return text


def normalizer(
    language: str, *, prefixes: Collection[str], numeric: Collection[str], kind: str
) -> Callable[[str], str]:
    """Return the function that prepares texts for METEOR 1.5."""
    if kind == "none":
        return plain
    if kind == "lowercase":
        return str.lower
    return Normalizer(language, prefixes, numeric, kind == "no-punctuation")


def _apply(rules: tuple[_Rule, ...], text: str) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _ellipses(text: str) -> str:
    text = _apply(_ELLIPSES, text)
    while "DOTMULTI." in text:
        text = _LAST_DOT.sub(r"DOTDOTMULTI \1", text)
        text = text.replace("DOTMULTI.", "DOTDOTMULTI")
    return text


def _with_dots(text: str) -> str:
    while "DOTDOTMULTI" in text:
        text = text.replace("DOTDOTMULTI", "DOTMULTI.")
    return text.replace("DOTMULTI", ".")

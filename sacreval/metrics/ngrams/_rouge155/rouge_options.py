"""Options of the counts of ROUGE-1.5.5: tokens, measures, limits, stems and stop words.

How ROUGE-1.5.5 reads a text: bytes, sentences, limits of length, tokens. Source: ROUGE-1.5.5 (Lin
2004), with its quirks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sacreval.errors import UsageError
from sacreval.text.unseen_characters import to_bytes

_BLANKS = re.compile(rb"[\t-\r ]+")
_TOKEN = re.compile(rb"[a-z0-9]+")


class Limit(NamedTuple):
    """The largest length of a text, in words or in bytes; 0 for no limit."""

    words: int = 0
    bytes: int = 0


def sentences(text: str) -> list[bytes]:
    """Return the lines of a text that are not empty, as bytes.

    Args:
        text: One sentence on each line; other bytes than UTF-8 decoded by `unseen_characters`.
    """
    return [line for line in to_bytes(text).split(b"\n") if line]


def whole_text(lines: Sequence[bytes], limit: Limit) -> bytes:
    """Join the sentences up to the limit."""
    return b" ".join(_limited(lines, limit))


def sentences_of_lcs(lines: Sequence[bytes], limit: Limit) -> list[bytes]:
    """Return the sentences that ROUGE-L and ROUGE-W compare.

    A limit in bytes holds for each sentence on its own, since the script does not add them up; the
    first sentence that reaches it is cut, and ends the text.
    """
    if not limit.bytes:
        return _limited(lines, limit)
    kept: list[bytes] = []
    for line in lines:
        kept.append(line[: limit.bytes])
        if len(line) >= limit.bytes:
            break
    return kept


def tokens(text: bytes) -> list[str]:
    """Split into runs of a-z and 0-9, after lowercasing A-Z."""
    return [token.decode() for token in _TOKEN.findall(text.lower())]


def _limited(lines: Sequence[bytes], limit: Limit) -> list[bytes]:
    most = limit.words or limit.bytes
    if not most:
        return list(lines)
    kept: list[bytes] = []
    for line in lines:
        parts = _words(line) if limit.words else line
        if len(parts) >= most:
            kept.append(b" ".join(_words(line)[:most]) if limit.words else line[:most])
            break
        kept.append(line)
        most -= len(parts)
    return kept


def _words(line: bytes) -> list[bytes]:
    """Split at blanks; a leading blank makes an empty first word, which counts."""
    words = _BLANKS.split(line)
    while words and not words[-1]:
        words.pop()
    return words


Stems = Literal["none", "models", "all"]
SkipBigrams = Literal["skip", "with-unigrams", "both"]
BasicElements = Literal["H", "HM", "HMR", "HM1", "HMR1", "HMR2"]
UNLIMITED = -1  # no largest gap between the words of a skip-bigram

LARGEST_WEIGHT = 20  # powers of the lengths of longer runs overflow beyond it
LARGEST = {  # what options beyond would need does not fit into memory
    "max_ngram": 1000,
    "max_words": 2**31 - 1,
    "max_bytes": 2**31 - 1,
    "bootstrap_samples": 1_000_000,
}


def check_range(name: str, value: float, largest: int) -> None:
    """Check that an option is from 0 to its largest value."""
    if not 0 <= value <= largest:
        raise UsageError(f"{name} is {value}; give a number from 0 to {largest}")


def check_skip_bigrams(distance: int | None, unigrams: str) -> None:
    """Check the options of skip-bigrams."""
    if distance is None and unigrams != "without":
        raise UsageError(
            f"unigrams {unigrams} (-u, -U) has no effect without skip-bigrams; give skip_distance "
            "(-2) too, usually 4"
        )
    if distance is not None and distance < UNLIMITED:
        raise UsageError(
            f"skip_distance (-2) is {distance}; give 0 or more words, or -1 for any number"
        )


class Measures(NamedTuple):
    """The measures of a run, in the order of the script's output.

    Args:
        max_ngram: Largest n of ROUGE-N; 0 for none.
        rouge_l: Whether ROUGE-L is computed.
        weight: Exponent of ROUGE-W; 0 for none.
        gap: Largest number of words between those of a skip-bigram; -1 for any, None for none.
        skip: Whether skip-bigrams are counted alone, with unigrams, or in both ways.
        elements: Which basic elements are counted; None for none.
    """

    max_ngram: int = 0
    rouge_l: bool = False
    weight: float = 0.0
    gap: int | None = None
    skip: SkipBigrams = "skip"
    elements: BasicElements | None = None

    def tags(self) -> tuple[str, ...]:
        """Return the names of the measures: 1, 2, L, W, S4, SU4, S, SU or BE."""
        if self.elements:
            return ("BE",)
        tags = [str(n + 1) for n in range(self.max_ngram)]
        tags += ["L"] * self.rouge_l + ["W"] * (self.weight > 0)
        if self.gap is not None:
            gap = "" if self.gap < 0 else str(self.gap)
            tags += [f"S{gap}"] * (self.skip != "with-unigrams")
            tags += [f"SU{gap}"] * (self.skip != "skip")
        return tuple(tags)

    def printed_names(self) -> tuple[str, ...]:
        """Return the names in the script's output, such as ROUGE-W-1.2 and ROUGE-S*."""
        return tuple(f"ROUGE-{self._printed(tag)}" for tag in self.tags())

    def _printed(self, tag: str) -> str:
        if tag == "BE":
            return f"BE-{self.elements}"
        if tag == "W":
            return f"W-{self.weight:g}"
        return f"{tag}*" if tag in {"S", "SU"} else tag


class WordRules(NamedTuple):
    """How texts become tokens.

    Args:
        stems: Which texts are stemmed: none, the models (references) alone, or all.
        limit: The largest length of a text.
        irregular: Irregular form to base form; empty without stems.
        stop: Words that are dropped.
    """

    stems: Stems = "none"
    limit: Limit = Limit()
    irregular: Mapping[str, str] = {}
    stop: frozenset[str] = frozenset()

    def irregular_lines(self) -> bytes:
        """Return a form, a tab and its base on each line, for the kernel."""
        return "\n".join(map("\t".join, self.irregular.items())).encode("latin-1")

    def stop_lines(self) -> bytes:
        """Return a stop word on each line, for the kernel."""
        return "\n".join(sorted(self.stop)).encode("latin-1")

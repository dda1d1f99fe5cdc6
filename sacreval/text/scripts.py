"""Check whether a tokenizer supports the script of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

FEWEST = 8  # letters and digits; shorter texts are not checked
SEEN = 0.1  # smallest share of a-z and 0-9 among them for a tokenizer that drops other letters
LONGEST = 6  # mean letters per token in scripts without spaces; Chinese and Thai words have 2 to 4
UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana and Han."""

TOKENIZE = "give --tokenize zh for Chinese, ja-mecab for Japanese, or char"
CHARACTERS = "give --unit character"
CHRF = "chrf counts characters instead"
MULTILINGUAL = "give --normalize multilingual, whose words are Chinese characters, or use chrf"
F1_INSTEAD = "token-f1 --normalize multilingual treats each Chinese character as a word"
CER = "cer counts characters instead"


class Tokenization(NamedTuple):
    """How a metric splits texts into tokens.

    Args:
        split: Function from a text to its tokens; if the metric's own is slow to import, one that
            splits scripts without spaces in the same way.
        remedy: What to do if it does not support a text's script, as a clause.
        latin_only: Whether letters other than a-z are dropped.
        kept: The characters that are kept, as the class of a regular expression; empty for all.
        unknown: Function from a text to the share of its tokens, 0 to 1, that all stand for any
            unknown text; None if the tokenizer has no such token.
    """

    split: Callable[[str], Sequence[str]]
    remedy: str
    latin_only: bool = False
    kept: str = ""
    unknown: Callable[[str], float] | None = None

    def overlooks(self, text: str) -> bool:
        """Return whether almost all of a text is dropped, or whole clauses are one token.

        Args:
            text: The text; ASCII texts are never overlooked.
        """
        if text.isascii():
            return False
        letters = sum(map(str.isalnum, text))
        if letters < FEWEST:
            return False
        if self.unknown is not None:
            return self.unknown(text) > 1 - SEEN
        if self.latin_only:
            return sum(c.isascii() and c.isalnum() for c in text) < SEEN * letters
        if self.kept:
            return len(re.findall(f"[{self.kept}]", text)) < SEEN * letters
        unspaced = _count_unspaced(text)
        return 2 * unspaced > letters >= LONGEST * len(self.split(text))


def _count_unspaced(text: str) -> int:
    """Count letters of scripts without spaces; accents, dashes and quotes need no pattern."""
    if not any("\u0e00" <= c < "\u1800" or c >= "\u3040" for c in set(text)):
        return 0
    return len(_unspaced().findall(text))


@cache
def _unspaced() -> re.Pattern[str]:
    """Compile the pattern where it is first used; that takes longer than importing this module."""
    return re.compile(UNSPACED)

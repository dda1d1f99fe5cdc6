"""Whether a tokenizer finds words in a text, or passes over the script that it is written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

FEWEST = 8  # letters and digits; shorter texts say nothing of a tokenizer
SEEN = 0.1  # the share of them that must be a-z or 0-9 where a tokenizer knows nothing else
LONGEST = (
    6  # letters a token, on average, in scripts without blanks; Chinese and Thai words have 2 to 4
)
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, kana and Han."""

TOKENIZE = "give --tokenize zh for Chinese, ja-mecab for Japanese, or char"
CHARACTERS = "give --unit character"
CHRF = "chrf counts characters instead"
MULTILINGUAL = "give --normalize multilingual, whose words are Chinese characters, or use chrf"
F1_INSTEAD = "token-f1 --normalize multilingual makes words of Chinese characters"
CER = "cer counts characters instead"


class Tokenization(NamedTuple):
    """How a metric splits texts.

    Args:
        split: From a text to its tokens; where the metric's own takes long to import, another that
            splits scripts without blanks alike.
        remedy: What helps where they are not those of a text's script, as a clause.
        latin_only: Whether letters other than a-z are in no token.
    """

    split: Callable[[str], Sequence[str]]
    remedy: str
    latin_only: bool = False

    def overlooks(self, text: str) -> bool:
        """Return whether almost nothing of a text stands in tokens, or whole clauses are one.

        Args:
            text: The text; one in ASCII alone is never overlooked.
        """
        if text.isascii():
            return False
        letters = sum(map(str.isalnum, text))
        if letters < FEWEST:
            return False
        if self.latin_only:
            return sum(c.isascii() and c.isalnum() for c in text) < SEEN * letters
        unspaced = len(UNSPACED.findall(text))
        return 2 * unspaced > letters >= LONGEST * len(self.split(text))

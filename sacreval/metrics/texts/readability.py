"""Readability of English texts: Flesch, Flesch-Kincaid, ARI and Coleman-Liau."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Metric, metrics
from sacreval.stats.ratio import ratio
from sacreval.text.scripts import Tokenization
from sacreval.text.syllables import sentences, syllables, words

if TYPE_CHECKING:
    from sacreval.core.metric import Array


@metrics.register("readability")
@dataclass(frozen=True, kw_only=True)
class Readability(Metric):
    """Readability: school grades by Flesch-Kincaid, ARI and Coleman-Liau, and Flesch's ease.

    English. Of the grades fkgl, ari and coleman_liau lower is easier to read, and counts as better;
    of flesch, which is about 0 to 100, higher. Counts are summed over outputs before the formulas
    are applied; without words all are 0. References are not used. Words are blank-separated tokens
    with a letter or digit. Sentences end at . ! ? or … before a blank, and at empty lines.
    ARI counts all characters but blanks, Coleman-Liau letters and digits. A syllable is a sequence
    of the vowels aeiouy; the e of a final -e, -es or -ed is silent, except in -le after a
    consonant, in -es after s, x, z, c, g, sh or ch, and in -ed after t or d.

    Source: Flesch 1948; Kincaid et al. 1975; Smith and Senter 1967; Coleman and Liau 1975.
    """

    tasks: ClassVar[tuple[str, ...]] = ("simplification", "summarization", "generation")
    higher_is_better: ClassVar[Mapping[str, bool]] = {"flesch": True, "*": False}
    needs: ClassVar[tuple[str, ...]] = ()
    whole_rows: ClassVar[bool] = True

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the four formulas."""
        return ("fkgl", "flesch", "ari", "coleman_liau")

    def tokenization(self) -> Tokenization:
        """Split at blanks."""
        return Tokenization(words, "these formulas are for English")

    def row(self, prediction: Any, _prepared: Any) -> Sequence[float]:
        """Return the numbers of sentences, words, syllables, characters, letters and digits."""
        tokens = words(prediction)
        return (
            sentences(prediction),
            len(tokens),
            sum(map(syllables, tokens)),
            sum(map(len, tokens)),
            sum(c.isalnum() for word in tokens for c in word),
        )

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Apply the formulas; 0 without words."""
        import numpy as np

        n = sums[..., 1]
        words_per_sentence = ratio(n, sums[..., 0], otherwise=0.0)
        sentences_per_word, syllables_per_word, characters_per_word, letters_per_word = (
            ratio(sums[..., k], n, otherwise=0.0) for k in (0, 2, 3, 4)
        )
        scores = {
            "fkgl": 0.39 * words_per_sentence + 11.8 * syllables_per_word - 15.59,
            "flesch": 206.835 - 1.015 * words_per_sentence - 84.6 * syllables_per_word,
            "ari": 4.71 * characters_per_word + 0.5 * words_per_sentence - 21.43,
            "coleman_liau": 5.88 * letters_per_word - 29.6 * sentences_per_word - 15.8,
        }
        return {name: np.where(n > 0, score, 0.0) for name, score in scores.items()}

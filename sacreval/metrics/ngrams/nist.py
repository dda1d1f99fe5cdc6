"""NIST (Doddington 2002), as NLTK or mteval computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import SetMetric, metrics
from sacreval.metrics.ngrams import _mteval
from sacreval.metrics.ngrams._base import splitter
from sacreval.text.scripts import Tokenization
from sacreval.text.tokenizers import Tokenizer, check, files, tokenization
from sacreval.text.words import check_order

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.records import Batch


@metrics.register("nist")
@dataclass(frozen=True, kw_only=True)
class Nist(SetMetric):
    """NIST: matched n-grams weighted by information, with a length penalty; 0 or more.

    Higher is better; there is no upper bound. The information of an n-gram is computed over all
    references of the set, so scores of different sets cannot be compared. Empty outputs score 0.

    Args:
        definition: nltk takes, order by order, the counts of the reference that matches best, and
            leaves out orders longer than the longest output. mteval, of NIST's scripts
            mteval-v11b.pl to v14, clips counts by the largest of any reference and compares lengths
            with the mean of the references. Their default is `--lowercase --tokenize 13a`, their -c
            is without --lowercase, and their --international-tokenization is `--tokenize intl`.
        order: The longest n-grams, 1 to 1000.
        tokenize: How texts are split into tokens.
        lowercase: Ignore case. With mteval, of A to Z only, unless the tokenizer is intl.

    Source: NLTK's corpus_nist, on sacrebleu's tokens; mteval-v13a.pl.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "data-to-text", "generation")
    libraries: ClassVar[tuple[str, ...]] = ("nltk", "sacrebleu")

    definition: Literal["nltk", "mteval"] = "nltk"
    order: int = 5
    tokenize: Tokenizer = "13a"
    lowercase: bool = False

    def __post_init__(self) -> None:
        check_order("order", self.order)
        check(self.tokenize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `nist`."""
        return ("nist",)

    def tokenization(self) -> Tokenization:
        """Split with the sacrebleu tokenizer."""
        return tokenization(self.tokenize)

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return files(self.tokenize)

    def computed_by(self) -> str:
        """Return what computes the score: mteval's is sacreval's own definition."""
        return "definition" if self.definition == "mteval" else super().computed_by()

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set."""
        split = splitter(batch, self.tokenize, lowercase=self.lowercase)
        if self.definition == "mteval" and self.lowercase and self.tokenize != "intl":
            split = partial(_ascii_lowercase, splitter(batch, self.tokenize, lowercase=False))
        outputs = [split(text) for text in batch.predictions]
        references = [[split(text) for text in texts] for texts in batch.references]
        if self.definition == "mteval":
            return {"nist": _mteval.nist(outputs, references, self.order)}
        return {"nist": self._nltk(outputs, references)}

    def _nltk(self, outputs: list[list[str]], references: list[list[list[str]]]) -> float:
        from nltk.translate.nist_score import corpus_nist

        order = min(self.order, max(map(len, outputs)))
        if not order or not any(text for texts in references for text in texts):
            return 0.0
        return float(corpus_nist(references, outputs, order))


def _ascii_lowercase(split: Callable[[str], list[str]], text: str) -> list[str]:
    """Split a text and lowercase A to Z."""
    table = str.maketrans(ascii_uppercase, ascii_lowercase)
    return [token.translate(table) for token in split(text)]

"""CIDEr-D (Vedantam et al. 2015): consensus of captions, by tf-idf of n-grams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import SetMetric, metrics
from sacreval.errors import UsageError
from sacreval.text.scripts import Tokenization
from sacreval.text.tokenizers import Tokenizer, check, files, tokenization, tokenized
from sacreval.text.words import ngrams

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.records import Batch

ORDERS = (1, 2, 3, 4)
SCALE = 10.0
Vector = dict[tuple[str, ...], float]


@metrics.register("cider")
@dataclass(frozen=True, kw_only=True)
class Cider(SetMetric):
    """CIDEr-D: cosine of tf-idf vectors of n-grams with the references, 0 to 10.

    Higher is better. With several references, it is the mean over them. The rarity of an n-gram is
    computed over the references of the set, so scores of different sets cannot be compared; a set
    of one record scores 0.

    Args:
        sigma: Width of the Gaussian penalty on differences in length.
        tokenize: How texts are split into tokens; none splits at blanks. The official tool splits
            as the Penn Treebank does and drops punctuation: to get its numbers, split texts so.
        lowercase: Ignore case.

    Source: coco-caption's CIDEr-D.
    """

    tasks: ClassVar[tuple[str, ...]] = ("data-to-text", "generation")

    sigma: float = 6.0
    tokenize: Tokenizer = "none"
    lowercase: bool = False

    def __post_init__(self) -> None:
        if not self.sigma > 0.0:
            raise UsageError(f"sigma is {self.sigma}; give a number above 0")
        check(self.tokenize)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the one output, `cider`."""
        return ("cider",)

    def tokenization(self) -> Tokenization:
        """Split with the sacrebleu tokenizer."""
        return tokenization(self.tokenize)

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return files(self.tokenize)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Average over the records."""
        scores = self.each(batch)
        return {"cider": sum(scores) / len(scores)}

    def each(self, batch: Batch) -> list[float]:
        """Return the score of every record, with the rarity of n-grams in the whole batch."""
        outputs = [self._grams(text) for text in batch.predictions]
        references = [[self._grams(text) for text in texts] for texts in batch.references]
        seen: Counter[Any] = Counter()
        for texts in references:
            seen.update({gram for text in texts for grams in text for gram in grams})
        rarity = Rarity(seen, log(len(batch)))
        return [
            self._score(output, texts, rarity)
            for output, texts in zip(outputs, references, strict=True)
        ]

    def _grams(self, text: str) -> list[Counter[Any]]:
        tokens = tokenized(text, self.tokenize, lowercase=self.lowercase)
        return [ngrams(tokens, n) for n in ORDERS]

    def _score(self, output: list[Any], references: Sequence[list[Any]], rarity: Rarity) -> float:
        total = 0.0
        for reference in references:
            off = output[1].total() - reference[1].total()  # the tool counts bigrams as length
            penalty = exp(-(off**2) / (2 * self.sigma**2))
            pairs = zip(output, reference, strict=True)
            total += penalty * sum(cosine(rarity.weigh(a), rarity.weigh(b)) for a, b in pairs)
        return SCALE * total / len(ORDERS) / len(references)


@dataclass(frozen=True)
class Rarity:
    """Document frequencies of n-grams.

    Args:
        seen: Number of records whose references contain the n-gram.
        log_n: Logarithm of the number of records.
    """

    seen: Counter[Any]
    log_n: float

    def weigh(self, grams: Counter[Any]) -> Vector:
        """Multiply counts by inverse document frequencies."""
        return {g: n * (self.log_n - log(max(1.0, self.seen[g]))) for g, n in grams.items()}


def cosine(output: Vector, reference: Vector) -> float:
    """Return the cosine of two vectors, the output's values clipped to those of the reference."""
    dot = sum(min(x, reference[g]) * reference[g] for g, x in output.items() if g in reference)
    norm = sqrt(sum(x * x for x in output.values()) * sum(x * x for x in reference.values()))
    return dot / norm if norm else 0.0

"""CIDEr-D (Vedantam et al. 2015): consensus of captions, by tf-idf of n-grams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import SetMetric, metrics, on_kernels
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._base import for_kernel, splitter
from sacreval.metrics.ngrams._tokenized import TokenizedMetric
from sacreval.text.tokenizers import Tokenizer
from sacreval.text.words import ngrams

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

ORDERS = (1, 2, 3, 4)
SCALE = 10.0


@metrics.register("cider")
@dataclass(frozen=True, kw_only=True)
class Cider(TokenizedMetric, SetMetric):
    """CIDEr-D: cosine of tf-idf vectors of n-grams with the references, 0 to 10.

    Higher is better. With several references, it is the mean over them. The rarity of an n-gram is
    computed over the references of the set, so scores of different sets cannot be compared; in a
    set of one record no n-gram is rare: 0 is reported, with a notice.

    Args:
        sigma: Width of the Gaussian penalty on differences in length.
        tokenize: How texts are split into tokens; none splits at blanks. The official tool splits
            with ptb: as the Penn Treebank does, in lower case and without punctuation.
        lowercase: Ignore case.

    Source: coco-caption's CIDEr-D.
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    tasks: ClassVar[tuple[str, ...]] = ("data-to-text", "generation")

    sigma: float = 6.0
    tokenize: Tokenizer = "none"
    lowercase: bool = False

    def __post_init__(self) -> None:
        if not self.sigma > 0.0:
            raise UsageError(f"sigma is {self.sigma}; give a number above 0")
        super().__post_init__()

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Average over the records."""
        scores = self.each(batch)
        return {"cider": sum(scores) / len(scores)}

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Report the score of one record as undefined: all its references' n-grams weigh 0."""
        return {"cider": "in one record no n-gram is rarer than another"} if rows.sum() == 1 else {}

    def each(self, batch: Batch) -> list[float]:
        """Return the score of every record, with the rarity of n-grams in the whole batch."""
        return self._native(batch) if on_kernels(self) else self._defined(batch)

    def covers_native(self) -> bool:
        """Always; tokenizers that are not compiled run before the kernel."""
        return True

    def _native(self, batch: Batch) -> list[float]:
        """Score all records in one pass of the kernel over their texts."""
        from sacreval import native
        from sacreval.core.records import Batch, Instance

        columns = zip(batch.predictions, batch.references, strict=True)
        first, *others = (text for output, references in columns for text in (output, *references))
        flat = Batch([Instance(prediction=first, references=others)], workers=batch.workers)
        texts, options = for_kernel(flat, self.tokenize, lowercase=self.lowercase)
        sizes = [len(references) + 1 for references in batch.references]
        scores: list[float] = native.cider(texts, sizes, **options, sigma=self.sigma).tolist()
        return scores

    def _defined(self, batch: Batch) -> list[float]:
        split = splitter(batch, self.tokenize, lowercase=self.lowercase)
        outputs = [_grams(split(text)) for text in batch.predictions]
        references = [[_grams(split(text)) for text in texts] for texts in batch.references]
        seen: Counter[Any] = Counter()
        for texts in references:
            seen.update({gram for text in texts for grams in text for gram in grams})
        rarity = Rarity(
            {gram: log(len(batch)) - log(n) for gram, n in seen.items()}, log(len(batch))
        )
        return [
            self._score(rarity.weigh(output), [rarity.weigh(text) for text in texts])
            for output, texts in zip(outputs, references, strict=True)
        ]

    def _score(self, output: Weighted, references: Sequence[Weighted]) -> float:
        total = 0.0
        for reference in references:
            off = output.length - reference.length
            penalty = exp(-(off**2) / (2 * self.sigma**2))
            total += penalty * sum(map(cosine, output.vectors, reference.vectors))
        return SCALE * total / len(ORDERS) / len(references)


def _grams(tokens: list[str]) -> list[Counter[Any]]:
    return [ngrams(tokens, n) for n in ORDERS]


class Vector(NamedTuple):
    """The n-grams of one order in a text.

    Args:
        weights: By n-gram, its count times its inverse document frequency.
        norm: Sum of the squared weights.
    """

    weights: Mapping[tuple[str, ...], float]
    norm: float


class Weighted(NamedTuple):
    """A text: a vector for each order, and its length, which the tool counts in bigrams."""

    vectors: list[Vector]
    length: int


@dataclass(frozen=True)
class Rarity:
    """Inverse document frequencies of n-grams.

    Args:
        seen: Of the n-grams of the references.
        unseen: Of all others, the logarithm of the number of records.
    """

    seen: Mapping[tuple[str, ...], float]
    unseen: float

    def weigh(self, text: Sequence[Counter[tuple[str, ...]]]) -> Weighted:
        """Multiply counts by inverse document frequencies.

        Args:
            text: Counts by order.
        """
        return Weighted([self._vector(grams) for grams in text], text[1].total())

    def _vector(self, grams: Counter[tuple[str, ...]]) -> Vector:
        weights = {gram: n * self.seen.get(gram, self.unseen) for gram, n in grams.items()}
        return Vector(weights, sum(x * x for x in weights.values()))


def cosine(output: Vector, reference: Vector) -> float:
    """Return the cosine of two vectors, the output's values clipped to those of the reference."""
    norm = sqrt(output.norm * reference.norm)
    if not norm:
        return 0.0
    other = reference.weights
    both = ((x, other[gram]) for gram, x in output.weights.items() if gram in other)
    return sum(min(x, y) * y for x, y in both) / norm

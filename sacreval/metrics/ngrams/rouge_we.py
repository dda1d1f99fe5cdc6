"""ROUGE-WE (Ng and Abrecht 2015): ROUGE-N with matches of similar word vectors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.io.formats.vectors import WordVectors, checked_hash, read_word_vectors
from sacreval.stats.ratio import f1
from sacreval.text.scripts import CHRF, Tokenization
from sacreval.text.words import check_order, ngrams

if TYPE_CHECKING:
    from sacreval.core.metric import Array

WORD = re.compile(r"\w+")
Gram = tuple[str, ...]


@metrics.register("rouge-we")
@dataclass(frozen=True, kw_only=True)
class RougeWe(MeanMetric):
    """ROUGE-WE: ROUGE-N in which n-grams with similar word vectors match, 0 to 1.

    Higher is better. The vector of an n-gram is the sum of its words' vectors. From the first to
    the last n-gram, each of the output takes the most similar of a reference that is left, if their
    cosine is at least the threshold; n-grams with a word without a vector match equal ones only.
    Matches and n-grams of several references are added up; the score of a system is the mean over
    outputs.

    Args:
        vectors: File with the vectors of words: lines of a word and its numbers (word2vec's text
            format, GloVe's), or .npz with the arrays words and vectors. Case is ignored.
        vectors_sha256: SHA-256 of that file, which signatures state; another file is refused.
        order: Length of the n-grams, 1 to 1000.
        threshold: Smallest cosine of n-grams that match, -1 to 1.
        tokenize: word keeps letters, digits and underscores; whitespace splits at blanks.

    Source: rouge_n_we of the SummEval toolkit (Fabbri et al. 2021).
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)

    vectors: str = ""
    vectors_sha256: str = ""
    order: int = 3
    threshold: float = 0.8
    tokenize: Literal["word", "whitespace"] = "word"

    def __post_init__(self) -> None:
        object.__setattr__(self, "main", f"rouge_we_{self.order}_f1")
        check_order("order", self.order)
        if not -1.0 <= self.threshold <= 1.0:
            raise UsageError(f"threshold is {self.threshold}; give a cosine from -1 to 1")
        digest = checked_hash(self.name, self.vectors, self.vectors_sha256)
        object.__setattr__(self, "vectors_sha256", digest)
        self._words()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of precision, recall and F1."""
        return tuple(f"rouge_we_{self.order}_{part}" for part in ("precision", "recall", "f1"))

    def tokenization(self) -> Tokenization:
        """Split as the option says."""
        return Tokenization(self._split, CHRF)

    def rests_on(self) -> Sequence[Path]:
        """Return the file of the vectors."""
        return (Path(self.vectors),)

    def prepare(self, *context: Any) -> list[Counter[Gram]]:
        """Count the n-grams of the references."""
        return [self._grams(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Match the n-grams of all references."""
        output = self._grams(prediction)
        matched = sum(self._matches(output, reference) for reference in prepared)
        p = _share(matched, len(prepared) * output.total())
        r = _share(matched, sum(reference.total() for reference in prepared))
        return p, r, f1(p, r)

    def _matches(self, output: Counter[Gram], reference: Counter[Gram]) -> int:
        """Count the matches; a reference's n-gram is used as often as it occurs."""
        left, total = dict(reference), 0
        names, similar = list(left), self._similarities(list(output), list(left))
        for (gram, count), row in zip(output.items(), similar, strict=True):
            closest = self._closest(gram, left, names, row)
            if closest is None:
                continue
            used = min(count, left[closest])
            total += used
            left[closest] -= used
            if not left[closest]:
                del left[closest]
        return total

    def _closest(
        self, gram: Gram, left: Mapping[Gram, int], names: Sequence[Gram], row: Array
    ) -> Gram | None:
        """Return the most similar n-gram that is left, the first of ties, or None."""
        similarity = {
            name: 1.0 if name == gram else float(cosine)
            for name, cosine in zip(names, row, strict=True)
            if name in left
        }
        if not self._known(gram):
            return gram if gram in left else None
        best = max(similarity, key=similarity.__getitem__, default=None)
        return best if best is not None and similarity[best] >= self.threshold else None

    def _similarities(self, rows: Sequence[Gram], columns: Sequence[Gram]) -> Array:
        """Return the cosines of n-grams, array (rows, columns); 0 where a word has no vector."""
        a, b = self._embedded(rows), self._embedded(columns)
        cosines: Array = a @ b.T
        return cosines

    def _embedded(self, grams: Sequence[Gram]) -> Array:
        """Return the unit vectors of n-grams, array (n, d), float64."""
        import numpy as np

        words = self._words()
        out = np.zeros((len(grams), words.vectors.shape[1]))
        for i, gram in enumerate(grams):
            if self._known(gram):
                rows = [words.rows[word] for word in gram]
                out[i] = words.vectors[rows].sum(axis=0, dtype=np.float64)
        norms = np.linalg.norm(out, axis=1, keepdims=True)
        unit: Array = np.divide(out, norms, where=norms > 0, out=out)
        return unit

    def _known(self, gram: Gram) -> bool:
        rows = self._words().rows
        return all(word in rows for word in gram)

    def _words(self) -> WordVectors:
        return read_word_vectors(Path(self.vectors), self.vectors_sha256)

    def _grams(self, text: str) -> Counter[Gram]:
        return ngrams(self._split(text), self.order)

    def _split(self, text: str) -> list[str]:
        parts = WORD.findall(text) if self.tokenize == "word" else text.split()
        return [part.lower() for part in parts]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0

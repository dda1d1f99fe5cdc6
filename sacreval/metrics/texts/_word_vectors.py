"""Metrics that compare the word vectors of two texts: their file, words and pairs of texts."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.io.formats.vectors import WordVectors, checked_hash, read_word_vectors
from sacreval.metrics._pairs import PairMetric
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, kw_only=True)
class WordVectorMetric(PairMetric):
    """Base class of metrics of word vectors; the best of several references counts.

    Args:
        vectors: File with the vectors of words: lines of a word and its numbers (word2vec's text
            format, GloVe's), or .npz with the arrays words and vectors.
        vectors_sha256: SHA-256 of that file, which signatures state; another file is refused.
        tokenize: nltk is NLTK's word tokenizer on whole texts, which the original applies to each
            sentence, so that it also separates full stops within a text; word keeps letters, digits
            and underscores; whitespace splits at blanks.
        lowercase: Ignore case; the original does not, so that words with capitals are unknown to
            vectors of words in lower case, such as those of GloVe's 6B.
        unknown: What a word without a vector has: mean is the mean of all vectors, as in the
            original; skip leaves such words out.
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization", "generation")

    vectors: str = ""
    vectors_sha256: str = ""
    tokenize: Literal["nltk", "word", "whitespace"] = "nltk"
    lowercase: bool = False
    unknown: Literal["mean", "skip"] = "mean"

    def __post_init__(self) -> None:
        digest = checked_hash(self.name, self.vectors, self.vectors_sha256)
        object.__setattr__(self, "vectors_sha256", digest)
        self._table()

    @abstractmethod
    def _represented(self, vectors: Array) -> Array:
        """Return what is compared of a text.

        Args:
            vectors: Array (n, d), float64, of the vectors of its words; n is 1 or more.
        """

    def _compared(self, output: Array, reference: Array) -> float:
        """Return the score of a pair: the cosine; 0 if a vector is 0."""
        import numpy as np

        norms = float(np.linalg.norm(output) * np.linalg.norm(reference))
        return float(output @ reference) / norms if norms else 0.0

    def tokenization(self) -> Tokenization:
        """Split as the option says, and count words without a vector."""

        def unknown(text: str) -> float:
            words = self._split(text)
            return sum(word not in self._table().rows for word in words) / max(1, len(words))

        return Tokenization(self._split, "use vectors of words of this language", unknown=unknown)

    def rests_on(self) -> Sequence[Path]:
        """Return the file of the vectors."""
        return (Path(self.vectors),)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output by the best of its references."""
        output, *references = map(self._text, (prediction, *prepared))
        return (max(self._pair(output, reference) for reference in references),)

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the scores (p,) of all pairs, and the offsets (n + 1,) of each record's."""
        import numpy as np

        from sacreval.stats.segments import offsets

        texts = {text for group in batch.references for text in group} | set(batch.predictions)
        represented = {text: self._text(text) for text in texts}
        scores = [
            self._pair(represented[output], represented[reference])
            for output, references in zip(batch.predictions, batch.references, strict=True)
            for reference in references
        ]
        return np.array(scores), offsets(map(len, batch.references))

    def _pair(self, output: Array | None, reference: Array | None) -> float:
        return 0.0 if output is None or reference is None else self._compared(output, reference)

    def _text(self, text: str) -> Array | None:
        """Return what is compared of a text; None if it has no vector."""
        import numpy as np

        table = self._table()
        rows = [table.rows.get(word) for word in self._split(text)]
        vectors = [
            self._mean if row is None else table.vectors[row].astype(np.float64)
            for row in rows
            if row is not None or self.unknown == "mean"
        ]
        return self._represented(np.stack(vectors)) if vectors else None

    def _split(self, text: str) -> list[str]:
        if self.tokenize == "nltk":
            from nltk.tokenize.destructive import NLTKWordTokenizer

            words: list[str] = NLTKWordTokenizer().tokenize(text)
        else:
            words = _WORD.findall(text) if self.tokenize == "word" else text.split()
        return [word.lower() for word in words] if self.lowercase else words

    def _table(self) -> WordVectors:
        return read_word_vectors(Path(self.vectors), self.vectors_sha256, cased=not self.lowercase)

    @cached_property
    def _mean(self) -> Array:
        """The mean of all vectors, (d,)."""
        import numpy as np

        mean: Array = self._table().vectors.mean(axis=0, dtype=np.float64)
        return mean

"""Similarity of sentence embeddings (Reimers and Gurevych 2019): the cosine of pooled vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.neural._text_pairs import PairText, TextPairMetric
from sacreval.models.sentence import SentenceModel, plain_model
from sacreval.models.weights.sentence_files import sentence_model

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.models.tokenization import TokenIds, Tokenizer
    from sacreval.models.weights.weights import Checkpoint


@metrics.register("sentence-similarity")
@dataclass(frozen=True, kw_only=True)
class SentenceSimilarity(TextPairMetric):
    """Sentence similarity: cosine of the vectors that a model gives two texts, -1 to 1.

    Higher is better. The model is any of sentence-transformers, whose folder states how states of
    tokens are pooled, which layers follow, what is put before a text and after how many tokens it
    is cut, with a notice; or any model of transformers, with `--pooling`. Of several references the
    most similar one counts. An empty text has the vector that the model gives to no tokens, which
    may be similar to others. The score of a system is the mean. Scores of different models must not
    be compared. Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    Args:
        pooling: How states of tokens become one vector: own is what the folder of the model states;
            the others ignore it and pool the last states of the transformer, special tokens
            included, as the mode of this name in sentence-transformers does.
        prompt: Name of the prompt of the model that is put before each text; without a name its
            default prompt, if it has one.
        multi_reference: Whether the score is that of the most similar reference (max), or the mean
            over references.

    Source: sentence-transformers 5.7.0 and 6.2.0.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "summarization", "generation")
    pooling: Literal[
        "own", "mean", "cls", "max", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"
    ] = "own"
    prompt: str = ""
    multi_reference: Literal["max", "mean"] = "max"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.prompt and self.pooling != "own":
            raise UsageError("A prompt needs the model's own pooling; leave out --pooling")
        self._sentences.prompt(self.prompt)

    def _represented(self, texts: Sequence[PairText]) -> list[Array]:
        """Return the unit vector (d,) of each text; zeros if it has no direction."""
        import numpy as np

        model, prompt = self._sentences, self._sentences.prompt(self.prompt)
        vectors = model.vectors([side.text for side in texts], prompt, self.dtype, self.device)
        return [vector / (float(np.linalg.norm(vector)) or 1.0) for vector in vectors]

    def _compared(self, output: Array, reference: Array) -> Sequence[float]:
        """Return the cosine."""
        return (float(output @ reference),)

    def _tokens(self, texts: Sequence[str]) -> list[TokenIds]:
        model = self._sentences
        return model.tokens(texts, model.prompt(self.prompt))

    @property
    def _words(self) -> Tokenizer:
        return self._sentences.words()

    @cached_property
    def _sentences(self) -> SentenceModel:
        if self.pooling == "own":
            return sentence_model(self.model, pickles=self.pickles, metric=self.name)
        return plain_model(self.model, self.pooling, pickles=self.pickles, metric=self.name)

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return self._sentences.whole

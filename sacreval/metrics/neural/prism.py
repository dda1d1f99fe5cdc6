"""Prism (Thompson and Post 2020): a multilingual translation model as a paraphraser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.errors import InputError, UsageError
from sacreval.metrics._pairs import Combination, PairMetric
from sacreval.metrics.neural._batched_model import RecordMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.scorer import TokenPair, seq2seq_scorer
from sacreval.models.tokenization import Tokenizer, limit, tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

_AROUND = 2  # tokens around a text: that of the language, and the end
_LONGEST = 2000  # tokens, of models that state no limit; as in the original


@metrics.register("prism")
@dataclass(frozen=True, kw_only=True)
class Prism(PairMetric, RecordMetric):
    """Prism: mean log-probability of the output's tokens under a multilingual translation model.

    It is 0 or less, natural logarithm, and higher is better. Against references it is the mean of
    the output's log-probability given a reference and the reverse. The end of a text counts, the
    token of the language does not. Several sources are joined by a blank. Texts longer than the
    model reads are cut, with a notice. The score of a system is the mean. The authors' model is
    m39v1, a checkpoint of fairseq, which `sacreval setup-metric prism --convert` fetches and
    converts; others (M2M100, NLLB, mBART-50) give other numbers.
    Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    Args:
        language: Token of the language of outputs, with which the model starts a target:
            `eng_Latn` of NLLB, `__en__` of M2M100, `en_XX` of mBART-50, `<en>` of m39v1.
        source_language: Token of the source's language, put before what the model reads, references
            included; none if left out, as for m39v1.
        against: Score against the references, or against the sources as quality estimation does.
        multi_reference: Use the best of several references, or their mean.

    Source: Prism of its authors (commit 06f10da).
    """

    heads: ClassVar[tuple[str, ...]] = ("ForConditionalGeneration", "MTModel")
    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "generation")
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (  # a perfect output need not be best
        {"prediction": "the cat", "references": ["a cat", "the cat"], "sources": ["cat"]},
        {"prediction": "", "references": ["boys", "", "four"], "sources": ["four", "boys"]},
    )

    language: str = ""
    source_language: str = ""
    against: Literal["references", "sources"] = "references"
    multi_reference: Combination = "best"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.language:
            raise UsageError(
                "prism needs the token of the language of outputs; give it as the model spells it, "
                "such as --language eng_Latn, or --language '<en>' for m39v1"
            )
        object.__setattr__(self, "needs", (self.against,))

    def watches(self) -> Sequence[Watch]:
        """Return a count of texts that are cut."""
        return [Truncation(self.name, self._words.limit, self._words.encode, self._texts)]

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return the score (p, 1) of each output with what it is scored against."""
        from sacreval.stats.segments import offsets

        against = [list(self._inputs(record)) for record in batch]
        pairs = [
            (text, str(record.prediction))
            for record, texts in zip(batch, against, strict=True)
            for text in texts
        ]
        scores = self._means(pairs)
        if self.against == "references":
            scores = (scores + self._means([(b, a) for a, b in pairs])) / 2
        return scores[:, None], offsets(map(len, against))

    def _means(self, pairs: Sequence[tuple[str, str]]) -> Array:
        """Return the mean log-probability (p,) of the second text of each pair, given the first."""
        import numpy as np

        end = self._end()
        before = [self._id(self.source_language)] if self.source_language else []
        target = self._id(self.language)
        asked = [
            TokenPair((*before, *a.ids, end), (target, *b.ids, end))
            for a, b in (self._words.encode(pair) for pair in pairs)
        ]
        by_pair = seq2seq_scorer(self._checkpoint, self.dtype, self.device).log_probabilities(asked)
        return np.array([logs[1:].mean(dtype=np.float64) for logs in by_pair])

    def _inputs(self, record: Instance) -> Iterator[str]:
        """List the texts of a record that the output is scored against."""
        if self.against == "references":
            yield from record.references or ()
        else:
            yield " ".join(record.sources or ())

    def _texts(self, record: Instance) -> Iterator[str]:
        yield str(record.prediction)
        yield from self._inputs(record)

    def _id(self, token: str) -> int:
        id_ = self._words.id_of(token)
        if self._words.id_of(marked := f"<{token}>") is not None:  # else a piece of words would do
            raise UsageError(
                f"'{token}' is no language of {self._checkpoint.name}; give '{marked}'"
            )
        if id_ is None:
            raise UsageError(
                f"'{token}' is no token of {self._checkpoint.name}; give the token of the language "
                "as its tokenizer spells it, such as eng_Latn, __en__, en_XX or <en>"
            )
        return id_

    def _end(self) -> int:
        """Return the id of the token that ends a text."""
        end = self._checkpoint.config().get("eos_token_id")
        if not isinstance(end, int):
            raise InputError(
                f"{self._checkpoint.folder}/config.json: no eos_token_id; add it, or use a model "
                "that translates"
            )
        return end

    @property
    def _words(self) -> Tokenizer:
        longest = (limit(self._checkpoint) or _LONGEST) - _AROUND
        return tokenizer(self._checkpoint, longest=longest, special=False)

"""BLANC-help (Vasilyev et al. 2020): how much a summary helps to fill gaps in its document."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.metric import metrics
from sacreval.errors import InputError, UsageError
from sacreval.metrics.neural._batched_model import RecordMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.metrics.neural._sentences import Splitting, files, split
from sacreval.models.masked import Gaps, masked_model
from sacreval.models.tokenization import TokenIds, Tokenizer, limit, tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

Ids = tuple[int, ...]
_PIECE = "##"  # before the later pieces of a word
_LETTERS, _LETTERS_OF_FIRST = 4, 2  # fewest of a whole word, and of the first piece of one
_KEPT = 100  # tokens of a sentence that are kept before a summary is cut
_AROUND = 2  # special tokens around an input
_LONGEST = 512  # tokens of an input, of models that state no limit; as in the original
_WHOLE = 1_000_000_000  # tokens: no text is cut by the tokenizer


@metrics.register("blanc-help")
@dataclass(frozen=True, kw_only=True)
class BlancHelp(RecordMetric):
    """BLANC-help: how many more gaps in a document a model fills right beside its summary.

    The score is -1 to 1, or 0 to 1 for `--measure improve`; higher is better. Words of the document
    are masked, sentence by sentence, and a model fills them twice: after the summary, and after as
    many dots. An empty summary scores 0. Several sources are joined by a blank. A sentence that
    does not fit beside its summary is cut to no fewer than 100 tokens, then the summary is cut,
    with a notice. The score of a system is the mean. Models are BERTs with their language-model
    head, such as google-bert/bert-base-uncased. Needs `pip install 'sacreval[neural]'`; no model is
    downloaded.

    Args:
        mask_every: Distance in tokens of the words that are masked at once, so that each word is
            masked in one of as many copies of a sentence; 2 as in the authors' package, their paper
            has 6. Words of fewer than 4 letters and later pieces of words are not masked.
        measure: relative divides the gaps that only the summary fills, less those that only the
            dots fill, by all gaps; improve divides those that only the summary fills by all but
            those that only the dots fill.
        sentences: Split documents with NLTK's punkt, as the original, which requires `sacreval
            setup-metric punkt`; by a rule, at punctuation marks; or at line ends.

    Source: blanc 0.3.4.
    """

    heads: ClassVar[tuple[str, ...]] = ("ForMaskedLM", "ForPreTraining")
    tasks: ClassVar[tuple[str, ...]] = ("summarization",)
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "the boys sat", "sources": ["three boys barked nothing. common mat here."]},
        {"prediction": "", "sources": ["running boys"]},
        {"prediction": "a dog", "sources": [""]},
    )

    mask_every: int = 2
    measure: Literal["relative", "improve"] = "relative"
    sentences: Splitting = "punkt"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mask_every < 1:
            raise UsageError("mask_every must be 1 or more; correct it")
        files(self.sentences)

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that split sentences."""
        return (*super().rests_on(), *files(self.sentences))

    def rows(self, batch: Batch) -> Array:
        """Fill all gaps with and without summaries, and append a count."""
        import numpy as np

        asked = [list(self._inputs(record)) for record in batch]
        flat = [masked for some in asked for masked in some]
        model = masked_model(self._checkpoint, self.dtype, self.device)
        filled = model.fill([text for masked in flat for text in (masked.helped, masked.filler)])
        hits = iter(
            [a == masked.right, b == masked.right]
            for masked, a, b in zip(flat, filled[::2], filled[1::2], strict=True)
        )
        none = np.zeros((2, 0), dtype=bool)
        scores = [
            self._score(*np.concatenate([none, *(next(hits) for _ in some)], axis=1))
            for some in asked
        ]
        return np.column_stack([scores, np.ones(len(scores))])

    def _score(self, helped: Array, filler: Array) -> float:
        """Compare which gaps (n,) are filled right beside the summary, and beside dots."""
        gained, lost = int((helped & ~filler).sum()), int((filler & ~helped).sum())
        if self.measure == "relative":
            return (gained - lost) / len(helped) if len(helped) else 0.0
        rest = len(helped) - lost
        return gained / rest if rest else 0.0

    def watches(self) -> Sequence[Watch]:
        """Return a count of sentences that are cut, or beside which the summary is."""
        return [Truncation(self.name, self._most + _AROUND, self._counted, self._texts)]

    def _inputs(self, record: Instance) -> Iterator[_Masked]:
        """Return the inputs of the model for a record, two for each copy of a sentence."""
        for pair in self._texts(record):
            fitting, _ = self._fitting(pair)
            yield from self._masked(*fitting)

    def _texts(self, record: Instance) -> Iterator[tuple[str, str]]:
        """Return each sentence of the document beside the summary."""
        summary = _normalized(str(record.prediction))
        for sentence in split(_normalized(" ".join(record.sources or ())), self.sentences):
            yield sentence, summary

    def _fitting(self, pair: tuple[str, str]) -> tuple[tuple[Ids, Ids], int]:
        """Cut a sentence, then the summary, to what fits; return their ids and what is cut."""
        whole, summary = (tokens.ids for tokens in self._words.encode(pair))
        kept = max(self._most - len(summary), min(_KEPT, len(whole)))
        sentence = whole[: min(kept, self._most)]
        rest = summary[: self._most - len(sentence)]
        return (sentence, rest), len(whole) + len(summary) - len(sentence) - len(rest)

    def _counted(self, pairs: Sequence[tuple[str, str]]) -> list[TokenIds]:
        return [TokenIds((), 0, self._fitting(pair)[1], 0) for pair in pairs]

    def _masked(self, sentence: Ids, summary: Ids) -> Iterator[_Masked]:
        """Return the copies of a sentence with every gap-th word masked."""
        before, after, mask, dot = self._special
        for first in range(min(self.mask_every, len(sentence))):
            every = range(first, len(sentence), self.mask_every)
            places = [i for i in every if self._long(sentence, i)]
            if not places:
                continue
            gaps = set(places)
            masked = [mask if i in gaps else token for i, token in enumerate(sentence)]
            shifted = tuple(1 + len(summary) + i for i in places)
            yield _Masked(
                Gaps((before, *summary, *masked, after), shifted),
                Gaps((before, *[dot] * len(summary), *masked, after), shifted),
                tuple(sentence[i] for i in places),
            )

    def _long(self, sentence: Ids, i: int) -> bool:
        """Return whether a token is a word, or the first piece of one, of enough letters."""
        token = self._words.piece(sentence[i])
        if token.startswith(_PIECE):
            return False
        rest = self._words.piece(sentence[i + 1]) if i + 1 < len(sentence) else ""
        return len(token) >= (_LETTERS_OF_FIRST if rest.startswith(_PIECE) else _LETTERS)

    @property
    def _most(self) -> int:
        """Return the largest number of tokens of a sentence and a summary."""
        return (limit(self._checkpoint) or _LONGEST) - _AROUND

    @property
    def _special(self) -> tuple[int, int, int, int]:
        """Return the ids of the tokens before and after an input, of the mask and of a dot."""
        ids = [self._words.id_of(token) for token in ("[CLS]", "[SEP]", "[MASK]", ".")]
        known = [id_ for id_ in ids if id_ is not None]
        if len(known) < len(ids):
            raise InputError(
                f"{self._checkpoint.folder}: the vocabulary has no [CLS], [SEP], [MASK] and dot; "
                "use a BERT with its language-model head"
            )
        return known[0], known[1], known[2], known[3]

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint, longest=_WHOLE, special=False)


class _Masked(NamedTuple):
    """A copy of a sentence with gaps.

    Args:
        helped: The summary and the sentence.
        filler: As many dots and the sentence.
        right: Ids of the tokens that were masked.
    """

    helped: Gaps
    filler: Gaps
    right: tuple[int, ...]


def _normalized(text: str) -> str:
    """Decompose characters, as the original does."""
    return unicodedata.normalize("NFKD", text)

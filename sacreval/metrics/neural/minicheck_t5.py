"""MiniCheck (Tang et al. 2024) with Flan-T5: whether sources support an output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.metrics.neural._batched_model import FirstStepMetric
from sacreval.metrics.neural._sentences import Splitting, files, split

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

_LINE = "\n"


@metrics.register("minicheck-t5")
@dataclass(frozen=True, kw_only=True)
class MiniCheckT5(FirstStepMetric):
    """MiniCheck with Flan-T5: the probability that the sources support the output, 0 to 1.

    Higher is better. Sources are split into chunks of whole sentences, and the output is checked
    as one claim against each; the highest probability counts, of all chunks of all sources. An
    output of several sentences is not split, as in the original. Sources without text support
    nothing and score 0. Inputs beyond the largest number of tokens are cut at their end, with a
    notice. The score of a system is the mean. The authors' model is
    lytang/MiniCheck-Flan-T5-Large. Needs `pip install 'sacreval[neural]'`; no model is downloaded.

    Args:
        chunk_words: Most words of a chunk, 1 or more; a longer sentence is a chunk of its own.
        sentences: Split sources with NLTK's punkt, as the original, which requires `sacreval
            setup-metric punkt`; by a rule, at punctuation marks; or at line ends.
        max_tokens: Most tokens of an input, 2 or more.

    Source: MiniCheck of its authors (commit b58b9fa).
    """

    model_types: ClassVar[tuple[str, ...]] = ("t5",)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "question-answering", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    score_scale = ScoreScale(mean=True, highest=1.0)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "the cat sat", "sources": ["the cat sat. it is here.\na dog", "boys"]},
        {"prediction": "", "sources": ["four boys."]},
        {"prediction": "four", "sources": [""]},
    )

    chunk_words: int = 500
    sentences: Splitting = "punkt"
    max_tokens: int = 2048

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chunk_words < 1:
            raise UsageError("chunk_words must be 1 or more; correct it")
        files(self.sentences)

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the ids of the tokens for support (`1`) and for no support (a blank)."""
        return (209, 3)

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that split sentences."""
        return (*super().rests_on(), *files(self.sentences))

    def inputs(self, record: Instance) -> Sequence[str]:
        """Return the output beside each chunk of the sources."""
        return [
            f"predict: {chunk}</s>{record.prediction}"
            for source in record.sources or ()
            for chunk in chunks(self._sentences(source), self.chunk_words)
        ]

    def rows(self, batch: Batch) -> Array:
        """Check each output against all chunks, and select the best."""
        import numpy as np

        inputs = [self.inputs(record) for record in batch]
        shares = iter(self.first_share([text for some in inputs for text in some]))
        best = [float(np.max([next(shares) for _ in some], initial=0.0)) for some in inputs]
        return np.column_stack([best, np.ones(len(best))])

    def _sentences(self, source: str) -> list[str]:
        """Return the sentences of a source, with a line break between those of two lines."""
        lines = [[*split(line, self.sentences), _LINE] for line in source.split(_LINE)]
        return [sentence for line in lines for sentence in line][:-1]


def chunks(sentences: Sequence[str], most: int) -> Iterator[str]:
    """Join sentences to chunks."""
    chunk: list[str] = []
    words = 0
    for sentence in [*sentences, None]:
        size = len(sentence.split()) if sentence else 0
        if sentence is None or words + size > most:
            text = " ".join(chunk).replace(f" {_LINE} ", _LINE).strip()
            if text:
                yield text
            chunk, words = [], 0
        if sentence is not None:
            chunk.append(sentence)
            words += size

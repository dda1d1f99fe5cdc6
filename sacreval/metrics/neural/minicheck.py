"""MiniCheck (Tang et al. 2024): support of an output by chunks of its sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import ScoreScale, metrics
from sacreval.errors import InputError, UsageError
from sacreval.metrics.neural._classes import classes
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.metrics.neural._sentences import Splitting, files, split
from sacreval.models.pooling import softmax

if TYPE_CHECKING:
    from sacreval.core.metric import Array

SUPPORTED = 1  # index of the class
_NAMED = ("sep_token", "eos_token")


@metrics.register("minicheck")
@dataclass(frozen=True, kw_only=True)
class MiniCheck(JointMetric):
    """MiniCheck: probability that the sources support the output, 0 to 1.

    Higher is better. Each source is joined in chunks of whole sentences; a model reads each chunk
    with the output and returns the probability that it supports the output; the best chunk counts.
    An output without text scores 0, and so does one whose sources have no text. An input longer
    than the model's positions, which are 512 for DeBERTa too, loses its end, which is the output,
    with a notice. The score of a system is the mean. References are not used. Needs `pip install
    'sacreval[neural]'`; no model is downloaded. The original's classifiers are
    lytang/MiniCheck-RoBERTa-Large and lytang/MiniCheck-DeBERTa-v3-Large.

    Args:
        claims: What is judged: the whole output, as the original; or each sentence, of which the
            mean counts.
        chunk_tokens: Largest number of tokens of a chunk of several sentences, at least 1.
        splitting: How sentences are split: punkt in each line, as the original, with NLTK
            (`sacreval setup-metric punkt`); rule, at punctuation marks before a blank; or lines.

    Source: MiniCheck (commit b58b9fa), model_name roberta-large or deberta-v3-large.
    """

    heads: ClassVar[tuple[str, ...]] = ("ForSequenceClassification",)
    tasks: ClassVar[tuple[str, ...]] = ("summarization", "question-answering", "generation")
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    score_scale = ScoreScale(mean=True, highest=1.0)

    claims: Literal["whole", "sentences"] = "whole"
    chunk_tokens: int = 400
    splitting: Splitting = "punkt"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chunk_tokens < 1:
            raise UsageError(f"chunk_tokens is {self.chunk_tokens}; give 1 or more")
        names = classes(self._checkpoint, ())
        if len(names) != 2:  # unsupported and supported
            raise UsageError(
                f"{self.model} has {len(names)} classes; minicheck reads the second of two, name a "
                "model of MiniCheck, or score with nli-faithfulness"
            )
        files(self.splitting)  # which raises where they are not set up
        self._separator  # noqa: B018 - raises where the tokenizer states none

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that sentences are split with."""
        return (*super().rests_on(), *files(self.splitting))

    def most_tokens(self) -> int:
        """Return the original's limit for models without their own."""
        return 2048

    def prepare(self, *context: Sequence[str]) -> tuple[str, ...]:
        """Join the sentences of each source to chunks."""
        (sources,) = context
        return tuple(chunk for text in sources for chunk in self._chunks(text))

    def grid(self, prediction: str, prepared: Sequence[str]) -> Grid:
        """Join each chunk with each claim by the token that ends a text."""
        claims: Sequence[str] = (prediction,) if prediction.strip() else ()
        if self.claims == "sentences":
            claims = split(prediction, self.splitting)
        return Grid(tuple(prepared), tuple(claims), self._separator)

    def combine(self, logits: Array) -> Sequence[float]:
        """Select the best chunk of each claim, and average over claims."""
        if not logits.size:
            return (0.0,)
        return (float(softmax(logits)[..., SUPPORTED].max(axis=0).mean()),)

    def _chunks(self, text: str) -> list[str]:
        """Join sentences until the next one would exceed the size of a chunk."""
        # A line break is a sentence of its own, as in the original; the last line has none.
        sentences = [part for line in text.split("\n") for part in self._line(line)][:-1]
        sizes = self._joint.pieces(sentences)
        chunks: list[list[str]] = [[]]
        used = 0
        for sentence in sentences:
            size = min(len(sizes[sentence]), self._joint.limit or len(sizes[sentence]))
            if used + size > self.chunk_tokens:
                chunks.append([])
                used = 0
            chunks[-1].append(sentence)
            used += size
        joined = (" ".join(some).replace(" \n ", "\n").strip() for some in chunks)
        return [chunk for chunk in joined if chunk]

    def _line(self, line: str) -> Iterable[str]:
        return (*split(line, self.splitting), "\n")

    @cached_property
    def _separator(self) -> str:
        """The token that ends a text, such as </s>."""
        stated = self._checkpoint.document("tokenizer_config.json")
        for name in _NAMED:
            token = stated.get(name)
            text = token.get("content") if isinstance(token, dict) else token
            if isinstance(text, str) and text:
                return text
        raise InputError(
            f"{self._checkpoint.folder / 'tokenizer_config.json'}: no sep_token or eos_token; copy "
            "all files of the model there"
        )

"""Perplexity of outputs under a causal language model, per token, word or byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import metrics
from sacreval.errors import InputError, RecordError, UsageError
from sacreval.metrics.neural._batched_model import RecordMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.causal import causal_scorer
from sacreval.models.tokenization import Tokenizer, limit, tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

Per = Literal["token", "word", "byte"]
_WHOLE = 1_000_000_000  # tokens: no text is cut


@metrics.register("model-perplexity")
@dataclass(frozen=True, kw_only=True)
class ModelPerplexity(RecordMetric):
    """Perplexity of outputs under a causal language model: exp of mean negative log-probability.

    It is 1 or more, and lower is better, but text that repeats itself scores low too. The score of
    a system is that of all its outputs as one text: log-probabilities and units are added up before
    they are divided. An output without tokens has no perplexity: it counts as a record that cannot
    be scored, where Hugging Face's evaluate ends with an error. With bytes, bits per byte are
    reported too. Perplexities per token of models with different tokenizers must not be compared;
    those per word or byte may be. The usual model is openai-community/gpt2. `perplexity` scores
    log-probabilities that were computed elsewhere. Needs `pip install 'sacreval[neural]'`; no model
    is downloaded.

    Args:
        per: Units to average over: tokens of the model, words between blanks, or bytes of UTF-8.
        average: Of a system. corpus: over the units of all outputs; texts: the mean of the
            perplexities of its outputs, as Hugging Face's evaluate reports it.
        start_token: Put the model's start token before each output, so that its first token is
            scored too; without it the first token is not scored.
        max_tokens: Most tokens that the model reads at once, start token included; 0 for as many
            as the model can.
        stride: Score longer outputs in windows that advance by this number of tokens, each scored
            once with the tokens before it in its window; 0 cuts them, with a notice.

    Source: the perplexity of Hugging Face's evaluate 0.4.6 (`--average texts`).
    """

    score_scale = ScoreScale(spans=FROM_ZERO)
    heads: ClassVar[tuple[str, ...]] = ("ForCausalLM", "LMHeadModel")
    tasks: ClassVar[tuple[str, ...]] = ("generation", "language-modelling")
    needs: ClassVar[tuple[str, ...]] = ()
    higher_is_better: ClassVar[bool] = False
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "the cat sat on the mat"},
        {"prediction": "a dog"},
        {"prediction": "Погода 猫!"},
    )

    per: tuple[Per, ...] = ("token",)
    average: Literal["corpus", "texts"] = "corpus"
    start_token: bool = True
    max_tokens: int = 0
    stride: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.per or len(set(self.per)) < len(self.per):
            raise UsageError("per must list at least one unit, each given once")
        if set(self.per) - {"token"} and not self.start_token:
            raise UsageError("without its first token no word is whole; add --start-token")
        self._check_windows()

    def _check_windows(self) -> None:
        limited, most = limit(self._checkpoint), self._most
        if self.max_tokens and not 1 < self.max_tokens <= (limited or self.max_tokens):
            raise UsageError(f"max_tokens must be 2 to {limited or 'any number'}; correct it")
        if self.stride and not most:
            raise UsageError("The model reads texts of any length; leave out --stride")
        if self.stride and not 0 < self.stride < most:
            raise UsageError(f"stride must be 1 to {most - 1}, less than a window; correct it")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of the perplexity of every unit, and bits per byte."""
        bits = ("model_bits_per_byte",) if "byte" in self.per else ()
        return (*(f"model_perplexity_per_{unit}" for unit in self.per), *bits)

    def watches(self) -> Sequence[Watch]:
        """Return a count of outputs that are cut."""
        return [Truncation(self.name, self._words.limit, self._words.encode, _output)]

    def fault(self, instance: Instance) -> str | None:
        """Report an output that is cut, whose words or bytes cannot be counted."""
        (tokens,) = self._words.encode([str(instance.prediction)])
        if set(self.per) - {"token"} and tokens.cut:
            return "the output is cut, so that its words cannot be counted; add --stride N"
        return None

    def rows(self, batch: Batch) -> Array:
        """Return log-probabilities and units; or the perplexities of texts and a count.

        Raises:
            RecordError: If an output has no token or word to score; the rows of the others are
                kept.
        """
        texts = [str(record.prediction) for record in batch]
        reasons = [self._unscorable(text) for text in texts]
        rows = self._scored([x for x, why in zip(texts, reasons, strict=True) if not why])
        if why := next(filter(None, reasons), ""):
            raise RecordError(why)
        return rows

    def _unscorable(self, text: str) -> str:
        """Return why an output has no score; "" if it has one."""
        (tokens,) = self._words.encode([text])
        if not tokens.ids:
            return "the output has no token to score; check it"
        if len(tokens.ids) == 1 and not self.start_token:
            return "the only token of the output is not scored; add --start-token, or check it"
        if "word" in self.per and not text.split():
            return "the output has no word; check it, or drop --per word"
        return ""

    def _scored(self, texts: Sequence[str]) -> Array:
        """Return the rows of outputs that have a score."""
        import numpy as np

        logs = self._log_probabilities(texts)
        units = [[_number(unit, text, log) for unit in self.per]
                 for text, log in zip(texts, logs, strict=True)]  # fmt: skip
        sums = np.array([log.sum(dtype=np.float64) for log in logs])
        counts = np.array(units, dtype=np.float64).reshape(len(texts), len(self.per))
        rows = np.column_stack([sums, counts])
        if self.average == "corpus":
            return rows
        return np.column_stack([*self._formula(rows).values(), np.ones(len(rows))])

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Exponentiate the mean negative log-probability of each unit, or average texts."""
        return self._formula(sums) if self.average == "corpus" else super().reduce(sums)

    def _formula(self, sums: Array) -> dict[str, Array]:
        import numpy as np

        log = sums[..., 0]
        values = [np.exp(-log / sums[..., i]) for i in range(1, len(self.per) + 1)]
        if "byte" in self.per:
            values.append(-log / sums[..., 1 + self.per.index("byte")] / np.log(2.0))
        return dict(zip(self.outputs, values, strict=True))

    def _log_probabilities(self, texts: Sequence[str]) -> list[Array]:
        """Return the log-probability of each token that is scored."""
        import numpy as np

        before = (self._start(),) if self.start_token else ()
        ids = [(*before, *tokens.ids) for tokens in self._words.encode(texts)]
        cut = [list(windows(len(sequence), self._most, self.stride)) for sequence in ids]
        asked = [
            sequence[w.first : w.end] for sequence, some in zip(ids, cut, strict=True) for w in some
        ]
        scorer = causal_scorer(self._checkpoint, self.dtype, self.device)
        logs = iter(scorer.log_probabilities(asked))
        none = np.zeros(0, dtype=np.float32)
        return [np.concatenate([none, *(next(logs)[w.known :] for w in some)]) for some in cut]

    def _start(self) -> int:
        """Return the id of the token before each text."""
        start = self._checkpoint.config().get("bos_token_id")
        if not isinstance(start, int):
            raise InputError(
                f"{self._checkpoint.folder}/config.json: no bos_token_id; give --no-start-token"
            )
        return start

    @property
    def _words(self) -> Tokenizer:
        longest = _WHOLE if self.stride or not self._most else self._most - self.start_token
        return tokenizer(self._checkpoint, longest=longest, special=False)

    @property
    def _most(self) -> int:
        return self.max_tokens or limit(self._checkpoint)


class Window(NamedTuple):
    """Tokens that the model reads at once.

    Args:
        first: Index of the first one.
        end: Index after the last one.
        known: Number of its log-probabilities, which begin with the second token, that the window
            before has too.
    """

    first: int
    end: int
    known: int


def windows(length: int, most: int, stride: int) -> Iterator[Window]:
    """Return windows in which each token but the first is scored once."""
    scored = 1  # the first token has no log-probability
    for first in range(0, length, stride or length or 1):
        end = min(first + (most or length), length)
        yield Window(first, end, scored - first - 1)
        if end == length:
            return
        scored = end


def _number(unit: Per, text: str, log: Array) -> int:
    """Return the number of units of a text."""
    if unit == "token":
        return len(log)
    return len(text.split() if unit == "word" else text.encode("utf-8", "replace"))


def _output(record: Instance) -> tuple[str]:
    return (str(record.prediction),)

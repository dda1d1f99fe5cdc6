"""Metrics on a model whose rows are computed for many records together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sacreval.errors import UsageError
from sacreval.metrics.neural._base import ModelMetric
from sacreval.metrics.neural._model_notices import Truncation
from sacreval.models.scorer import seq2seq_scorer
from sacreval.models.tokenization import Tokenizer, tokenizer

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance


class RecordMetric(ModelMetric):
    """Base class of metrics on a model whose `rows` score whole records."""

    def prepare(self, *context: Any) -> Any:
        """Return the fields that a prediction is scored against."""
        return context

    @abstractmethod
    def rows(self, batch: Batch) -> Array:
        """Score records."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the row of one record."""
        from sacreval.core.records import Batch, Instance

        fields = dict(zip(self.needs, prepared, strict=True))
        row = self.rows(Batch([Instance(**{self.judges: prediction}, **fields)]))[0]
        return tuple(map(float, row))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Score one output."""
        import numpy as np

        outputs = self.reduce(np.array(self.row(prediction, prepared)))
        return tuple(map(float, outputs.values()))


_FEWEST = 2  # tokens: one of a text, and the end


class FirstStepMetric(RecordMetric):
    """Base class of metrics that ask a model one question in one input."""

    max_tokens: int  # of an input; an option of each metric, which documents it

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_tokens < _FEWEST:
            raise UsageError(f"max_tokens must be {_FEWEST} or more; correct it")

    @abstractmethod
    def inputs(self, record: Instance) -> Sequence[str]:
        """Return the inputs of the model for a record."""

    @property
    @abstractmethod
    def tokens(self) -> tuple[int, ...]:
        """Return the ids of the tokens whose logits are read."""

    def watches(self) -> Sequence[Watch]:
        """Return a count of inputs that are cut."""
        return [Truncation(self.name, self.max_tokens, self._words.encode, self.inputs)]

    def logits(self, inputs: Sequence[str], *, end: bool = True) -> Array:
        """Return the logits (n, tokens) of inputs.

        Args:
            inputs: The inputs.
            end: Keep the token that ends an input.
        """
        import numpy as np

        ids = [tokens.ids if end else tokens.ids[:-1] for tokens in self._words.encode(inputs)]
        scorer = seq2seq_scorer(self._checkpoint, self.dtype, self.device)
        logits = scorer.first_step_logits(ids, self.tokens)
        return np.array(logits, dtype=np.float64).reshape(len(inputs), len(self.tokens))

    def first_share(self, inputs: Sequence[str]) -> Array:
        """Return the probability (n,) of the first of two tokens among both."""
        import numpy as np

        logits = self.logits(inputs)
        probability: Array = 1 / (1 + np.exp(logits[:, 1] - logits[:, 0]))
        return probability

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint, longest=self.max_tokens)

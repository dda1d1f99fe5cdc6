"""Base class of metrics with the option `tokenize`: its check, its description, its files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.metric import Metric
from sacreval.text import tokenizers
from sacreval.text.tokenizers import Tokenizer

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.text.scripts import Tokenization


class TokenizedMetric(Metric):
    """A metric that splits texts with one of the tokenizers, which a field of it names."""

    tokenize: Tokenizer

    def __post_init__(self) -> None:
        tokenizers.check(self.tokenize)

    def tokenization(self) -> Tokenization:
        """Return how the tokenizer splits."""
        return tokenizers.tokenization(self.tokenize)

    def rests_on(self) -> Sequence[Path]:
        """Return the model or the dictionary of the tokenizer."""
        return tokenizers.files(self.tokenize)

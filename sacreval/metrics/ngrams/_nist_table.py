"""The references of a run as NIST sees them: how they are split, and what their n-grams tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any

from sacreval.metrics.ngrams._base import COMPILED, splitter
from sacreval.metrics.ngrams._information import Information, informed
from sacreval.text.tokenizers import Tokenizer

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.native import NistOptions, NistTable, Texts


@dataclass(frozen=True, eq=False)
class Table:
    """The references of a run; the information of their n-grams is computed when it is first used.

    Args:
        references: The references.
        mteval: Whether they are counted as in mteval, else as in NLTK.
        order: The longest n-grams.
        tokenize: How texts are split into tokens.
        lowercase: Ignore case.
    """

    references: list[str]
    mteval: bool
    order: int
    tokenize: Tokenizer
    lowercase: bool

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the references alone."""
        return Table, (self.references, self.mteval, self.order, self.tokenize, self.lowercase)

    @cached_property
    def information(self) -> Information:
        """The information of n-grams, by the definition."""
        split = self.splitter(self._batch())
        return informed(map(split, self.references), self.order, perl=self.mteval)

    @cached_property
    def compiled(self) -> NistTable:
        """The same for the kernel."""
        from sacreval import native

        return native.NistTable(self.texts(self._batch()), self._options())

    def splitter(self, batch: Batch) -> Callable[[str], list[str]]:
        """Return a function from a text of a batch to its tokens."""
        if self._is_ascii():
            return partial(_ascii_lowercase, splitter(batch, self.tokenize, lowercase=False))
        return splitter(batch, self.tokenize, lowercase=self.lowercase)

    def texts(self, batch: Batch) -> Texts:
        """Return the texts of a batch for the kernel, split if it has not the tokenizer."""
        if self.tokenize in COMPILED:
            return batch.texts
        split = self.splitter(batch)
        return batch.texts_after(lambda text: " ".join(split(text)))

    def _options(self) -> NistOptions:
        from sacreval import native

        if self.tokenize not in COMPILED:
            return native.NistOptions("none", False, False, self.order, self.mteval)
        split: Any = self.tokenize
        ascii_only = self._is_ascii()
        lowercase = self.lowercase and not ascii_only
        return native.NistOptions(split, lowercase, ascii_only, self.order, self.mteval)

    def _is_ascii(self) -> bool:
        """Return whether A to Z are lowercased, after texts are split."""
        return self.mteval and self.lowercase and self.tokenize != "intl"

    def _batch(self) -> Batch:
        from sacreval.core.records import Batch, Instance

        return Batch([Instance(prediction=text) for text in self.references])


def _ascii_lowercase(split: Callable[[str], list[str]], text: str) -> list[str]:
    """Split a text and lowercase A to Z."""
    table = str.maketrans(ascii_uppercase, ascii_lowercase)
    return [token.translate(table) for token in split(text)]

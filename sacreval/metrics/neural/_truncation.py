"""Notices of the texts, and of the inputs, of a system that are longer than the model reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance
    from sacreval.models.pairs import Joint
    from sacreval.models.tokens import TokenIds


def output_and_references(record: Instance) -> list[str]:
    """Return the texts of a record that a metric without sources reads."""
    return [record.prediction, *(record.references or ())]


class Truncation:
    """Counts the texts that are cut, and their tokens.

    Args:
        name: Name of the metric.
        limit: Largest number of tokens that the model reads; 0 for none.
        tokens: Tokenizes texts.
        texts: Returns the texts of a record; or what is joined to one text, a tuple.
    """

    def __init__(
        self,
        name: str,
        limit: int,
        tokens: Callable[[Sequence[Any]], list[TokenIds]],
        texts: Callable[[Instance], Iterable[Any]] = output_and_references,
    ) -> None:
        self._name, self._limit, self._tokens, self._of = name, limit, tokens, texts
        self._texts = self._cut = self._lost = 0

    def add(self, batch: Batch) -> None:
        """Count the distinct texts of a batch."""
        if not self._limit:
            return
        texts = {text for instance in batch for text in self._of(instance)}
        cut = [tokens.cut for tokens in self._tokens(sorted(texts)) if tokens.cut]
        self._texts += len(texts)
        self._cut += len(cut)
        self._lost += sum(cut)

    def noticed(self) -> dict[str, int]:
        """Return the number of texts that are cut."""
        return {"cut": self._cut}

    def notices(self) -> list[str]:
        """Return a notice with the numbers of texts and tokens, if any text is cut."""
        if not self._cut:
            return []
        notice = (
            f"{self._name} cuts {self._cut} of {self._texts} texts after {self._limit} tokens, "
            f"the most that the model reads, and leaves out {self._lost} tokens; shorten them, or "
            "use a model for longer texts"
        )
        return [notice]


class CutInputs:
    """Counts the inputs of a classifier that are cut, and their tokens.

    Args:
        name: Name of the metric.
        limit: Largest number of tokens of an input; 0 for none.
        inputs: Returns the inputs of each record of a batch.
    """

    def __init__(
        self, name: str, limit: int, inputs: Callable[[Batch], Iterable[Sequence[Joint]]]
    ) -> None:
        self._name, self._limit, self._inputs = name, limit, inputs
        self._all = self._cut = self._lost = 0

    def add(self, batch: Batch) -> None:
        """Count the inputs of a batch."""
        if not self._limit:
            return
        for joined in self._inputs(batch):
            cut = [tokens.cut for tokens in joined if tokens.cut]
            self._all += len(joined)
            self._cut += len(cut)
            self._lost += sum(cut)

    def noticed(self) -> dict[str, int]:
        """Return the number of inputs that are cut."""
        return {"cut": self._cut}

    def notices(self) -> list[str]:
        """Return a notice with the numbers of inputs and tokens, if any input is cut."""
        if not self._cut:
            return []
        notice = (
            f"{self._name} cuts {self._cut} of {self._all} inputs of the model after {self._limit} "
            f"tokens, and leaves out {self._lost} tokens; shorten the texts, or use a model for "
            "longer ones"
        )
        return [notice]

"""Tokens weighted by inverse document frequency, and greedily matched by the cosine of states.

Inverse document frequencies of tokens over the references of a run, found by their hash. A table is
data, and too long for an option: the option holds its SHA-256. The metrics of a process find the
table by it, as long as one of them holds it; pickles of a metric have it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self
from weakref import WeakValueDictionary

from sacreval.core.contract.watches import Always
from sacreval.errors import UsageError
from sacreval.metrics.neural._text_pairs import TextPairMetric
from sacreval.stats.ratio import f1

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance


Counting = Literal["none", "inputs", "records"]


@dataclass(frozen=True)
class Idf:
    """In how many references each token occurs.

    Args:
        references: Number of references.
        counts: Token id to the number of references that have it.
    """

    references: int
    counts: Mapping[int, int]

    def weight(self, token: int) -> float:
        """Return log((N + 1) / (n + 1)) of a token that n of N references have."""
        return log((self.references + 1) / (self.counts.get(token, 0) + 1))

    def has_weights(self) -> bool:
        """Return whether some token has a weight above 0: not all texts have it."""
        return any(count < self.references for count in self.counts.values())

    def sha256(self) -> str:
        """Return the SHA-256 of all counts."""
        text = f"{self.references}:{sorted(self.counts.items())}"
        return sha256(text.encode()).hexdigest()


def counted(texts: Iterable[Sequence[int]]) -> Idf:
    """Count the tokens of references.

    Args:
        texts: Ids of the tokens of each.
    """
    counts: Counter[int] = Counter()
    number = 0
    for ids in texts:
        counts.update(set(ids))
        number += 1
    return Idf(number, dict(sorted(counts.items())))


def references_of(batches: Iterable[Batch], counting: Counting) -> list[str]:
    """List the references that are counted.

    Args:
        batches: The records of a run.
        counting: inputs lists each reference of an input once, however many systems there are;
            records lists those of every record.
    """
    pairs = _by_input(batches)
    return _listed(
        ((id_, text) for id_, record in pairs for text in record.references or ()), counting
    )


def outputs_of(batches: Iterable[Batch], counting: Counting) -> list[str]:
    """List the outputs that are counted."""
    return _listed(((id_, str(record.prediction)) for id_, record in _by_input(batches)), counting)


def _by_input(batches: Iterable[Batch]) -> Iterator[tuple[str, Instance]]:
    """Yield each record with the id of its input."""
    for batch in batches:
        yield from zip(batch.instance_ids, batch, strict=True)


def _listed(texts: Iterable[tuple[str, str]], counting: Counting) -> list[str]:
    """List texts of inputs, equal ones of an input once or not."""
    return [text for _, text in (texts if counting == "records" else dict.fromkeys(texts))]


@dataclass(frozen=True)
class PairIdf:
    """Frequencies of tokens in references, and in outputs.

    Args:
        references: Those in references.
        outputs: Those in outputs.
    """

    references: Idf
    outputs: Idf

    def has_weights(self) -> bool:
        """Return whether some token of either side has a weight above 0."""
        return self.references.has_weights() and self.outputs.has_weights()

    def sha256(self) -> str:
        """Return the SHA-256 of all counts."""
        both = repr((self.references.sha256(), self.outputs.sha256()))
        return sha256(both.encode()).hexdigest()


Table = Idf | PairIdf
_TABLES: WeakValueDictionary[str, Table] = WeakValueDictionary()


def remember(table: Table) -> str:
    """Return the SHA-256 of a table, by which it is found while something holds it."""
    name = table.sha256()
    _TABLES[name] = table
    return name


def recall(name: str) -> Table | None:
    """Return the table of a SHA-256, or None if nothing holds it."""
    return _TABLES.get(name)


@dataclass(frozen=True, kw_only=True)
class IdfMetric(TextPairMetric):
    """Base class of metrics whose tokens may be weighted by inverse document frequency.

    Args:
        idf: Weight of tokens: none gives all the same; inputs and records weigh by the inverse
            document frequency in the references of the run, which is then read twice. inputs
            counts each reference of an input once, as a call of the original for each system on
            the same inputs, so that a score depends on no other system; records counts the
            references of every record, as one call of the original for all of them.
        idf_sha256: SHA-256 of these frequencies, which signatures state; a run with others is
            refused.
    """

    idf: Counting = "none"
    idf_sha256: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.idf == "none" and self.idf_sha256:
            raise UsageError("idf_sha256 is given without idf; add --idf inputs, or leave it out")
        object.__setattr__(self, "_idf", recall(self.idf_sha256))  # held as long as the metric

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options, and the table of frequencies."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _rebuild, (type(self), values, self._idf)

    def watches(self) -> Sequence[Watch]:
        """Return what the base watches, and a notice where no token has a weight."""
        return [*super().watches(), *self._unweighted()]

    def _unweighted(self) -> list[Always]:
        if self._idf is None or self._idf.has_weights():
            return []
        return [
            Always(
                f"{self.name}: every token is in all counted texts, as those of a single input, "
                "and weighs 0, so that all scores are 0; give --idf none"
            )
        ]

    @abstractmethod
    def _counted(self, batches: Sequence[Batch]) -> Table:
        """Count the tokens of the records of a run."""

    def is_settled(self) -> bool:
        """Return whether the frequencies are known, if they are needed."""
        return self.idf == "none" or self._idf is not None

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Count in how many texts each token occurs."""
        if self.is_settled():
            return self
        table = self._counted(batches)
        digest = remember(table)
        if self.idf_sha256 not in {"", digest}:
            raise UsageError(
                f"The records are not those of the signature: the SHA-256 of their tokens' "
                f"frequencies is {digest}, not {self.idf_sha256}; score the same records"
            )
        return replace(self, idf_sha256=digest)

    def _table(self) -> Table | None:
        """Return the frequencies; None if all tokens have the same weight."""
        if self.idf == "none":
            return None
        if self._idf is None:
            raise UsageError(f"{self.name} has no frequencies of tokens; settle it on the records")
        return self._idf

    @cached_property
    def _idf(self) -> Table | None:
        return recall(self.idf_sha256)


def _rebuild(cls: type[IdfMetric], values: Mapping[str, Any], table: Table | None) -> IdfMetric:
    """Rebuild a pickled metric."""
    if table is not None:
        remember(table)
    return cls(**values)


class WeightedStates(NamedTuple):
    """The tokens of a text.

    Args:
        states: Array (n, d), float64, of unit vectors.
        weights: Array (n,), which sum to 1, or are all 0 if no token counts.
    """

    states: Array
    weights: Array


def weighted(states: Array, weights: Array) -> WeightedStates:
    """Scale states to unit vectors, and weights to a sum of 1.

    Args:
        states: Array (n, d).
        weights: Array (n,), of weights of 0 or more.
    """
    import numpy as np

    exact = states.astype(np.float64)
    norms = np.linalg.norm(exact, axis=1, keepdims=True)
    total = weights.sum()
    return WeightedStates(
        np.divide(exact, norms, where=norms > 0, out=exact),
        weights / total if total > 0 else np.zeros_like(weights),
    )


def match(output: WeightedStates, reference: WeightedStates) -> tuple[float, float, float]:
    """Match each token to the most similar one of the other text, special tokens included."""
    if not output.weights.any() or not reference.weights.any():
        return 0.0, 0.0, 0.0
    cosines = output.states @ reference.states.T
    p = float(output.weights @ cosines.max(axis=1))
    r = float(reference.weights @ cosines.max(axis=0))
    return p, r, f1(p, r)

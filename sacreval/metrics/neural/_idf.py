"""Inverse document frequencies of tokens over the references of a run, found by their hash.

A table is data, and too long for an option: the option holds its SHA-256. The metrics of a process
find the table by it, as long as one of them holds it; pickles of a metric have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, Literal
from weakref import WeakValueDictionary

if TYPE_CHECKING:
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

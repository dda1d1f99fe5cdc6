"""Inverse document frequencies of tokens over the references of a run, found by their hash.

A table is data, and too long for an option: the option holds its SHA-256. The metrics of a process
find the table by it, as long as one of them holds it; pickles of a metric have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, Literal
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from sacreval.core.records import Batch

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
    records = [record for batch in batches for record in batch]
    if counting == "records":
        return [text for record in records for text in record.references or ()]
    seen = {(str(one.instance_id), text): None for one in records for text in one.references or ()}
    return [text for _, text in seen]


_TABLES: WeakValueDictionary[str, Idf] = WeakValueDictionary()


def remember(table: Idf) -> str:
    """Return the SHA-256 of a table, by which it is found while something holds it."""
    name = table.sha256()
    _TABLES[name] = table
    return name


def recall(name: str) -> Idf | None:
    """Return the table of a SHA-256, or None if nothing holds it."""
    return _TABLES.get(name)

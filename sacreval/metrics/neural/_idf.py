"""Inverse document frequencies of tokens over the references of a run, found by their hash.

A table is data, and too long for an option: the option holds its SHA-256, and this module the
table, which is sent with the metric to other processes.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from sacreval.core.records import Batch

Counting = Literal["none", "inputs", "records"]
_MOST = 16  # tables that are held


class Idf(NamedTuple):
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


_TABLES: OrderedDict[str, Idf] = OrderedDict()


def remember(table: Idf) -> str:
    """Hold a table, and return its SHA-256."""
    name = table.sha256()
    _TABLES[name] = table
    _TABLES.move_to_end(name)
    if len(_TABLES) > _MOST:
        _TABLES.popitem(last=False)
    return name


def recall(name: str) -> Idf | None:
    """Return the table of a SHA-256, or None if this process does not hold it."""
    return _TABLES.get(name)

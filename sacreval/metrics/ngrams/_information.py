"""Information of n-grams in the references of a run (Doddington 2002), found by a hash of these.

A table is data, and too long for an option: the option has the SHA-256 of the references. The
metrics of a process find the table by it, as long as one of them holds it; pickles have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import fsum, log2
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.records import Batch

Gram = tuple[str, ...]
T = TypeVar("T")


class Key(NamedTuple):
    """What a table of information depends on.

    Args:
        references: SHA-256 of the references.
        order: The longest n-grams.
        options: How texts are split, and how n-grams are counted.
    """

    references: str
    order: int
    options: tuple[str | bool, ...]


@dataclass(frozen=True)
class Information:
    """The information of the n-grams of references, in bits.

    Args:
        bits: N-gram to log2 of the number of its occurrences without the last word over that of
            its own; of a word, the number of all words over that of its occurrences.
    """

    bits: Mapping[Gram, float]

    def of(self, matches: Mapping[Gram, int]) -> float:
        """Return the information of n-grams, times their counts; the same in any order.

        Raises:
            UsageError: If an n-gram is not in the references that were counted.
        """
        bits = self.bits
        try:
            return fsum([bits[gram] * count for gram, count in matches.items()])
        except KeyError as error:
            raise UsageError(
                f"nist has no information on '{' '.join(error.args[0])}'; "
                "settle it on all records that it scores"
            ) from None


def informed(texts: Iterable[Sequence[str]], order: int, *, perl: bool) -> Information:
    """Compute the information of the n-grams of references.

    Args:
        texts: The tokens of each reference.
        order: The longest n-grams.
        perl: Whether bigrams after the word 0 have the information of their second word among all
            words, as in NIST's scripts: in Perl "0" is false.
    """
    held = list(texts)
    words = sum(map(len, held))
    bits: dict[Gram, float] = {}
    shorter: Counter[Gram] = Counter({(): words})
    for n in range(1, order + 1):
        counts: Counter[Gram] = Counter()
        for text in held:
            counts.update(zip(*(text[i:] for i in range(n)), strict=False))
        if not counts:
            break
        bits.update((gram, log2(shorter[gram[:-1]] / count)) for gram, count in counts.items())
        if perl:
            zeros = ((gram, count) for gram, count in counts.items() if gram[:-1] == ("0",))
            bits.update((gram, log2(words / count)) for gram, count in zeros)
        shorter = counts
    return Information(bits)


def distinct_references(batches: Iterable[Batch]) -> list[str]:
    """List the references of a run, those of an input once, however many systems there are.

    Args:
        batches: The records.
    """
    seen = {(one.instance_id, *sorted(one.references or ())) for batch in batches for one in batch}
    return sorted(text for _, *texts in seen for text in texts)


def hashed(references: Sequence[str]) -> str:
    """Return the SHA-256 of sorted references."""
    return sha256(msgspec.json.encode(references)).hexdigest()


_TABLES: WeakValueDictionary[Key, Any] = WeakValueDictionary()


def remember(key: Key, compute: Callable[[], T]) -> T:
    """Return the table of a key, computed if nothing holds it."""
    found: T | None = _TABLES.get(key)
    if found is None:
        found = _TABLES[key] = compute()
    return found


def recall(key: Key) -> Any:
    """Return the table of a key, or None if nothing holds it."""
    return _TABLES.get(key)

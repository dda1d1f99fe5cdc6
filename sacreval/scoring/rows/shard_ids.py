"""Ids of the records of many shards: runs of whole numbers, or a hash of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sacreval.scoring.rows.record_places import Places

if TYPE_CHECKING:
    from sacreval.core.metric import Array

try:  # the same as hashlib's; hashlib itself loads OpenSSL
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

SIZE = 8  # bytes of a hash


class ShardIds(Struct, frozen=True):
    """The ids of a system in one shard, in which they are different.

    Args:
        size: Their number.
        runs: Whole numbers, if all ids are such and most follow each other; else empty.
        hashes: Else the hash of each id, one after the other.
    """

    size: int
    runs: tuple[range, ...] = ()
    hashes: bytes = b""

    @classmethod
    def of(cls, places: Places) -> ShardIds:
        """Return the ids of a system."""
        if places.runs:
            return cls(len(places), places.runs)
        names = list(places)
        numbers = _numbers(names)
        return cls(len(names), (numbers,)) if numbers else cls(len(names), hashes=_hashed(names))

    def hashed(self) -> bytes:
        """Return the hash of each id."""
        return self.hashes or _hashed(map(str, chain.from_iterable(self.runs)))


class JoinedIds(Collection[Any]):
    """The ids of a system in all shards, of which systems are compared.

    Args:
        size: Their number.
        runs: Whole numbers, in their order; empty if some shard has hashes.
        hashes: Else their hashes, array (n,) in their order.
    """

    def __init__(self, size: int, runs: Sequence[range] = (), hashes: Array | None = None) -> None:
        self._size, self._runs, self._hashes = size, list(runs), hashes

    def keys(self) -> JoinedIds:
        """Return what is compared with the ids of other systems."""
        return self

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._runs) if self._hashes is None else iter(self._hashes)

    def __contains__(self, one: object) -> bool:
        return any(one == own for own in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JoinedIds):
            return NotImplemented
        if self._hashes is None or other._hashes is None:
            return self._hashes is other._hashes and self._runs == other._runs
        return len(self) == len(other) and bool((self._hashes == other._hashes).all())

    __hash__ = None  # type: ignore[assignment]


def joined(systems: Iterable[Sequence[ShardIds]]) -> list[JoinedIds] | None:
    """Join the ids of each system.

    Args:
        systems: Its ids in each shard.

    Returns:
        The ids of each system, all as numbers or all as hashes; None if a system has an id twice,
        or two of its ids have one hash.
    """
    every = list(systems)
    numbers = all(part.runs for parts in every for part in parts)
    found = [_of_runs(parts) if numbers else _of_hashes(parts) for parts in every]
    right = [one for one in found if one is not None]
    return right if len(right) == len(found) else None


def _of_runs(parts: Sequence[ShardIds]) -> JoinedIds | None:
    runs: list[range] = []
    for run in sorted((run for part in parts for run in part.runs), key=lambda one: one.start):
        if runs and run.start < runs[-1].stop:
            return None
        if runs and run.start == runs[-1].stop:
            runs[-1] = range(runs[-1].start, run.stop)
        else:
            runs.append(run)
    return JoinedIds(sum(part.size for part in parts), runs)


def _of_hashes(parts: Sequence[ShardIds]) -> JoinedIds | None:
    import numpy as np

    hashes = np.frombuffer(b"".join(part.hashed() for part in parts), np.uint64).copy()
    hashes.sort()
    if (hashes[1:] == hashes[:-1]).any():
        return None
    return JoinedIds(len(hashes), hashes=hashes)


def _numbers(names: Sequence[str]) -> range | None:
    """Return ids that are numbers which follow each other; None for others."""
    first = names[0]
    if not (first.isascii() and first.isdecimal() and len(first) < 19):  # noqa: PLR2004
        return None
    run = range(int(first), int(first) + len(names))
    return run if all(map(str.__eq__, names, map(str, run))) else None


def _hashed(names: Iterable[str]) -> bytes:
    return b"".join(
        blake2b(name.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest() for name in names
    )

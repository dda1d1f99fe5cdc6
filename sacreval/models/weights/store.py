"""A store of arrays by content: packed in blocks of bounded memory, and beyond it in a file.

Systems, references and jackknifing share the states of a text. Another processor, device or release
of torch may change the last digits: 1e-6 is the tolerance of tests with official numbers.
"""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from mmap import mmap
from threading import RLock
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

T = TypeVar("T")
MEMORY = 1 << 28  # bytes
FILE = 1 << 34  # bytes
BLOCK = 1 << 22  # bytes; large enough that the system takes back the memory of each block at once
KEY = 256  # bytes that a key takes beside its array
_ALIGNED = 16  # bytes; arrays begin at multiples of it


class _Place(NamedTuple):
    block: int
    start: int
    shape: tuple[int, ...]
    kind: str


@dataclass
class _Block:
    """Arrays one after another; keys are those of the arrays.

    Args:
        number: Number of the block, from 0.
        held: Array of bytes.
    """

    number: int
    held: Array
    used: int = 0
    keys: list[Hashable] = field(default_factory=list)

    def room(self) -> int:
        """Return how many bytes are free; keys take some too."""
        return len(self.held) - self.used - KEY * len(self.keys)


class Store:
    """Arrays by key: blocks used last are in memory, the others in a temporary file.

    An array that is in neither is computed again, so both are bounds on time and not on texts.
    Arrays are copied into blocks: small ones of their own would leave gaps in memory that no other
    fills, and views would keep the whole batch of which they are a part.

    Args:
        memory: Bytes of arrays in memory; the last block is kept if it is larger.
        file: Bytes of the temporary file, which no other program sees; 0 for none.
    """

    def __init__(self, memory: int = MEMORY, file: int = FILE) -> None:
        self._most, self._room = memory, file
        self._size = min(BLOCK, max(1, memory // 4))
        self._places: dict[Hashable, _Place] = {}
        self._blocks: OrderedDict[int, _Block] = OrderedDict()  # the one used last is the last
        self._open: _Block | None = None
        self._spilled: dict[int, int] = {}  # where a block begins in the file
        self._file: IO[bytes] | None = None
        self._lock = RLock()
        self.computed = 0  # arrays that were not in the store

    @property
    def held(self) -> int:
        """Bytes of the blocks in memory."""
        return sum(len(block.held) for block in self._blocks.values())

    def get_all(
        self, keys: Sequence[Hashable], make: Callable[[list[int]], Sequence[Array]]
    ) -> list[Array]:
        """Return the array of each key.

        Args:
            keys: The keys, which may be repeated.
            make: Computes those that are not in the store, given their first indices in `keys`.
        """
        with self._lock:
            arrays: dict[Hashable, Array] = {}
            missing: dict[Hashable, int] = {}
            for i, key in enumerate(keys):
                if key in arrays or key in missing:
                    continue
                if (array := self._get(key)) is None:
                    missing[key] = i
                else:
                    arrays[key] = array
            if missing:
                computed = make(list(missing.values()))
                self.computed += len(missing)
                for key, array in zip(missing, computed, strict=True):
                    arrays[key] = self._keep(key, array)
            return [arrays[key] for key in keys]

    def of_texts(
        self, texts: Sequence[T], compute: Callable[[list[T]], Sequence[Array]]
    ) -> list[Array]:
        """Return the array of each text.

        Args:
            texts: The texts, as values whose `repr` is all that their arrays depend on.
            compute: Computes the arrays of those that are not in the store.
        """
        keys = [blake2b(repr(text).encode(), digest_size=16).digest() for text in texts]
        return self.get_all(keys, lambda missing: compute([texts[i] for i in missing]))

    def _get(self, key: Hashable) -> Array | None:
        """Return an array from memory or from the file; None if it is in neither."""
        place = self._places.get(key)
        if place is None:
            return None
        if place.block in self._blocks:
            self._blocks.move_to_end(place.block)
            return _view(self._blocks[place.block].held, place)
        return self._read(place)

    def _keep(self, key: Hashable, array: Array) -> Array:
        """Copy an array into a block, and return the copy."""
        import numpy as np

        block = self._with_room(array.nbytes + KEY)
        place = _Place(block.number, block.used, array.shape, array.dtype.str)
        flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        block.held[place.start : place.start + array.nbytes] = flat
        block.used += -(-array.nbytes // _ALIGNED) * _ALIGNED
        block.keys.append(key)
        self._places[key] = place
        return _view(block.held, place)

    def _with_room(self, size: int) -> _Block:
        """Return the open block, or a new one where that has no room."""
        if self._open is None or self._open.room() < size:
            number = self._open.number + 1 if self._open else 0
            self._open = _Block(number, _zeros(max(self._size, size)))
            self._blocks[number] = self._open
            while self.held > self._most and len(self._blocks) > 1:
                self._move(next(iter(self._blocks)))
        self._blocks.move_to_end(self._open.number)
        return self._open

    def _move(self, number: int) -> None:
        """Write a block to the file; where it does not fit, its arrays are computed again."""
        block = self._blocks.pop(number)
        if not self._written(block):
            for key in block.keys:
                del self._places[key]

    def _written(self, block: _Block) -> bool:
        if block.used + KEY * len(block.keys) > self._room:
            return False
        try:
            self._file = self._file or tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the store
            start = self._file.seek(0, 2)
            self._file.write(block.held[: block.used].tobytes())
            self._file.flush()
        except OSError:  # the disk is full
            self._room = 0
            return False
        self._room -= block.used + KEY * len(block.keys)
        self._spilled[block.number] = start
        return True

    def _read(self, place: _Place) -> Array | None:
        import numpy as np

        if self._file is None:
            return None
        with suppress(OSError, ValueError):  # computed again
            self._file.seek(self._spilled[place.block] + place.start)
            block = np.frombuffer(bytearray(self._file.read(_bytes(place))), np.uint8)
            return _view(block, place._replace(start=0))
        return None


def _zeros(size: int) -> Array:
    """Return an array of bytes whose memory goes back to the system as soon as it is freed."""
    import numpy as np

    return np.frombuffer(mmap(-1, size), np.uint8)


def _bytes(place: _Place) -> int:
    import numpy as np

    return int(np.prod(place.shape, dtype=np.int64)) * np.dtype(place.kind).itemsize


def _view(held: Array, place: _Place) -> Array:
    """Return the array at a place of a block."""
    block = held[place.start : place.start + _bytes(place)]
    return block.view(place.kind).reshape(place.shape)

"""A store of arrays by content: bounded memory, and beyond it a temporary file."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from threading import RLock
from typing import IO, TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

MEMORY = 1 << 30  # bytes
FILE = 1 << 34  # bytes


class _Place(NamedTuple):
    start: int
    shape: tuple[int, ...]
    kind: str


class Store:
    """Arrays by key: those used last in memory, the others in a temporary file.

    An array that is in neither is computed again, so both are bounds on time and not on texts.

    Args:
        memory: Bytes of arrays in memory.
        file: Bytes of the temporary file, which no other program sees; 0 for none.
    """

    def __init__(self, memory: int = MEMORY, file: int = FILE) -> None:
        self._most, self._room = memory, file
        self._held: OrderedDict[Hashable, Array] = OrderedDict()
        self._bytes = 0
        self._spilled: dict[Hashable, _Place] = {}
        self._file: IO[bytes] | None = None
        self._lock = RLock()
        self.computed = 0  # arrays that were not in the store

    def get_all(
        self, keys: Sequence[Hashable], make: Callable[[list[int]], Sequence[Array]]
    ) -> list[Array]:
        """Return the array of each key.

        Args:
            keys: The keys, which may be repeated.
            make: Computes those that are not in the store, given their first indices in `keys`.
        """
        with self._lock:
            found: dict[Hashable, Array] = {}
            missing: dict[Hashable, int] = {}
            for i, key in enumerate(keys):
                if key in found or key in missing:
                    continue
                if (array := self._get(key)) is None:
                    missing[key] = i
                else:
                    found[key] = array
            if missing:
                made = make(list(missing.values()))
                found.update(zip(missing, made, strict=True))
                self.computed += len(missing)
            for key in missing:
                self._keep(key, found[key])
            return [found[key] for key in keys]

    def _get(self, key: Hashable) -> Array | None:
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key]
        array = self._read(key)
        if array is not None:
            self._keep(key, array)
        return array

    def _keep(self, key: Hashable, array: Array) -> None:
        """Hold an array in memory, and move those used longest ago to the file."""
        self._held[key] = array
        self._bytes += array.nbytes
        while self._bytes > self._most and len(self._held) > 1:
            oldest, moved = self._held.popitem(last=False)
            self._bytes -= moved.nbytes
            self._write(oldest, moved)

    def _write(self, key: Hashable, array: Array) -> None:
        if key in self._spilled or array.nbytes > self._room:
            return
        try:
            self._file = self._file or tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the store
            start = self._file.seek(0, 2)
            self._file.write(array.tobytes())
            self._file.flush()
        except OSError:  # the disk is full: what does not fit is computed again
            self._room = 0
            return
        self._room -= array.nbytes
        self._spilled[key] = _Place(start, array.shape, array.dtype.str)

    def _read(self, key: Hashable) -> Array | None:
        import numpy as np

        if self._file is None or key not in self._spilled:
            return None
        place = self._spilled[key]
        with suppress(OSError, ValueError):  # computed again
            self._file.seek(place.start)
            kind = np.dtype(place.kind)
            size = int(np.prod(place.shape, dtype=np.int64)) * kind.itemsize
            return np.frombuffer(self._file.read(size), dtype=kind).reshape(place.shape)
        return None

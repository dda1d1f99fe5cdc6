"""Untrusted pickles, read as plain data: none of their code is run."""

from __future__ import annotations

import io
import pickle
import struct
from typing import Any

from sacreval.errors import InputError
from sacreval.io.whole_files import read_whole

_FORMATS = {"f8": "d", "f4": "f", "i8": "q", "i4": "i", "i2": "h", "i1": "b", "b1": "?"}


class _DType:
    """Replacement for numpy.dtype that stores its type code and byte order."""

    def __init__(self, code: str, *_: Any) -> None:
        self.code = code
        self.order = "<"

    def __setstate__(self, state: Any) -> None:
        self.order = "<" if state[1] == "|" else state[1]


def _scalar(dtype: Any, data: bytes) -> Any:
    """Turn the bytes of a numpy scalar into a Python number."""
    return struct.unpack(dtype.order + _FORMATS[dtype.code], data)[0]


def _bytes(text: str, encoding: str) -> bytes:
    """Return the bytes that pickles of protocol 2 store as Latin-1 text."""
    if encoding != "latin1":
        raise ValueError(encoding)
    return text.encode("latin1")


# Protocols 0 to 3 name the built-in types of sets, those before 3 as Python 2 did.
_SETS: dict[tuple[str, str], Any] = {
    (module, kind.__name__): kind
    for module in ("__builtin__", "builtins")
    for kind in (set, frozenset)
}
_REPLACEMENTS = {
    # numpy 2 renamed numpy.core; files of earlier versions still use that name.
    ("numpy.core.multiarray", "scalar"): _scalar,
    ("numpy._core.multiarray", "scalar"): _scalar,
    ("numpy", "dtype"): _DType,
    ("_codecs", "encode"): _bytes,
}


class _Plain(pickle.Unpickler):
    """An unpickler that creates only dicts, lists, tuples, sets, texts and numbers."""

    def __init__(self, stream: Any, path: str, *, numpy_scalars: bool) -> None:
        super().__init__(stream)
        self._path = path
        self._numpy_scalars = numpy_scalars

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        """Reject every class, except sets, and numpy's scalars where the caller allows them."""
        if kind := _SETS.get((module_name, global_name)):
            return kind
        if self._numpy_scalars and (replacement := _REPLACEMENTS.get((module_name, global_name))):
            return replacement
        raise InputError(
            f"{self._path}: this pickle would run {module_name}.{global_name}, which data "
            "never needs; do not use this file, and get it from its official source"
        )

    def persistent_load(self, pid: Any) -> Any:
        """Reject references to objects outside the file."""
        raise InputError(
            f"{self._path}: this pickle refers to {pid!r} outside the file; get the right file"
        )


def load(path: str, *, numpy_scalars: bool = False) -> Any:
    """Read a pickle of primitives.

    Args:
        path: Path of the file.
        numpy_scalars: Whether numbers may be numpy scalars; they become Python numbers.

    Raises:
        InputError: If it holds anything else, or is damaged.
    """
    return loads(read_whole(path), path, numpy_scalars=numpy_scalars)


def loads(data: bytes, path: str, *, numpy_scalars: bool = False) -> Any:
    """Read a pickle of primitives from memory.

    Args:
        data: The pickle.
        path: Where it comes from, for messages.
        numpy_scalars: Whether numbers may be numpy scalars; they become Python numbers.

    Raises:
        InputError: If it holds anything else, or is damaged.
    """
    try:
        return _Plain(io.BytesIO(data), path, numpy_scalars=numpy_scalars).load()
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged pickle may raise anything
        raise InputError(
            f"{path}: not a readable pickle ({type(error).__name__}: {error}); get it again"
        ) from None

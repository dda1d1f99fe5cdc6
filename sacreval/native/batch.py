"""The batch of texts that every kernel reads, and the function that calls kernels."""

import os
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sacreval.errors import NotSetUpError, is_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EXTENSION = "sacreval.native._native"
MAX_CHARACTERS = 2**31 - 1
"""Largest total length of the texts of one instance; beyond it, kernels raise OverflowError."""


def _load() -> ModuleType | None:
    if (loaded := sys.modules.get(_EXTENSION)) is not None:
        return loaded
    try:
        return import_module(_EXTENSION)
    except ImportError as error:
        if is_memory(error):
            raise MemoryError from error
        return None


def available() -> bool:
    """Return whether the compiled kernels can be used.

    Returns:
        False if the extension was not built (no compiler at installation) or the environment
        variable SACREVAL_NO_NATIVE is set to anything but 0.
    """
    return os.environ.get("SACREVAL_NO_NATIVE", "0") in {"", "0"} and _load() is not None


def extension() -> Any:
    """Return the extension module.

    Raises:
        NotSetUpError: it was not built, or SACREVAL_NO_NATIVE disables it.
    """
    module = _load() if available() else None
    if module is None:
        raise NotSetUpError(
            "The compiled kernels are not available; use `--engine official`, or reinstall "
            "sacreval where a C++17 compiler is on the PATH (and SACREVAL_NO_NATIVE is not set)."
        )
    return module


_WHOLE = 8  # bytes of an int64
_Plain = Callable[[bytearray, int], list[Any]]
_PLAIN: ContextVar[_Plain | None] = ContextVar("plain", default=None)  # what becomes of rows


class Texts:
    """A batch of texts, gathered once and shared by all kernels.

    Tokens are cached, so that metrics with the same tokenizer tokenise once. The strings are not
    copied; this object keeps references to them.

    Args:
        predictions: n texts.
        references: n sequences of texts, any of which may be empty.
        workers: Number of threads that kernels may use; results do not depend on it.

    Raises:
        TypeError: a prediction or reference is not a str, or a str is given for a sequence.
        ValueError: the two lengths differ, or workers is below 1.
    """

    def __init__(
        self,
        predictions: Sequence[str],
        references: Sequence[Sequence[str]],
        *,
        workers: int = 1,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        handle = extension().gather(predictions, references, MAX_CHARACTERS)
        self._hold(handle, workers)

    @classmethod
    def of_records(cls, records: Any, *, workers: int = 1) -> "Texts":
        """Return the texts of records that the extension has read, which are not copied.

        Args:
            records: The records, as `read_records` of the extension returns them.
            workers: As for other texts.
        """
        texts = cls.__new__(cls)
        texts._hold(extension().records_texts(records, MAX_CHARACTERS), workers)  # noqa: SLF001 - its own
        return texts

    def _hold(self, handle: Any, workers: int) -> None:
        self.workers = workers
        self.handle = handle
        self._offsets = memoryview(extension().texts_starts(handle)).cast("q")
        self._starts: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        """Count the instances, n."""
        return len(self._offsets) - 1

    @property
    def starts(self) -> "NDArray[np.int64]":
        """Offsets into pairs, (n + 1,): instance i has pairs starts[i] to starts[i + 1] - 1."""
        import numpy as np

        if self._starts is None:
            self._starts = np.frombuffer(self._offsets, dtype=np.int64)
        return self._starts

    @property
    def one_each(self) -> bool:
        """Whether every prediction has one reference."""
        return not len(self) or self.most_references() == (1, 1)

    @property
    def pairs(self) -> int:
        """Count the (prediction, reference) pairs, P."""
        return self._offsets[-1]

    def blank_outputs(self) -> list[int]:
        """Return the indices of the predictions without any sign but blanks."""
        indices: list[int] = extension().blank_outputs(self.handle)
        return indices

    def hashes(self, ids: int | list[str]) -> "TextHashes":
        """Hash `[id, references]` and `[id, prediction]` of each instance, as JSON.

        Args:
            ids: The id of each instance; or a number, that of the first of consecutive ones.

        Raises:
            ValueError: If a text has half of a surrogate pair.
        """
        return TextHashes(*extension().text_hashes(self.handle, ids, self.workers))

    def most_references(self) -> tuple[int, int]:
        """Return the smallest and the largest number of references of an instance."""
        least, most = extension().reference_counts(self.handle)
        return least, most


class TextHashes(NamedTuple):
    """BLAKE2b hashes of eight bytes; sums are modulo 2**64.

    Args:
        contexts: Those of ids and references: an unsigned number of eight bytes for each instance.
        context: Their sum.
        outputs: The sum of those of ids and predictions.
    """

    contexts: bytes
    context: int
    outputs: int


def rows(
    texts: Texts, kernel: str, count: int, width: int, *options: object
) -> "NDArray[np.int64]":
    """Run a kernel and return its result as a new array; in `summed` and `listed`, plain numbers.

    Args:
        texts: The batch.
        kernel: Name of the extension's function, called as (handle, out, workers, *options).
        count: Number of rows of the result.
        width: Number of columns of the result.
        options: The kernel's further positional arguments.

    Returns:
        Array (count, width) of int64.
    """
    if (plain := _PLAIN.get()) is not None:
        buffer = bytearray(count * width * _WHOLE)
        getattr(extension(), kernel)(texts.handle, buffer, texts.workers, *options)
        numbers: Any = plain(buffer, width)
        return cast("NDArray[np.int64]", numbers)
    import numpy as np

    out = np.zeros((count, width), dtype=np.int64)
    getattr(extension(), kernel)(texts.handle, out, texts.workers, *options)
    return out


def summed(compute: "Callable[[], NDArray[np.int64]]") -> list[int]:
    """Return the sums of the columns of what a kernel computes, without NumPy.

    Args:
        compute: Calls one kernel that returns `rows`, and returns its result.
    """
    return _plain(compute, extension().column_sums)


def listed(compute: "Callable[[], NDArray[np.int64]]") -> list[tuple[int, ...]]:
    """Return the rows of what a kernel computes, without NumPy.

    Args:
        compute: As for `summed`.
    """
    return _plain(compute, _tuples)


def _plain(compute: "Callable[[], NDArray[np.int64]]", convert: _Plain) -> list[Any]:
    token = _PLAIN.set(convert)
    try:
        result: Any = compute()
    finally:
        _PLAIN.reset(token)
    numbers: list[Any] = result
    return numbers


def _tuples(buffer: bytearray, width: int) -> list[tuple[int, ...]]:
    values = iter(memoryview(buffer).cast("q").tolist())
    return list(zip(*[values] * width, strict=True))


def apply(function: str, numbers: "NDArray[np.float64]") -> None:
    """Replace every number of an array by that of a function of the C library.

    Args:
        function: `logarithms` or `exponentials`.
        numbers: C-contiguous array (...).
    """
    getattr(extension(), function)(numbers)

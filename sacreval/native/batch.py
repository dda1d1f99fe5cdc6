"""The batch of texts that every kernel reads, and the function that calls kernels."""

import os
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sacreval.errors import NotSetUpError, is_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CHARACTERS = 2**31 - 1
"""Largest total length of the texts of one instance; beyond it, kernels raise OverflowError."""


def _load() -> ModuleType | None:
    try:
        return import_module("sacreval.native._native")
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
        self.workers = workers
        self.handle = extension().gather(predictions, references, MAX_CHARACTERS)
        self._counts = [len(own) for own in references]
        self._starts: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        """Count the instances, n."""
        return len(self._counts)

    @property
    def starts(self) -> "NDArray[np.int64]":
        """Offsets into pairs, (n + 1,): instance i has pairs starts[i] to starts[i + 1] - 1."""
        import numpy as np

        if self._starts is None:
            self._starts = np.concatenate(
                [np.zeros(1, np.int64), np.cumsum(self._counts, dtype=np.int64)]
            )
        return self._starts

    @property
    def pairs(self) -> int:
        """Count the (prediction, reference) pairs, P."""
        return sum(self._counts)


def rows(
    texts: Texts, kernel: str, count: int, width: int, *options: object
) -> "NDArray[np.int64]":
    """Run a kernel and return its result as a new array.

    Args:
        texts: The batch.
        kernel: Name of the extension's function, called as (handle, out, workers, *options).
        count: Number of rows of the result.
        width: Number of columns of the result.
        options: The kernel's further positional arguments.

    Returns:
        Array (count, width) of int64.
    """
    import numpy as np

    out = np.zeros((count, width), dtype=np.int64)
    getattr(extension(), kernel)(texts.handle, out, texts.workers, *options)
    return out

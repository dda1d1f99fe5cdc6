"""Sums of rows under many weights, in single precision where that is exact.

Rows of metrics that count are whole numbers. As long as no sum reaches 2^24, single precision adds
them without rounding, in any order: tables beside each other are one product, at half the cost of
double precision. All other rows are multiplied in double precision, a table at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

EXACT = 2.0**24  # whole numbers up to this have single precision
LARGE = 2**27  # products from which threads that wait for each other cost more than they save


class RowSums:
    """Sums of the rows of several tables under the same weights, which come in blocks.

    Args:
        tables: Arrays (n, k) with one n.
        count: Number of sums of each table, of which each block of weights gives some.
        total: The sum of the weights of one sum; None where each weight is 0 or 1.

    Attributes:
        found: The sums of each table, arrays (count, k).
    """

    def __init__(self, tables: Sequence[Array], count: int, *, total: int | None = None) -> None:
        import numpy as np

        self.found = [np.empty((count, table.shape[1])) for table in tables]
        whole = [_is_exact(table, total) for table in tables]
        self._single = [i for i, exact in enumerate(whole) if exact]
        self._others = [(i, tables[i]) for i, exact in enumerate(whole) if not exact]
        wide = [tables[i].astype(np.float32) for i in self._single]
        self._wide = np.concatenate(wide, axis=1) if wide else None
        self._large = count * sum(table.size for table in tables) >= LARGE
        self._done = 0

    def add(self, weights: Array) -> None:
        """Sum under the next weights.

        Args:
            weights: Array (b, n) of whole numbers.
        """
        import numpy as np

        rows = slice(self._done, self._done + len(weights))
        self._done = rows.stop
        with self._threads():
            self._add_single(weights, rows)
        if self._others:
            double = weights.astype(np.float64, copy=False)
            for i, table in self._others:
                self.found[i][rows] = double @ table

    def _add_single(self, weights: Array, rows: slice) -> None:
        import numpy as np

        if self._wide is None:
            return
        product, start = weights.astype(np.float32) @ self._wide, 0
        for i in self._single:
            stop = start + self.found[i].shape[1]
            self.found[i][rows] = product[:, start:stop]
            start = stop

    def _threads(self) -> AbstractContextManager[Any]:
        """Return a context with one thread for large products; sums are exact with any number."""
        if not self._large:
            return nullcontext()
        from sacreval.stats.single_thread_blas import one_thread

        threads: AbstractContextManager[Any] = one_thread()
        return threads


def _is_exact(table: Array, total: int | None) -> bool:
    """Return whether single precision adds the rows of a table without rounding."""
    import numpy as np

    sizes = np.abs(table)
    largest = sizes.sum(axis=0) if total is None else total * sizes.max(axis=0, initial=0.0)
    return bool((largest < EXACT).all()) and bool((table == np.rint(table)).all())

"""Bootstrap over instances as a weight matrix times rows, in blocks.

Limit BLAS to one thread and keep freed memory for the next block, for resampling loops. A
resampling loop computes many small matrix products, for which starting threads costs three to ten
times the time of the products (measured). One thread also adds in a fixed order, so that results do
not depend on the number of cores.

Sums of rows under many weights, in single precision where that is exact. Rows of metrics that count
are whole numbers. As long as no sum reaches 2^24, single precision adds them without rounding, in
any order: tables beside each other are one product, at half the cost of double precision. All other
rows are multiplied in double precision, a table at a time.

Indices are drawn as sacrebleu draws them, by its seed. sacrebleu sums resamples in single
precision, sacreval exactly; their bounds differ by that rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


P = ParamSpec("P")
T = TypeVar("T")

_JUST_BELOW_MALLOC_LIMIT = 31_000_000


@lru_cache(maxsize=1)
def _controller() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def one_thread() -> Any:
    """Return a context in which BLAS has one thread."""
    return _controller().limit(limits=1, user_api="blas")


def single_thread_blas(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with one BLAS thread, and without returning memory between blocks.

    glibc returns every freed block above a threshold to the system, and raises that threshold to
    the largest block freed so far (at most 32 MB). Freeing a large untouched block first avoids the
    page faults of all later blocks, which took two thirds of the time.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        np.empty(_JUST_BELOW_MALLOC_LIMIT, dtype=np.uint8)
        with one_thread():
            return function(*args, **kwargs)

    return run


EXACT = 2.0**24  # whole numbers up to this have single precision
LARGE = 2**27  # products from which threads that wait for each other cost more than they save


class RowSums:
    """Sums of the rows of several tables under the same weights, which come in blocks.

    Args:
        tables: Arrays (n, k) with one n.
        count: Number of sums of each table, of which each block of weights gives some.
        total: The sum of the weights of one sum; None where each weight is 0 or 1.

    Attributes:
        tables: The sums of each table, arrays (count, k).
    """

    def __init__(self, tables: Sequence[Array], count: int, *, total: int | None = None) -> None:
        import numpy as np

        self.tables = [np.empty((count, table.shape[1])) for table in tables]
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
                self.tables[i][rows] = double @ table

    def _add_single(self, weights: Array, rows: slice) -> None:
        import numpy as np

        if self._wide is None:
            return
        product, start = weights.astype(np.float32) @ self._wide, 0
        for i in self._single:
            stop = start + self.tables[i].shape[1]
            self.tables[i][rows] = product[:, start:stop]
            start = stop

    def _threads(self) -> AbstractContextManager[Any]:
        """Return a context with one thread for large products; sums are exact with any number."""
        if not self._large:
            return nullcontext()

        threads: AbstractContextManager[Any] = one_thread()
        return threads


def _is_exact(table: Array, total: int | None) -> bool:
    """Return whether single precision adds the rows of a table without rounding."""
    import numpy as np

    sizes = np.abs(table)
    largest = sizes.sum(axis=0) if total is None else total * sizes.max(axis=0, initial=0.0)
    return bool((largest < EXACT).all()) and bool((table == np.rint(table)).all())


BLOCK_CELLS = 2**21  # weights held at once: 16 MiB


class ResampledStatistic(NamedTuple):
    """A statistic that is computed for every resample.

    Args:
        n: Number of units that resamples are drawn from.
        of: Function from weights (b, n) to an array (b, ...).
        table: Rows (n, k) whose sums it returns; None for other statistics.
    """

    n: int
    of: Callable[[Array], Array]
    table: Array | None = None


def bootstrap_weights(n: int, *, resamples: int, seed: int) -> Iterator[Array]:
    """Draw the number of times that each instance is in each resample.

    The stream of indices is that of one `Generator.choice(n, (resamples, n))`, which is how
    sacrebleu draws them.

    Args:
        n: Number of instances.
        resamples: Number of resamples.
        seed: Of `numpy.random.default_rng`.

    Yields:
        Arrays (b, n) of counts, `resamples` rows in all; each is overwritten by the next.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    weights = np.empty((min(resamples, max(1, BLOCK_CELLS // n)), n))
    for start in range(0, resamples, len(weights)):
        block = weights[: resamples - start]
        for row in block:
            row[:] = np.bincount(rng.choice(n, size=n, replace=True), minlength=n)
        yield block


def bootstrap(
    statistics: Sequence[ResampledStatistic], *, resamples: int, seed: int
) -> list[Array]:
    """Compute statistics of every resample; those of equally many units share their resamples.

    Args:
        statistics: What is computed; n may differ.
        resamples: Number of resamples.
        seed: Of the random numbers, the same for every n.

    Returns:
        For each statistic an array (resamples, ...).
    """
    replicates: dict[int, Array] = {}
    for n in {statistic.n for statistic in statistics}:
        members = {i: statistic for i, statistic in enumerate(statistics) if statistic.n == n}
        replicates |= _of_units(members, n, resamples=resamples, seed=seed)
    return [replicates[i] for i in range(len(statistics))]


def _of_units(
    members: Mapping[int, ResampledStatistic], n: int, *, resamples: int, seed: int
) -> dict[int, Array]:
    """Compute statistics of n units; see `bootstrap`."""
    import numpy as np

    tables = {i: statistic.table for i, statistic in members.items() if statistic.table is not None}
    sums = RowSums([*tables.values()], resamples, total=n)
    others: dict[int, list[Array]] = {i: [] for i in members if i not in tables}
    for block in bootstrap_weights(n, resamples=resamples, seed=seed):
        sums.add(block)
        for i, blocks in others.items():
            blocks.append(members[i].of(block))
    replicates = {i: np.concatenate(blocks) for i, blocks in others.items()}
    return replicates | dict(zip(tables, sums.tables, strict=True))


def sums_of(table: Array) -> ResampledStatistic:
    """Sum rows: array (n, k) to (b, k)."""
    return ResampledStatistic(len(table), lambda weights: weights @ table, table)


def bootstrap_sums(tables: Sequence[Array], *, resamples: int, seed: int) -> list[Array]:
    """Sum the rows of every resample; tables of equal length share their resamples.

    Args:
        tables: Arrays (n, k), where n and k may differ.
        resamples: Number of resamples.
        seed: Of the random numbers, the same for every n.

    Returns:
        For each table an array (resamples, k).
    """
    return bootstrap([sums_of(table) for table in tables], resamples=resamples, seed=seed)


def percentile_interval(scores: Array, *, level: float) -> tuple[Array, Array]:
    """Return the bounds that cut off equal tails, as order statistics.

    At 1,000 resamples and 0.95 these are the 26th smallest and the 26th largest, as in
    sacrebleu.

    Args:
        scores: Array (resamples, ...).
        level: Confidence between 0 and 1.

    Returns:
        Lower and upper bounds, arrays (...).
    """
    import numpy as np

    ordered = np.sort(scores, axis=0)
    cut = int(len(ordered) * (1.0 - level) / 2.0 + 1e-9)
    return ordered[cut], ordered[len(ordered) - 1 - cut]

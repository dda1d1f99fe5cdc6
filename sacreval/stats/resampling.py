"""Bootstrap over instances as a weight matrix times rows, in blocks.

Indices are drawn as sacrebleu draws them, by its seed. sacrebleu sums resamples in single
precision, sacreval exactly; their bounds differ by that rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.stats.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BLOCK_CELLS = 2**21  # weights held at once: 16 MiB


class Statistic(NamedTuple):
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


def bootstrap(statistics: Sequence[Statistic], *, resamples: int, seed: int) -> list[Array]:
    """Compute statistics of every resample; those of equally many units share their resamples.

    Args:
        statistics: What is computed; n may differ.
        resamples: Number of resamples.
        seed: Of the random numbers, the same for every n.

    Returns:
        For each statistic an array (resamples, ...).
    """
    found: dict[int, Array] = {}
    for n in {statistic.n for statistic in statistics}:
        members = {i: one for i, one in enumerate(statistics) if one.n == n}
        found |= _of_units(members, n, resamples=resamples, seed=seed)
    return [found[i] for i in range(len(statistics))]


def _of_units(
    members: Mapping[int, Statistic], n: int, *, resamples: int, seed: int
) -> dict[int, Array]:
    """Compute statistics of n units; see `bootstrap`."""
    import numpy as np

    tables = {i: one.table for i, one in members.items() if one.table is not None}
    sums = RowSums([*tables.values()], resamples, total=n)
    others: dict[int, list[Array]] = {i: [] for i in members if i not in tables}
    for block in bootstrap_weights(n, resamples=resamples, seed=seed):
        sums.add(block)
        for i, blocks in others.items():
            blocks.append(members[i].of(block))
    found = {i: np.concatenate(blocks) for i, blocks in others.items()}
    return found | dict(zip(tables, sums.found, strict=True))


def sums_of(table: Array) -> Statistic:
    """Sum rows: array (n, k) to (b, k)."""
    return Statistic(len(table), lambda weights: weights @ table, table)


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

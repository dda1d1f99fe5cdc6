"""The pairs of cells of groups, a block at a time, so that any number of them fits in memory."""

from collections.abc import Iterator

import numpy as np

from sacreval.features.correlate.measures.tie_calibration import PairTable, pair_table
from sacreval.stats.arrays import BLOCK_CELLS, Floats, Ints, blocks
from sacreval.stats.association.levels import Groups


def pair_counts(groups: Groups) -> Ints:
    """Return the number of pairs of each group, shape (groups,)."""
    cells = (~(np.isnan(groups.x) | np.isnan(groups.z))).sum(axis=1).astype(np.int64)
    counts: Ints = cells * (cells - 1) // 2
    return counts


def group_weights(groups: Groups) -> Floats:
    """Return the weight of a pair of each group in the mean over groups of shares of pairs."""
    sizes = pair_counts(groups)
    per_group: Floats = np.divide(1.0, sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    weights: Floats = per_group / max(1, int(np.count_nonzero(sizes)))
    return weights


def pair_blocks(groups: Groups, cells: int = BLOCK_CELLS // 4) -> Iterator[PairTable]:
    """List the pairs of every group in blocks; those of a large group row by row.

    Args:
        groups: Vectors, shape (groups, n), NaN where a cell is missing.
        cells: Pairs of one block, or of one cell where that has more.

    Yields:
        Tables of pairs in another order than that of `pair_table`, with the same groups.
    """
    n = groups.x.shape[1]
    if n * (n - 1) // 2 <= cells:
        for part in blocks(len(groups.x), max(1, n * (n - 1) // 2), cells):
            table = pair_table(Groups(groups.x[part], groups.z[part]))
            yield table._replace(group=table.group + part.start)
        return
    for number, (x, z) in enumerate(zip(*groups, strict=True)):
        seen = ~(np.isnan(x) | np.isnan(z))
        yield from _of_large(x[seen], z[seen], number, cells)


def _of_large(x: Floats, z: Floats, number: int, cells: int) -> Iterator[PairTable]:
    for part in blocks(len(x) - 1, len(x), cells):
        later = np.arange(len(x)) > np.arange(part.start, part.stop)[:, None]
        metric, human = (side[part, None] - side for side in (x, z))
        yield PairTable(metric[later], human[later], np.full(int(later.sum()), number))

"""Pairs of cells in blocks."""

import numpy as np
import pytest

from sacreval.features.correlate.measures.tie_calibration import (
    group_weights,
    pair_blocks,
    pair_counts,
    pair_table,
)
from sacreval.stats.association.levels import Groups


@pytest.mark.parametrize("cells", [1, 7, 40, 10_000])
def test_blocks_hold_the_pairs_of_the_table(cells):
    """Blocks of any size list each pair of each group once, up to the order of its two cells."""
    rng = np.random.default_rng(cells)
    x, z = np.round(rng.normal(size=(2, 5, 9)), 1)
    z[rng.random(z.shape) < 0.2] = np.nan
    groups = Groups(np.where(np.isnan(z), np.nan, x), z)

    def listed(tables):
        rows = [np.stack([t.metric, t.human, t.group]) for t in tables]
        return sorted(map(tuple, np.concatenate(rows, axis=1).T.tolist()))

    assert listed(pair_blocks(groups, cells)) == listed([pair_table(groups)])


def test_weights_give_each_group_with_pairs_the_same_share():
    """The weights of all pairs add up to 1, in equal parts for groups with a pair."""
    x = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, np.nan], [1.0, np.nan, np.nan]])
    groups = Groups(x, x)
    assert pair_counts(groups).tolist() == [3, 1, 0]
    assert (group_weights(groups) * pair_counts(groups)).tolist() == pytest.approx([0.5, 0.5, 0])

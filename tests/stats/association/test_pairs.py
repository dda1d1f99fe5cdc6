"""Counts of pairs, by hand and by sorting."""

import numpy as np
import pytest

from sacreval.stats.association import pairs

FIELDS = ("pairs", "margin", "human_ties", "metric_ties", "joint_ties", "distinct", "cells")


def test_by_hand():
    """Of 6 pairs 3 are concordant and 1 discordant; each side ties one."""
    counts = pairs.count_pairs(np.array([1.0, 2, 2, 3]), np.array([1.0, 3, 2, 2]))
    assert [float(getattr(counts, name)) for name in FIELDS] == [6, 2, 1, 1, 0, 3, 4]
    assert (counts.decided, counts.concordant, counts.only_metric) == (4, 3, 1)


def test_missing_cells():
    """Cells that a side lacks take no part; nothing at all has no pairs."""
    x, z = np.array([[1.0, np.nan, 2, 5], [np.nan] * 4]), np.array([1.0, 2, 2, np.nan])
    counts = pairs.count_pairs(x, z)
    assert counts.pairs.tolist() == [1, 0]
    assert counts.margin.tolist() == [1, 0]
    assert counts.cells.tolist() == [2, 0]


@pytest.mark.parametrize("seed", range(5))
def test_sorting_counts_what_writing_out_counts(seed, monkeypatch):
    """Both ways agree, with many ties and missing cells."""
    rng = np.random.default_rng(seed)
    x, z = rng.integers(0, 4, (2, 6, 9)).astype(float)
    x[rng.random(x.shape) < 0.2] = np.nan
    small = pairs.count_pairs(x, z)
    monkeypatch.setattr(pairs, "MAX_SMALL", 0)
    large = pairs.count_pairs(x, z)
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(large, name), getattr(small, name), name)

"""Resampling: the stream of indices, sums in blocks, percentile bounds."""

import numpy as np
import pytest

from sacreval.stats import resampling


@pytest.mark.parametrize("n", [1, 2, 7, 100, 1000])
@pytest.mark.parametrize("cells", [1, 1000, 2**21])
def test_stream(n, cells, monkeypatch):
    """Blocks of any size draw the indices of one `choice(n, (resamples, n))`."""
    monkeypatch.setattr(resampling, "BLOCK_CELLS", cells)
    index = np.random.default_rng(5).choice(n, size=(30, n), replace=True)
    want = np.array([np.bincount(row, minlength=n) for row in index])
    blocks = [block.copy() for block in resampling.bootstrap_weights(n, resamples=30, seed=5)]
    np.testing.assert_array_equal(np.concatenate(blocks), want)


def test_sums(monkeypatch):
    """Sums are those of the drawn rows, exact for counts, whatever the block."""
    rows = np.random.default_rng(0).integers(0, 10**9, (50, 3)).astype(float)
    index = np.random.default_rng(9).choice(50, size=(40, 50), replace=True)
    want = rows[index].sum(axis=1)
    for cells in (1, 333, 2**21):
        monkeypatch.setattr(resampling, "BLOCK_CELLS", cells)
        (got,) = resampling.bootstrap_sums([rows], resamples=40, seed=9)
        np.testing.assert_array_equal(got, want)


def test_tables_share_resamples():
    """Tables of equal length are summed over the same resamples; others over their own."""
    a, b = np.arange(20.0)[:, None], np.arange(8.0)[:, None]
    both = resampling.bootstrap_sums([a, b, 2 * a], resamples=10, seed=1)
    np.testing.assert_array_equal(both[2], 2 * both[0])
    (alone,) = resampling.bootstrap_sums([b], resamples=10, seed=1)
    np.testing.assert_array_equal(both[1], alone)


@pytest.mark.parametrize(
    ("resamples", "level", "ranks"),
    [(1000, 0.95, (25, 974)), (1000, 0.9, (50, 949)), (100, 0.5, (25, 74)), (2, 0.95, (0, 1))],
)
def test_percentiles(resamples, level, ranks):
    """Bounds are order statistics that cut off equal tails, for each column on its own."""
    scores = np.random.default_rng(2).permutation(resamples).astype(float)
    assert resampling.percentile_interval(scores, level=level) == ranks
    table = np.column_stack([scores, -scores])
    low, high = resampling.percentile_interval(table, level=level)
    assert low.tolist() == [ranks[0], -ranks[1]]
    assert high.tolist() == [ranks[1], -ranks[0]]

"""Resamples, the jackknife, random draws, and sums of rows under many weights."""

import numpy as np
import pytest

from sacreval.stats import resampling
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps, generator, leave_one_out
from sacreval.stats.resampling import bootstrap_sums, bootstrap_weights
from sacreval.stats.significance.paired import kept_sums, swap_masks

RNG = np.random.default_rng(11)
WHOLE = RNG.integers(-9, 300, size=(70, 7)).astype(float)
TABLES = {
    "whole": WHOLE,
    "more columns": RNG.integers(0, 2, size=(70, 11)).astype(float),
    "large": WHOLE * 2.0**20,
    "thirds": WHOLE / 3,
    "one is no whole number": np.where(np.arange(70)[:, None] == 69, WHOLE + 0.5, WHOLE),
    "at the limit": np.eye(70)[:, :1] * (2.0**24 - 1),
    "zeros": np.zeros((70, 2)),
}


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


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("units", [Units.SYSTEMS, Units.INPUTS])
def test_the_jackknife_leaves_one_out(three, level, units):
    """Each value is the correlation without one system or one input."""
    from sacreval.features.correlate.resampling.bootstrap import bootstrap_values

    x, _, z = three
    axis = 0 if units is Units.SYSTEMS else 1
    got = bootstrap_values(x, z, level, c.SpearmanCoefficient(), leave_one_out(units, *x.shape))
    for i in range(x.shape[axis]):
        left_x, left_z = np.delete(x, i, axis), np.delete(z, i, axis)
        expected = correlation(left_x, left_z, level, c.SpearmanCoefficient()).value
        np.testing.assert_allclose(got[i], expected, atol=1e-12)


def test_draws_of_cells_do_not_depend_on_blocks():
    """Each resample has its own stream."""
    swaps = draw_swaps(Swap.BOTH_CELLS, 4, 5, 6, 7)
    whole = swaps.cells(slice(0, 6))
    np.testing.assert_array_equal(whole[2:4], swaps.cells(slice(2, 4)))
    assert 0.3 < whole.mean() < 0.7


def test_each_bootstrap_draw_has_as_many_units_as_there_are():
    """Weights of a resample add up to the number of systems, and of inputs."""
    draws = draw_resamples(Units.BOTH, 5, 7, 100, 0)
    assert (draws.systems.sum(axis=1) == 5).all()
    assert (draws.inputs.sum(axis=1) == 7).all()


def test_draws_depend_on_all_three():
    """The seed, the record and the number of the variant each give draws of their own."""
    draws = [
        generator(*key).random() for key in ((1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1))
    ]
    assert len(set(draws)) == 4


def test_draws_repeat():
    """The same key gives the same draws on every machine."""
    assert generator(1, "a", 0).integers(1000, size=3).tolist() == [70, 604, 174]


@pytest.mark.parametrize("large", [0, 2**60], ids=["one thread", "any threads"])
def test_sums_of_trials_are_those_of_double_precision(large, monkeypatch):
    """Whatever the rows, every bit is that of one product of a table in double precision."""
    monkeypatch.setattr(resampling, "LARGE", large)
    found = kept_sums([*TABLES.values()], trials=90, seed=4)
    for (name, table), sums in zip(TABLES.items(), found, strict=True):
        masks = swap_masks(70, trials=90, seed=4)
        wanted = np.concatenate([mask.astype(float) @ table for mask in masks])
        assert sums.tobytes() == wanted.tobytes(), name


def test_sums_of_resamples_are_those_of_double_precision():
    """The same holds for counts of drawn rows, of which one may be drawn every time."""
    found = bootstrap_sums([*TABLES.values()], resamples=90, seed=4)
    for (name, table), sums in zip(TABLES.items(), found, strict=True):
        blocks = bootstrap_weights(70, resamples=90, seed=4)
        wanted = np.concatenate([weights @ table for weights in blocks])
        assert sums.tobytes() == wanted.tobytes(), name


def test_single_precision_is_used_only_where_it_is_exact():
    """2^24 + 1 has no single precision: sums that may reach it are added in double precision."""
    odd = np.array([[2.0**24 - 1], [2.0]])
    [trials] = kept_sums([odd], trials=64, seed=1)
    assert trials.max() == 2.0**24 + 1
    drawn = np.array([[2.0**23 + 1], [0.0]])
    [resamples] = bootstrap_sums([drawn], resamples=64, seed=1)
    assert resamples.max() == 2.0**24 + 2

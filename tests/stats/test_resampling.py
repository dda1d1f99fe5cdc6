"""Arrays of numbers: blocks, ratios, missing cells, resamples and many weights."""

import math
import warnings
from math import inf, isnan, nan

import numpy as np
import pytest

from sacreval.stats import resampling
from sacreval.stats.arrays import as_rows, blocks, is_constant, jointly_present, round_significant
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.draws import Swap, Units, draw_resamples, draw_swaps, generator, leave_one_out
from sacreval.stats.powers import powers
from sacreval.stats.ratio import ratio
from sacreval.stats.resampling import bootstrap_sums, bootstrap_weights
from sacreval.stats.rounding import five_decimals, rounded
from sacreval.stats.segments import (
    first_best,
    offsets,
    others,
    others_in_blocks,
    sums,
    sums_in_order,
)
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
    sums = kept_sums([*TABLES.values()], trials=90, seed=4)
    for (name, table), totals in zip(TABLES.items(), sums, strict=True):
        masks = swap_masks(70, trials=90, seed=4)
        wanted = np.concatenate([mask.astype(float) @ table for mask in masks])
        assert totals.tobytes() == wanted.tobytes(), name


def test_sums_of_resamples_are_those_of_double_precision():
    """The same holds for counts of drawn rows, of which one may be drawn every time."""
    sums = bootstrap_sums([*TABLES.values()], resamples=90, seed=4)
    for (name, table), totals in zip(TABLES.items(), sums, strict=True):
        blocks = bootstrap_weights(70, resamples=90, seed=4)
        wanted = np.concatenate([weights @ table for weights in blocks])
        assert totals.tobytes() == wanted.tobytes(), name


def test_single_precision_is_used_only_where_it_is_exact():
    """2^24 + 1 has no single precision: sums that may reach it are added in double precision."""
    odd = np.array([[2.0**24 - 1], [2.0]])
    [trials] = kept_sums([odd], trials=64, seed=1)
    assert trials.max() == 2.0**24 + 1
    drawn = np.array([[2.0**23 + 1], [0.0]])
    [resamples] = bootstrap_sums([drawn], resamples=64, seed=1)
    assert resamples.max() == 2.0**24 + 2


NAN = np.nan

STARTS = np.array([0, 3, 4])

ROWS = np.array([[1.0, 1], [2, 0], [2, 0], [5, 5]])


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        (0.1 + 0.2, 12, 0.3),
        (12345.0, 2, 12000.0),
        (-0.0012345, 2, -0.0012),
        (1e-300, 2, 1e-300),
        (1e300, 1, 1e300),
        (np.inf, 2, np.inf),
        (0.0, 2, 0.0),
    ],
)
def test_significant_digits(value, digits, rounded):
    """Numbers are rounded to significant digits; at the ends of the range they stay."""
    assert round_significant(value, digits) == rounded


def test_missing_stays_missing():
    """NaN is not rounded."""
    assert np.isnan(round_significant([NAN])).all()


@pytest.mark.parametrize(
    ("total", "each", "limit", "sizes"),
    [(10, 3, 9, [3, 3, 3, 1]), (3, 100, 10, [1, 1, 1]), (2, 0, 5, [2]), (0, 1, 5, [])],
)
def test_blocks(total, each, limit, sizes):
    """Blocks follow each other, hold at most the limit of cells, and at least one thing."""
    parts = list(blocks(total, each, limit))
    assert [part.stop - part.start for part in parts] == sizes
    assert [i for part in parts for i in range(part.start, part.stop)] == list(range(total))


def test_constant_rows():
    """Rows are constant up to rounding; so are rows with fewer than two cells."""
    rows = np.array([[1, 1 + 1e-14], [1, 1.001], [NAN, 3], [NAN, NAN], [0, 1e-300]])
    assert is_constant(rows).tolist() == [True, False, True, True, False]


def test_jointly_present():
    """A cell that one array lacks is missing in both; the arrays given stay as they are."""
    x, z = np.array([1, NAN, 3]), np.array([NAN, 2, 3])
    for values in jointly_present(x, z):
        np.testing.assert_array_equal(values, [NAN, NAN, 3])
    assert x[0] == 1


def test_rows_without_cells():
    """All axes but the last become one, even if that one is empty."""
    assert as_rows(np.zeros((2, 3, 4))).shape == (6, 4)
    assert as_rows(np.zeros((2, 3, 0))).shape == (6, 0)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.3 - 0.29, 0.01), (0.1 + 0.2, 0.3), (123456789012.4, 123456789012.0), (-inf, -inf), (0, 0)],
)
def test_twelve_digits(value, expected):
    """Float error beyond twelve significant digits is dropped."""
    assert rounded(value) == expected


def test_missing_numbers_stay_missing():
    """NaN stays NaN."""
    assert isnan(rounded(nan))


def test_five_decimals():
    """Numbers are rounded by their exact value, as C prints them, also beside a tie."""
    values = np.array([[0.123455, 0.000005], [0.123465, 1 / 3], [0.5, 2.000015]])
    want = [[float(f"{x:.5f}") for x in row] for row in values.tolist()]
    assert five_decimals(values).tolist() == want
    random = np.random.default_rng(1).random(1000)
    ties = np.round(random, 5) + 0.000005
    for numbers in (random, ties):
        assert five_decimals(numbers).tolist() == [float(f"{x:.5f}") for x in numbers.tolist()]


def test_powers_are_those_of_the_math_module():
    """Each power is the C library's, in arrays of any shape and for single numbers."""
    base = np.linspace(0, 1, 24).reshape(2, 3, 4)
    got = powers(base, 0.2)
    assert got.shape == base.shape
    assert got.ravel().tolist() == [math.pow(x, 0.2) for x in base.ravel().tolist()]
    assert powers(base[1, 1, 1], 0.2) == got[1, 1, 1]


def test_nan_stays():
    """NaN has no power."""
    assert np.isnan(powers(np.array([np.nan]), 2.0)).all()


def test_ratio():
    """Where the denominator is 0 the stated value is returned, without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ratios = ratio(np.array([1, 1, 0]), np.array([2, 0, 0]), otherwise=-1.0)
    assert ratios.tolist() == [0.5, -1, -1]


def test_other_values():
    """The stated value may differ by cell."""
    ratios = ratio(np.array([1, 1]), np.array([0, 4]), otherwise=np.array([7.0, 8.0]))
    assert ratios.tolist() == [7, 0.25]


def test_single_numbers():
    """Numbers are arrays without axes."""
    assert ratio(3, 4, otherwise=0.0) == 0.75
    assert ratio(3, 0, otherwise=0.0) == 0


def test_first_best():
    """Of equal rows the first is the best of its segment."""
    assert first_best(ROWS[:, 0], STARTS).tolist() == [1, 3]


def test_sums_of_arrays():
    """Rows are added up by segment."""
    assert sums(ROWS, STARTS).tolist() == sums_in_order(ROWS, STARTS).tolist() == [[5, 1], [5, 5]]


def test_order_of_sums():
    """The order is from first to last, however many columns there are."""
    numbers = np.random.default_rng(0).random(50)
    total = 0.0
    for number in numbers:
        total += number
    for columns in (1, 3, 8):
        rows = np.repeat(numbers[:, None], columns, axis=1)
        assert set(sums_in_order(rows, np.array([0, 50]))[0]) == {total}


def test_others():
    """Each row has the other rows of its segment; a row alone has none."""
    rows, starts = others(STARTS)
    assert rows.tolist() == [1, 2, 0, 2, 0, 1]
    assert starts.tolist() == [0, 2, 4, 6, 6]


def test_offsets():
    """Offsets are sums of the numbers of rows, from 0 on."""
    assert offsets([2, 1, 0]).tolist() == [0, 2, 3, 3]
    assert offsets([]).tolist() == [0]


@pytest.mark.parametrize("most", [1, 2, 3, 5, 100])
def test_others_in_blocks(most):
    """Blocks of any size are the whole, and no larger than asked where one row is not."""
    whole, blocks = others(STARTS), list(others_in_blocks(STARTS, most))
    assert np.concatenate([block.rows for block in blocks]).tolist() == whole.rows.tolist()
    sizes = np.concatenate([np.diff(block.starts) for block in blocks])
    assert sizes.tolist() == np.diff(whole.starts).tolist()
    assert all(len(block.rows) <= most or len(block.starts) == 2 for block in blocks)
    assert len(blocks) == 1 or most < len(whole.rows)

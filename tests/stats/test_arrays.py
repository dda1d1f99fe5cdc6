"""Arrays and numbers: rounding, blocks, powers, ratios, segments, missing cells."""

import math
import warnings
from math import inf, isnan, nan

import numpy as np
import pytest

from sacreval.stats.arrays import as_rows, blocks, is_constant, jointly_present, round_significant
from sacreval.stats.powers import powers
from sacreval.stats.ratio import ratio
from sacreval.stats.rounding import five_decimals, rounded
from sacreval.stats.segments import (
    first_best,
    offsets,
    others,
    others_in_blocks,
    sums,
    sums_in_order,
)

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
    found = list(blocks(total, each, limit))
    assert [one.stop - one.start for one in found] == sizes
    assert [i for one in found for i in range(one.start, one.stop)] == list(range(total))


def test_constant_rows():
    """Rows are constant up to rounding; so are rows with fewer than two cells."""
    rows = np.array([[1, 1 + 1e-14], [1, 1.001], [NAN, 3], [NAN, NAN], [0, 1e-300]])
    assert is_constant(rows).tolist() == [True, False, True, True, False]


def test_jointly_present():
    """A cell that one array lacks is missing in both; the arrays given stay as they are."""
    x, z = np.array([1, NAN, 3]), np.array([NAN, 2, 3])
    for one in jointly_present(x, z):
        np.testing.assert_array_equal(one, [NAN, NAN, 3])
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
        found = ratio(np.array([1, 1, 0]), np.array([2, 0, 0]), otherwise=-1.0)
    assert found.tolist() == [0.5, -1, -1]


def test_other_values():
    """The stated value may differ by cell."""
    found = ratio(np.array([1, 1]), np.array([0, 4]), otherwise=np.array([7.0, 8.0]))
    assert found.tolist() == [7, 0.25]


def test_single_numbers():
    """Numbers are arrays without axes."""
    assert ratio(3, 4, otherwise=0.0) == 0.75
    assert ratio(3, 0, otherwise=0.0) == 0


def test_first_best():
    """Of equal rows the first is the best of its segment."""
    assert first_best(ROWS[:, 0], STARTS).tolist() == [1, 3]


def test_sums():
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
    assert np.concatenate([one.rows for one in blocks]).tolist() == whole.rows.tolist()
    sizes = np.concatenate([np.diff(one.starts) for one in blocks])
    assert sizes.tolist() == np.diff(whole.starts).tolist()
    assert all(len(one.rows) <= most or len(one.starts) == 2 for one in blocks)
    assert len(blocks) == 1 or most < len(whole.rows)

"""Rounding, blocks, constant rows and missing cells of arrays."""

import numpy as np
import pytest

from sacreval.stats.arrays import as_rows, blocks, is_constant, jointly_present, round_significant

NAN = np.nan


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

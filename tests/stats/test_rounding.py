"""Rounding of single numbers."""

from math import inf, isnan, nan

import numpy as np
import pytest

from sacreval.stats.rounding import five_decimals, rounded


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.3 - 0.29, 0.01), (0.1 + 0.2, 0.3), (123456789012.4, 123456789012.0), (-inf, -inf), (0, 0)],
)
def test_twelve_digits(value, expected):
    """Float error beyond twelve significant digits is dropped."""
    assert rounded(value) == expected


def test_missing_stays_missing():
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

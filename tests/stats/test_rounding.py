"""Rounding of single numbers."""

from math import inf, isnan, nan

import pytest

from sacreval.stats.rounding import rounded


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

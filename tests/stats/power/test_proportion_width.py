"""Numbers of records for the width of a share's interval."""

import pytest

from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.power.proportion_width import wilson_half_width, wilson_records


def test_half_width():
    """Half of the width is that of Wilson's interval for the same share."""
    low, high = wilson(21, 30, 0.95)
    assert wilson_half_width(0.7, 30, confidence=0.95) == pytest.approx((high - low) / 2, rel=1e-12)


def test_worked_case():
    """.7 within .03 needs 894 records, by a search."""
    assert wilson_records(0.7, 0.03, confidence=0.95) == 894


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 1.0])
@pytest.mark.parametrize("half_width", [0.005, 0.1, 0.35])
def test_wilson_is_the_first_that_is_narrow_enough(share, half_width):
    """One record less is too few."""
    n = wilson_records(share, half_width, confidence=0.95)
    assert wilson_half_width(share, n, confidence=0.95) <= half_width
    assert n == 1 or wilson_half_width(share, n - 1, confidence=0.95) > half_width


def test_widths_that_anything_reaches():
    """An interval of the whole range needs one record."""
    assert wilson_records(0.5, 0.5, confidence=0.95) == 1

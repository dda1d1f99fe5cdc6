"""Quantiles of Student's t for whole degrees of freedom."""

import pytest
from scipy.special import stdtr, stdtrit

from sacreval.stats.student import t_tail, t_upper


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 10, 29, 99, 1999])
@pytest.mark.parametrize("tail", [0.25, 0.025, 0.005, 0.00005])
def test_quantiles_are_scipys(tail, freedom):
    """The upper quantile is scipy's stdtrit to eleven digits, for odd and even freedom."""
    assert t_upper(tail, freedom) == pytest.approx(-stdtrit(freedom, tail), rel=1e-11)


@pytest.mark.parametrize("freedom", [1, 2, 7, 30])
def test_tails_are_scipys(freedom):
    """The upper tail is 1 minus scipy's distribution function; half of it lies above 0."""
    assert t_tail(0.0, freedom) == 0.5
    assert t_tail(1.7, freedom) == pytest.approx(1 - stdtr(freedom, 1.7), rel=1e-12)

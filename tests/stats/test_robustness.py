"""Changes between originals and variants, by hand."""

from math import isnan

import numpy as np
import pytest

from sacreval.stats.robustness import cohens_h, drop_rate, hedges_g

EMPTY = np.array([])


def array(*values):
    return np.array(values, dtype=float)


@pytest.mark.parametrize(
    ("original", "variants", "rate"),
    [((1, 1), (0.5,), 0.5), ((0.5,), (1, 1), -1.0), ((0,), (0, 0), 0.0)],
)
def test_drop_rate(original, variants, rate):
    """Half is lost, or as much is gained again; of nothing nothing is lost."""
    assert drop_rate(array(*original), array(*variants)) == rate


def test_no_rate():
    """Of nothing no share can be gained, and an empty side has no mean."""
    assert isnan(drop_rate(array(0), array(1)))
    for function in (drop_rate, cohens_h, hedges_g):
        assert isnan(function(EMPTY, array(1)))
        assert isnan(function(array(1), EMPTY))


@pytest.mark.parametrize(("a", "b", "h"), [(0, 1, 1), (1, 0, -1), (0.5, 0.5, 0), (0, 0.5, 0.5)])
def test_cohens_h(a, b, h):
    """From none to all it is 1, from none to a half 2 (pi / 4) / pi."""
    assert cohens_h(array(a), array(b)) == pytest.approx(h)


def test_hedges_g():
    """A gap of 1 over sqrt(1/2), times 1 / 1.75 sqrt(2/4), over 5: 4 / 35; and its opposite."""
    assert hedges_g(array(0, 1), array(1, 2)) == pytest.approx(4 / 35)
    assert hedges_g(array(1, 2), array(0, 1)) == pytest.approx(-4 / 35)
    assert hedges_g(array(1, 1), array(1, 1)) == 0
    assert isnan(hedges_g(array(0), array(1)))


def test_hedges_g_is_cut():
    """From 50 scores there is no correction, and without spread it is the largest."""
    assert hedges_g(np.zeros(25), np.ones(25)) == 1
    assert hedges_g(np.ones(25), np.zeros(25)) == -1

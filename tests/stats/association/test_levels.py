"""Which cells are correlated at each level, and averages over groups."""

import numpy as np
import pytest

from sacreval.stats.association.coefficients import PearsonCoefficient, SpearmanCoefficient
from sacreval.stats.association.levels import (
    Average,
    Groups,
    Level,
    Undefined,
    correlate_groups,
    correlation,
    group,
    system_means,
    without_noise,
)

NAN = np.nan
X = np.array([[1.0, 2.0, 6.0], [4.0, NAN, 6.0]])
Z = np.array([[1.0, NAN, 3.0], [2.0, 5.0, 4.0]])
PEARSON = PearsonCoefficient()


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        (Level.SUMMARY, [[1, 4], [NAN, NAN], [6, 6]]),
        (Level.GROUP_BY_SYSTEM, [[1, NAN, 6], [4, NAN, 6]]),
        (Level.GLOBAL, [[1, NAN, 6, 4, NAN, 6]]),
        (Level.SYSTEM, [[3.5, 5]]),
    ],
)
def test_groups(level, rows):
    """Summary level has a group an input, system level one of means, global level all cells."""
    np.testing.assert_array_equal(group(X, Z, level, PEARSON).x, rows)


def test_means_of_every_input():
    """With every input, a mean is over all cells of its side."""
    x, z = group(X, Z, Level.SYSTEM, PEARSON, every_input=True)
    np.testing.assert_allclose(x, [[3, 5]])
    np.testing.assert_allclose(z, [[2, 11 / 3]])


def test_means():
    """A system without cells has no mean, and what only rounding leaves of a sum is 0."""
    found = system_means(np.array([[1, NAN, 2], [NAN, NAN, NAN], [0.1 + 0.2, -0.3, 0]]))
    np.testing.assert_array_equal(found, [1.5, NAN, 0])
    assert without_noise(np.array([1e-3]), np.array([[1.0, -1.0]])) == [1e-3]


GROUPS = Groups(
    np.array([[1, 2, NAN, NAN], [1, 2, 3, 4], [1, 2, 3, 4], [1, NAN, NAN, NAN], [NAN] * 4]),
    np.array([[1, 2, NAN, NAN], [4, 3, 2, 1], [5, 5, 5, 5], [1, NAN, NAN, NAN], [NAN] * 4]),
)


@pytest.mark.parametrize(
    ("average", "value"),
    [(Average.MACRO, 0.0), (Average.MICRO, (2 - 4) / 6), (Average.ZERO, 0 / 4)],
)
def test_averages(average, value):
    """Correlations 1 of two cells and -1 of four: mean 0, weighted by cells -1/3."""
    found = correlate_groups(GROUPS, PEARSON, average)
    assert found.value == pytest.approx(value)
    np.testing.assert_allclose(found.each, [1, -1, NAN, NAN, NAN])
    assert list(found.why[2:]) == [Undefined.CONSTANT_HUMAN, Undefined.TOO_FEW, Undefined.EMPTY]


def test_undefined_groups_as_zero():
    """A group without a value counts as 0, (1 + 0) / 2; one without cells does not count."""
    some = Groups(GROUPS.x[[0, 2, 4]], GROUPS.z[[0, 2, 4]])
    assert correlate_groups(some, PEARSON, Average.ZERO).value == pytest.approx(0.5)
    assert correlate_groups(some, PEARSON).value == pytest.approx(1.0)


def test_a_constant_metric():
    """The reason says which side is constant, and nothing defined has no value."""
    found = correlation(np.ones((3, 1)), np.array([[1.0], [2], [3]]), Level.SUMMARY, PEARSON)
    assert np.isnan(found.value)
    assert found.why == [Undefined.CONSTANT_METRIC]


def test_ties_of_means_do_not_hang_on_the_order_of_a_sum():
    """Means of the same numbers in another order are tied for a coefficient of order."""
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [1.0, 1.0, 1.0]])
    means = group(x, x, Level.SYSTEM, SpearmanCoefficient()).x[0]
    assert means[0] == means[1] != means[2]

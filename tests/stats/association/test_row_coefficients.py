"""daRR and acc-eq against published numbers, and against their definitions."""

import numpy as np
import pytest

from sacreval.stats.association.coefficients import PAIR_ACCURACY
from sacreval.stats.association.row_coefficients import KendallLike, RowByRow, TiedAccuracy


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_kendall_like_of_mtme(golden):
    """Only pairs with a human gap count, and whatever is not concordant is discordant."""
    x, z = matrix([2, 1, 4, 3]), matrix([10, 11, 100, 150])
    got = [float(KendallLike(gap).of(x, z)) for gap in (25, 1)]
    np.testing.assert_allclose(got, golden["mtme"]["kendall_like"], atol=1e-12)


def test_kendall_like_without_a_gap_judges_human_ties():
    """At gap 0 a pair that people tie counts as discordant, as in WMT's scripts."""
    assert float(KendallLike(0).of(matrix([1, 2, 3]), matrix([1, 1, 2]))) == pytest.approx(1 / 3)


def test_tied_accuracy_at_zero_is_pair_accuracy():
    """acc_eq at epsilon 0 is the plain share of pairs ordered alike."""
    x, z = np.random.default_rng(3).integers(0, 4, (2, 12, 9)).astype(float)
    np.testing.assert_allclose(TiedAccuracy(0).of(x, z), PAIR_ACCURACY.of(x, z), atol=1e-12)


def test_acc_eq_of_short_rows_is_that_of_each_row():
    """Pairs written out at once give the bits that each row gives alone, with ties and holes."""
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 16, 64):
        x, z = np.round(rng.normal(size=(2, 40, n)), 1)
        x[rng.random(x.shape) < 0.2] = np.nan
        z[0] = np.nan
        for epsilon in (0.0, 0.1, abs(x[1:][~np.isnan(x[1:])][0]), 0.35):
            coefficient = TiedAccuracy(float(epsilon))
            alone = RowByRow.of(coefficient, x, z)
            np.testing.assert_array_equal(coefficient.of(x, z), alone)
    assert TiedAccuracy(0.1).of(x.reshape(4, 10, 64), z.reshape(4, 10, 64)).shape == (4, 10)

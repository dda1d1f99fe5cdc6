"""Kernels of resamples of large groups, beside coefficients of copied cells."""

import re

import numpy as np
import pytest

from sacreval.features.correlate.resampling import bootstrap
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.stats.association.coefficients import (
    PAIR_ACCURACY,
    PEARSON,
    TAU_10,
    TAU_13,
    TAU_14,
    TAU_A,
    TAU_B,
    TAU_C,
    TAU_EQ,
    SpearmanCoefficient,
)
from sacreval.stats.association.levels import Level
from sacreval.stats.association.row_coefficients import KendallLike, TiedAccuracy
from sacreval.stats.draws import Units, draw_resamples, leave_one_out
from support.sizes import few

TAUS = (TAU_A, TAU_B, TAU_C, TAU_10, TAU_13, TAU_14, TAU_EQ, PAIR_ACCURACY)
EXACT = (*TAUS, TiedAccuracy(0.0), TiedAccuracy(0.4), KendallLike(1.0))
NEAR = (SpearmanCoefficient(), PEARSON)


def sides(rng, shape):
    """Draw a metric and Likert judgments with missing cells, and one constant system."""
    z = rng.integers(0, 5, size=shape).astype(float)
    x = np.round(z + 2 * rng.normal(size=shape), 1)
    z[0] = 3.0
    missing = rng.random(shape) < 0.1
    return np.where(missing, np.nan, x), np.where(missing, np.nan, z)


def copied(x, z, level, coefficient, draws):
    """Compute the coefficient of each resample from copies of its cells."""
    values = []
    for r in range(draws.count):
        rows, columns = (
            np.repeat(np.arange(n), drawn[r]) if drawn is not None else np.arange(n)
            for n, drawn in zip(x.shape, (draws.systems, draws.inputs), strict=True)
        )
        cells = np.ix_(rows, columns)
        origin = rows[:, None] * x.shape[1] + columns
        a, b = x[cells], z[cells]
        if level is Level.GLOBAL:
            a, b, origin = (part.reshape(1, -1) for part in (a, b, origin))
        each = coefficient.of_resample(a, b, origin)
        values.append(np.nanmean(each) if not np.isnan(each).all() else np.nan)
    return np.array(values)


@pytest.fixture(params=["0", "1"], ids=["kernels", "numpy"])
def engine(request, monkeypatch):
    """Compute with the compiled kernels, then without them."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", request.param)


def named(coefficient):
    """Return the name of a test, without the addresses of functions."""
    return re.sub("<function _?([a-z_0-9]+) at 0x[0-9a-f]+>", r"\1", repr(coefficient))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("level", [Level.GLOBAL, Level.GROUP_BY_SYSTEM])
@few(3, "coefficient", [*EXACT, *NEAR], ids=named)
def test_resamples_are_those_of_copied_cells(coefficient, level, units):
    """Every coefficient, level and kind of units: counts to the bit, moments to 1e-13."""
    rng = np.random.default_rng(5)
    x, z = sides(rng, (5, 140))
    draws = draw_resamples(units, *x.shape, 19, 1)
    forms = {"forms": bootstrap.fastest_form}
    found = bootstrap_values(x, z, level, coefficient, draws, **forms)
    expected = copied(x, z, level, coefficient, draws)
    exact = coefficient in EXACT and level is Level.GLOBAL
    np.testing.assert_allclose(found, expected, rtol=0, atol=0 if exact else 1e-13)


def test_leaving_out_units_is_a_resample():
    """Without a system, or without an input, values are those of the cells that are left."""
    x, z = sides(np.random.default_rng(6), (4, 60))
    for units in (Units.SYSTEMS, Units.INPUTS):
        draws = leave_one_out(units, *x.shape)
        found = bootstrap_values(x, z, Level.GLOBAL, TAU_B, draws, forms=bootstrap.fastest_form)
        np.testing.assert_array_equal(found, copied(x, z, Level.GLOBAL, TAU_B, draws))


def test_kernels_take_large_groups_of_finite_differences():
    """Small groups are matrix products, and differences that overflow need copies of cells."""
    x = np.linspace(0, 1, 200)[:, None]
    assert isinstance(bootstrap.fastest_form(x, x, TAU_B), bootstrap.TauForm)
    for other in (x[:20], np.where(x == 1, np.inf, x), (2 * x - 1) * 1.7e308):
        assert not isinstance(bootstrap.fastest_form(other, other, TAU_B), bootstrap.TauForm)


def test_a_constant_side_has_no_rank_correlation():
    """A resample whose human scores are all equal has no Spearman correlation."""
    x, z = np.arange(200.0)[:, None], np.ones((200, 1))
    values = bootstrap.SpearmanForm(x, z).of(np.ones((2, 200), dtype=np.uint16))
    assert np.isnan(values).all()

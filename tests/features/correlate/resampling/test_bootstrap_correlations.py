"""Correlations under weights: their range."""

import numpy as np
import pytest

from sacreval.features.correlate.resampling.bootstrap_correlations import draw_indices, weight_form
from sacreval.stats.association.coefficients import PearsonCoefficient, SpearmanCoefficient


@pytest.mark.parametrize("coefficient", [PearsonCoefficient(), SpearmanCoefficient()])
@pytest.mark.parametrize("sign", [1, -1])
def test_resamples_of_a_perfect_correlation(coefficient, sign):
    """No resample of a perfect correlation is above 1 or below -1, and those defined are equal."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(7, 40))
    weights = rng.multinomial(7, np.ones(7) / 7, size=300).astype(np.uint16)
    found = weight_form(x, sign * 1.7 * x + 0.3, coefficient).of(weights)
    defined = found[~np.isnan(found)]
    assert np.abs(defined).max() <= 1.0
    assert defined == pytest.approx(sign, abs=1e-9)
    assert len(defined) > 0.9 * found.size


def test_weights_written_out():
    """Units are repeated as often as their weights say, in order."""
    weights = np.array([[0, 2, 1], [3, 0, 0]], dtype=np.uint16)
    assert draw_indices(weights).tolist() == [[1, 1, 2], [0, 0, 0]]

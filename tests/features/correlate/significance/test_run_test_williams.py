"""Williams' test against published numbers."""

import numpy as np
import pytest

from sacreval.features.correlate.significance.run_test import williams_test
from sacreval.stats.association import coefficients as c


def test_williams_is_rs(golden):
    """Williams' test gives R's p-values; mt-metrics-eval's too, which keeps signs."""
    for case in golden["williams"]["cases"]:
        r12, r13, r23, n = case["r"]
        got = williams_test(r12, r13, r23, int(n), absolute=True)
        np.testing.assert_allclose(got[1:], [case["greater"], case["two_sided"]], atol=1e-6)
    case = golden["mtme"]["williams"]
    r = [
        float(c.PearsonCoefficient().of(np.array(case[a]), np.array(case[b])))
        for a, b in (("m1", "gold"), ("m2", "gold"), ("m1", "m2"))
    ]
    assert williams_test(*r, 5).greater == pytest.approx(case["expected"][0], abs=5e-4)


def test_williams_undefined():
    """Three observations, or a metric tested against itself, have no p-value."""
    assert np.isnan(williams_test(0.5, 0.4, 0.3, 3).greater)
    assert np.isnan(williams_test(0.5, 0.5, 1.0, 20).greater)


def test_williams_keeps_signs():
    """A strongly negative correlation does not beat a positive one, unless signs are dropped."""
    assert williams_test(-0.997, 0.80, -0.78, 8).greater > 0.99
    assert williams_test(-0.997, 0.80, -0.78, 8, absolute=True).greater < 0.01

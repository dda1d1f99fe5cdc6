"""Corrections for multiple tests."""

import numpy as np
import pytest

from sacreval.stats.significance import multiple_testing
from sacreval.stats.significance.multiple_testing import Correction, adjust


def test_holm_rejects_what_the_partial_conjunction_rejects(golden):
    """Holm's adjusted p-values reject the tests that SacreROUGE's procedure rejects."""
    p = np.array(golden["holm"]["p"])
    adjusted = adjust(p, Correction.HOLM)
    for alpha, rejected in golden["holm"]["rejected"].items():
        assert set(np.flatnonzero(adjusted <= float(alpha))) == set(rejected)


def test_corrections():
    """Bonferroni multiplies, BH divides by rank, and undefined tests do not count."""
    p = np.array([0.01, np.nan, 0.04, 0.03])
    np.testing.assert_allclose(adjust(p, Correction.BONFERRONI), [0.03, np.nan, 0.12, 0.09])
    np.testing.assert_allclose(adjust(p, Correction.BENJAMINI_HOCHBERG), [0.03, np.nan, 0.04, 0.04])
    np.testing.assert_allclose(adjust(p, Correction.NONE), p)


def test_holm_adjusts_as_by_hand():
    """Holm's steps: times 3, 2, 1, never falling, at most 1, in the given order."""
    assert multiple_testing.holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert multiple_testing.holm([0.6, 0.9]) == [1.0, 1.0]


def test_benjamini_yekutieli():
    """BY is BH times the harmonic sum, as in scipy's false_discovery_control."""
    from scipy.stats import false_discovery_control

    p = np.random.default_rng(3).random(9) ** 2
    found = adjust(p, Correction("by"))
    np.testing.assert_allclose(found, false_discovery_control(p, method="by"), atol=1e-15)

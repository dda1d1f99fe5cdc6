"""Families of tests against published cases, by hand, and in simulated families."""

import numpy as np
import pytest
from scipy.special import ndtr

from sacreval.stats.families import (
    adjust_family,
    adjust_primary,
    all_pairs,
    chance_findings,
    shared_level,
)
from sacreval.stats.multiple_testing import Correction, holm

# statsmodels 0.15.0 multipletests, and own step-down and step-up, 2026-11-22
P = np.array([0.001, 0.008, 0.012, 0.03, 0.04, 0.2, 0.6])
HOLM = [0.007, 0.048, 0.06, 0.12, 0.12, 0.4, 0.6]
BH = [0.007, 0.028, 0.028, 0.0525, 0.056, 0.23333333333333336, 0.6]


@pytest.mark.parametrize(
    ("correction", "expected"), [(Correction.HOLM, HOLM), (Correction.BENJAMINI_HOCHBERG, BH)]
)
@pytest.mark.parametrize("family", ["systems", "all"])
def test_worked_case(correction, expected, family):
    """Seven systems on one output are one family, either way."""
    found = adjust_family(P[:, None], family, correction)
    np.testing.assert_allclose(found[:, 0], expected, atol=1e-12)


def test_all_is_one_family_and_systems_are_one_an_output():
    """Systems x outputs x groups: over everything, or over systems for each output and group."""
    table = np.random.default_rng(0).random((3, 2, 4)) / 20
    table[1, 1, 2] = np.nan
    whole = adjust_family(table, "all")
    assert whole[~np.isnan(table)].tolist() == holm(table[~np.isnan(table)].tolist())
    assert np.isnan(whole[1, 1, 2])
    each = adjust_family(table, "systems")
    assert each[:, 0, 3].tolist() == holm(table[:, 0, 3].tolist())
    assert each[[0, 2], 1, 2].tolist() == holm(table[[0, 2], 1, 2].tolist())
    defined = ~np.isnan(table)
    assert np.all(whole[defined] >= each[defined])
    assert np.all(each[defined] >= table[defined])


def test_one_system_is_no_family_but_its_outputs_are():
    """Nine outputs of one system are nine tests, which a family over systems leaves as they are."""
    table = np.full((1, 9), 0.01)
    assert adjust_family(table, "systems").tolist() == table.tolist()
    np.testing.assert_allclose(adjust_family(table, "all"), 0.09)


def test_a_primary_output_is_tested_alone():
    """The output that was named counts, at the price of its systems only."""
    table = np.array([[0.01, 0.001], [0.03, 0.5]])
    np.testing.assert_allclose(adjust_primary(table, 0), [[0.02, np.nan], [0.03, np.nan]])


def test_chance_findings():
    """54 tests at .05 expect 2.7 findings by chance; what is undefined is no test."""
    p = np.full((9, 7), 0.5)
    p[:, 6] = np.nan
    found = chance_findings(p, 0.05)
    assert found.tests == 54
    assert found.expected == pytest.approx(2.7)
    assert found.any_at_most == 1.0
    assert found.any_if_independent == pytest.approx(1 - 0.95**54)
    assert chance_findings(np.array([np.nan]), 0.05) == (0, 0.0, 0.0, 0.0)


def test_an_empty_table():
    """A table without tests stays as it is."""
    for shape in ((0, 3), (2, 0)):
        for family in ("systems", "all"):
            assert adjust_family(np.empty(shape), family).shape == shape


def test_all_pairs():
    """Ten systems have 45 pairs, each once."""
    assert all_pairs(3) == [(0, 1), (0, 2), (1, 2)]
    assert len(set(all_pairs(10))) == 45
    assert all_pairs(1) == []


def test_the_shared_level_is_that_of_holms_first_test():
    """A single finding among nine tests counts where its p is at most the shared level."""
    level = shared_level(0.05, 9)
    for p, found in ((level * 0.999, True), (level * 1.001, False)):
        assert (min(holm([p] + [1.0] * 8)) <= 0.05) == found


def test_size_of_a_family():
    """Of nine outputs that do not differ one is found in 1 of 5 worlds, by Holm in 1 of 20."""
    rng = np.random.default_rng(5)
    z = 0.8 * rng.normal(size=(1500, 1)) + 0.6 * rng.normal(size=(1500, 9))
    p = 2 * ndtr(-np.abs(z))
    assert np.mean(p.min(axis=1) <= 0.05) > 0.15
    adjusted = [adjust_family(one[None], "all").min() <= 0.05 for one in p]
    assert 0.015 < np.mean(adjusted) <= 0.06

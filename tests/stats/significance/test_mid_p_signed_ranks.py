"""Wilcoxon's signed ranks and the sign test against scipy, enumeration and published cases."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.significance.mid_p import MOST_EXACT, sign_test, wilcoxon
from support.program import ends
from support.sizes import few

CASE = np.array([1.1, -0.4, 2.3, 0.7, 1.9, -0.2, 0.9, 1.4])


def drawn(seed, n, *, step=0.0):
    """Draw differences, in whole steps where one is named."""
    values = np.random.default_rng(seed).normal(0.3, 1.0, n)
    return np.round(values / step) * step if step else values


def test_worked_case():
    """p .0390625: scipy 1.17.1 and an enumeration of 256 signs, 2026-11-22."""
    assert wilcoxon(CASE) == 0.0390625


@few(3, "n", [1, 2, 5, 13, 14, 50])
def test_without_ties_it_is_what_scipy_prints(n):
    """Up to 50 differences without ties scipy is exact by itself, and the p-value is the same."""
    for seed in range(20):
        found = drawn(seed, n)
        assert wilcoxon(found) == pytest.approx(stats.wilcoxon(found).pvalue, rel=1e-12)


@pytest.mark.parametrize("n", [51, MOST_EXACT])
def test_more_without_ties_is_scipys_exact_method(n):
    """Where scipy would approximate, the p-value is that of its exact method."""
    found = drawn(n, n)
    expected = stats.wilcoxon(found, method="exact").pvalue
    assert wilcoxon(found) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("n", [3, 8])
def test_few_with_ties_are_what_scipy_enumerates(n):
    """Up to 13 differences with ties or zeros scipy tries all signs, with the same result."""
    for seed in range(6):
        found = drawn(seed, n, step=0.5)
        if found.any():
            assert wilcoxon(found) == pytest.approx(stats.wilcoxon(found).pvalue, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_ties_are_enumerated(seed):
    """Fourteen tied differences, which scipy approximates, have the p-value of all signs."""
    found = drawn(seed, 14, step=0.5)
    there = found[found != 0]
    ranks = stats.rankdata(np.abs(there))
    signs = np.array(list(product((0, 1), repeat=len(there))))
    sums, observed = signs @ ranks, ranks[there > 0].sum()
    expected = min(1.0, 2 * min(np.mean(sums <= observed), np.mean(sums >= observed)))
    assert wilcoxon(found) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_many_are_scipys_normal(step):
    """Above the exact size the normal approximation is scipy's, ties and zeros included."""
    for seed in range(5):
        found = drawn(seed, 400, step=step)
        assert wilcoxon(found) == pytest.approx(stats.wilcoxon(found).pvalue, rel=1e-12)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_the_normal_continues_the_exact_p(step):
    """At the size where the method changes both p-values differ by less than .002."""
    for seed in range(20):
        found = drawn(seed, MOST_EXACT, step=step)
        approximate = stats.wilcoxon(found, method="asymptotic").pvalue
        assert wilcoxon(found) == pytest.approx(approximate, abs=2e-3)


def test_what_only_rounding_keeps_apart_is_tied():
    """0.3 - 0.2 and 0.2 - 0.1 have one rank, as 1 and 1 have."""
    assert 0.3 - 0.2 != 0.2 - 0.1
    assert wilcoxon(np.array([0.3 - 0.2, -(0.2 - 0.1), 0.7])) == wilcoxon(np.array([1, -1, 7.0]))


@pytest.mark.long
def test_many_ties():
    """The signs of 200 tied differences are counted, not tried one by one."""
    with ends():
        assert 0 < wilcoxon(drawn(1, MOST_EXACT, step=0.5)) < 1


@pytest.mark.long
def test_size_with_ties():
    """Equal systems with rated outputs are called different in 5 of 100 worlds, at 20 records."""
    rng = np.random.default_rng(7)
    worlds = rng.integers(1, 6, (1500, 20)) - rng.integers(1, 6, (1500, 20))
    size = np.mean([wilcoxon(found.astype(float)) <= 0.05 for found in worlds])
    assert 0.035 < size < 0.065


@pytest.mark.parametrize("test", [wilcoxon, sign_test])
@pytest.mark.parametrize("n", [0, 1, 300])
def test_nothing_differs(test, n):
    """Where all differences are 0, p is 1."""
    assert test(np.zeros(n)) == 1.0


def test_signs_are_scipys_binomial():
    """Seven gains and two losses have the p-value of a fair coin; zeros do not count."""
    found = np.array([1.0] * 7 + [-3.0] * 2 + [0.0] * 4)
    assert sign_test(found) == stats.binomtest(7, 9).pvalue

"""Almost stochastic order: by hand, by integration, and its size."""

import numpy as np
import pytest

from sacreval.features.compare.sets.stochastic_order import (
    CONVINCING,
    stochastic_order,
    violation_ratio,
)

A, B = np.array([0.1, 0.5, 0.9, 0.7]), np.array([0.3, 0.4, 0.6, 0.5])


def test_worked_case():
    """Runs that cross violate 2/9 of the order: del Barrio et al. (2018), by hand, 2026-11-22."""
    assert violation_ratio(A, B) == pytest.approx(0.2222222222222222, abs=1e-12)


def test_both_orders_add_to_1():
    """What violates one order is what supports the other."""
    assert violation_ratio(A, B) + violation_ratio(B, A) == pytest.approx(1)


def test_runs_that_are_all_better():
    """A system whose every quantile is better violates nothing, the other everything."""
    assert violation_ratio(A + 0.5, A) == 0.0
    assert violation_ratio(A, A + 0.5) == 1.0
    assert stochastic_order(A + 5, A, confidence=0.95, seed=1) == (0.0, 0.0)


def test_the_same_quantiles():
    """A system and its copy are in no order: 0.5, whose bound is 1 at most."""
    assert violation_ratio(A, A[::-1]) == 0.5
    assert violation_ratio(np.array([1.0, 2.0]), np.array([1.0, 1.0, 2.0, 2.0])) == 0.5
    same = stochastic_order(np.full(4, 0.3), np.full(3, 0.3), confidence=0.95, seed=1)
    assert same == (0.5, 0.5)


@pytest.mark.parametrize("runs", [(3, 5), (4, 6), (1, 7), (10, 10)])
def test_different_numbers_of_runs(runs):
    """The integral over both step functions is that of a fine grid."""
    rng = np.random.default_rng(sum(runs))
    first, second = rng.normal(size=runs[0]), rng.normal(size=runs[1])
    grid = (np.arange(21_000) + 0.5) / 21_000
    gaps = (
        np.sort(first)[(grid * runs[0]).astype(int)] - np.sort(second)[(grid * runs[1]).astype(int)]
    )
    expected = (gaps[gaps < 0] ** 2).sum() / (gaps**2).sum()
    assert violation_ratio(first, second) == pytest.approx(expected, abs=1e-9)


def test_rows_are_computed_at_once():
    """Leading axes hold resamples."""
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(6, 4)), rng.normal(size=(6, 3))
    expected = [violation_ratio(*pair) for pair in zip(first, second, strict=True)]
    np.testing.assert_allclose(violation_ratio(first, second), expected)


def test_more_confidence_is_a_larger_bound():
    """The bound grows with its confidence, and a seed gives the same bound."""
    bounds = [stochastic_order(A, B, confidence=c, seed=7).bound for c in (0.6, 0.9, 0.99)]
    assert bounds == sorted(bounds)
    assert bounds[0] > stochastic_order(A, B, confidence=0.6, seed=7).ratio
    assert stochastic_order(A, B, confidence=0.9, seed=7).bound == bounds[1]


def test_size_and_power():
    """Of ten runs equal systems are called better in few worlds, clearly better ones in most."""
    rng = np.random.default_rng(9)
    found = [
        [
            stochastic_order(
                rng.normal(shift, 1, 10),
                rng.normal(0, 1, 10),
                confidence=0.95,
                resamples=200,
                seed=w,
            ).bound
            < CONVINCING
            for w in range(200)
        ]
        for shift in (0.0, 2.0)
    ]
    assert np.mean(found[0]) < 0.09
    assert np.mean(found[1]) > 0.9

"""Soft pairwise accuracy against mt-metrics-eval."""

import numpy as np
import pytest

from sacreval.features.correlate.measures.soft_accuracy import (
    flips,
    pair_p_values,
    soft_accuracy_replicates,
    soft_pairwise_accuracy,
)
from sacreval.stats.draws import Units, draw_resamples, leave_one_out


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_soft_pairwise_accuracy_of_mtme(golden):
    """The synthetic value of mt-metrics-eval comes out, order of exactly tied systems included."""
    got = soft_pairwise_accuracy(matrix([[2, 2, 4], [1, 3, 5]]), matrix([[1, 2, 3], [2, 3, 4]]))
    assert got == pytest.approx(golden["mtme"]["spa"], abs=5e-4)


def test_soft_accuracy_edges():
    """A metric equal to people is perfect; one system is undefined; tied systems have p = 1."""
    z = np.random.default_rng(0).normal(size=(5, 40))
    assert soft_pairwise_accuracy(z, z) == 1
    assert np.isnan(soft_pairwise_accuracy(z[:1], z[:1]))
    assert np.isnan(soft_pairwise_accuracy(z[:, :0], z[:, :0]))
    assert pair_p_values(np.ones((2, 10)), flips(10)).tolist() == [1.0]


@pytest.mark.parametrize("units", Units)
def test_soft_accuracy_of_resamples(units):
    """Each replicate is the recipe on the inputs drawn, pairs weighed by how often both were drawn.

    No system is paired with its own copy; to leave one out is one such resample.
    """
    rng = np.random.default_rng(1)
    z = rng.normal(size=(6, 25)) + np.arange(6)[:, None] / 4
    x = z + rng.normal(size=z.shape)
    found = [(draw_resamples(units, 6, 25, 30, 3))]
    found += [leave_one_out(units, 6, 25)] if units is not Units.BOTH else []
    for draws in found:
        got = soft_accuracy_replicates(x, z, draws)
        for r in range(draws.count):
            rows = np.repeat(np.arange(6), 1 if draws.systems is None else draws.systems[r])
            columns = np.repeat(np.arange(25), 1 if draws.inputs is None else draws.inputs[r])
            sides = (pair_p_values(side[:, columns], flips(len(columns))) for side in (x, z))
            w = np.bincount(rows, minlength=6)
            first, second = np.triu_indices(6, 1)
            expected = np.average(1 - abs(np.subtract(*sides)), weights=w[first] * w[second])
            # Equal sums of single precision may differ in the last bit from call to call of BLAS.
            assert got[r] == pytest.approx(expected, abs=1e-2)

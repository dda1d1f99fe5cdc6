"""Tie calibration, soft pairwise accuracy and measures on differences against mt-metrics-eval."""

import numpy as np
import pytest

from sacreval.stats.calibration import accuracy_at, calibrate, pair_table
from sacreval.stats.coefficients import PearsonCoefficient, TiedAccuracy
from sacreval.stats.differences import TauWithin, pairwise_difference_pearson
from sacreval.stats.draws import Units, draw_resamples, leave_one_out
from sacreval.stats.levels import Groups, Level, group
from sacreval.stats.soft_accuracy import (
    flips,
    pair_p_values,
    soft_accuracy_replicates,
    soft_pairwise_accuracy,
)
from sacreval.stats.tie_threshold_counts import AgreeingPairs


def matrix(rows):
    """Turn nested lists with None into an array with NaN."""
    return np.array(rows, dtype=np.float64)


def test_the_calibration_curve(golden):
    """The curve has every threshold and accuracy, and the first maximum is chosen."""
    epsilons, accuracies = golden["mtme"]["curve"]
    groups = Groups(matrix([[0, 2, 6, 8]]), matrix([[1, 1, 1, 4]]))
    found = calibrate(pair_table(groups))
    np.testing.assert_allclose(found.epsilons, epsilons)
    np.testing.assert_allclose(found.accuracies, accuracies)
    assert found.epsilon == 4
    assert found.accuracy == pytest.approx(4 / 6)


def test_the_calibration_curve_with_missing_cells(golden):
    """Missing cells drop their pairs, and a group without pairs does not count."""
    case = golden["mtme"]["curve_missing"]
    epsilon, accuracy, curve = case["expected"]
    found = calibrate(pair_table(Groups(matrix(case["metric"]), matrix(case["human"]))))
    assert found.epsilon == epsilon
    assert found.accuracy == pytest.approx(accuracy, abs=1e-12)
    np.testing.assert_allclose(found.accuracies, curve, atol=1e-12)


def test_every_point_of_the_curve_is_the_accuracy_there():
    """The prefix sums are the accuracies one would compute at each epsilon."""
    rng = np.random.default_rng(0)
    groups = Groups(np.round(rng.normal(size=(8, 6)), 1), np.round(rng.normal(size=(8, 6))))
    pairs = pair_table(groups)
    found = calibrate(pairs)
    for epsilon, accuracy in zip(found.epsilons, found.accuracies, strict=True):
        assert accuracy_at(pairs, epsilon) == pytest.approx(accuracy, abs=1e-12)
        assert TiedAccuracy(epsilon).of(*groups).mean() == pytest.approx(accuracy, abs=1e-12)


def test_no_pair_no_calibration():
    """Without a pair the accuracy is undefined, and epsilon is 0."""
    found = calibrate(pair_table(Groups(matrix([[1]]), matrix([[2]]))))
    assert found.epsilon == 0
    assert np.isnan(found.accuracy)


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
    """Each replicate is the recipe on the resample written out; to leave one out is one of them."""
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
            cells = np.ix_(rows, columns)
            # Equal sums of single precision may differ in the last bit from call to call of BLAS.
            assert got[r] == pytest.approx(soft_pairwise_accuracy(x[cells], z[cells]), abs=5e-3)


def test_agreeing_pairs_are_those_written_out():
    """Counting under any weights, ties and thresholds gives what all pairs written out give."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        n = int(rng.integers(1, 12))
        x = np.round(rng.normal(size=n), int(rng.integers(0, 3)))
        z = rng.integers(0, int(rng.integers(1, 6)), size=n).astype(float)
        epsilon = abs(x[0] - x[-1]) if rng.random() < 0.7 else rng.random()
        w = rng.integers(0, 3, size=n)
        drawn = np.repeat(np.arange(n), w)
        dx, dz = (side[drawn, None] - side[drawn] for side in (x, z))
        agree = np.where(np.abs(dx) <= epsilon, dz == 0, np.sign(dx) == np.sign(dz))
        pairs = len(drawn) * (len(drawn) - 1)
        expected = (agree.sum() - len(drawn)) / pairs if pairs else np.nan
        got = AgreeingPairs(x, z, epsilon).share(w[:, None].astype(float))
        np.testing.assert_allclose(got, [expected], atol=1e-12)


def test_pairwise_difference_pearson_of_mtme(golden):
    """Pooled differences, within items or within everything, with and without missing cells."""
    levels = (Level.SUMMARY, Level.GLOBAL)
    z, x = matrix([[1, 2, 3], [4, 5, 6]]), matrix([[2, 1, 4], [3, 3, 7]])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, golden["mtme"]["pdp"], atol=5e-4)
    case = golden["mtme"]["pdp_missing"]
    x, z = matrix(case["M"]), matrix(case["G"])
    got = [
        pairwise_difference_pearson(group(x, z, level, PearsonCoefficient())) for level in levels
    ]
    np.testing.assert_allclose(got, case["expected"], atol=5e-4)


def test_difference_pearson_is_the_correlation_of_all_differences():
    """The closed form equals Pearson over differences that are written out."""
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 5, 6))
    z[2, 3] = np.nan
    dx, dz = [], []
    for column in range(6):
        seen = np.flatnonzero(~np.isnan(z[:, column]))
        dx += [x[a, column] - x[b, column] for a in seen for b in seen]
        dz += [z[a, column] - z[b, column] for a in seen for b in seen]
    expected = float(PearsonCoefficient().of(np.array(dx), np.array(dz)))
    got = pairwise_difference_pearson(group(x, z, Level.SUMMARY, PearsonCoefficient()))
    assert got == pytest.approx(expected, abs=1e-12)


def test_tau_within_a_gap():
    """Only pairs of systems within the gap count; without one, tau is undefined."""
    x, z = matrix([1, 2, 4, 8]), matrix([2, 1, 3, 4])
    rows = x[None], z[None]
    for low, high, tau, pairs in ((0, 1, -1, 1), (1, 10, 1, 5), (0, np.inf, 4 / 6, 6)):
        within = TauWithin(low, high)
        assert within.of(*rows)[0] == pytest.approx(tau)
        assert within.weight(*rows).tolist() == [pairs]
    assert np.isnan(TauWithin(20, 30).of(*rows)[0])

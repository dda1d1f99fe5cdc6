"""Tie calibration against mt-metrics-eval."""

import numpy as np
import pytest

from sacreval.features.correlate.measures.tie_calibration import accuracy_at, calibrate, pair_table
from sacreval.stats.association.levels import Groups
from sacreval.stats.association.row_coefficients import TiedAccuracy


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

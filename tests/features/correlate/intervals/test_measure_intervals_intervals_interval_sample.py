"""The scores that an interval is computed of."""

import numpy as np

from sacreval.features.correlate.intervals.measure_intervals import Sample
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Units

N = np.nan
X = np.array([[1.0, 2.0, N, 9.0], [2.0, 1.0, N, N], [N, N, N, 3.0], [4.0, 4.0, N, N]])
Z = np.array([[1.0, 1.0, 2.0, N], [2.0, 3.0, N, N], [N, N, 1.0, N], [3.0, 5.0, N, N]])


def test_systems_and_inputs_without_both_scores_take_no_part():
    """What is scored on one side only is neither drawn nor counted."""
    sample = Sample.of(COEFFICIENTS["pearson"], X, Z, Level.SYSTEM)
    assert sample.x.shape == sample.z.shape == (3, 2)
    sizes = {units: sample.size(units) for units in Units}
    assert sizes == {Units.SYSTEMS: 3, Units.INPUTS: 2, Units.BOTH: 2}


def test_each_unit_is_left_out_once():
    """There are as many values as units, each of the sample without it."""
    measure = COEFFICIENTS["kendall"]
    x, z = np.random.default_rng(0).normal(size=(2, 6, 9))
    sample = Sample.of(measure, x, z, Level.SUMMARY)
    for units, axis in ((Units.SYSTEMS, 0), (Units.INPUTS, 1)):
        expected = [
            measure.of(np.delete(x, i, axis), np.delete(z, i, axis), Level.SUMMARY).value
            for i in range(x.shape[axis])
        ]
        np.testing.assert_allclose(sample.left_out(units), expected, atol=1e-12)


def test_disjoint_pairs_are_half_the_units_that_are_paired():
    """Systems are paired at system level, inputs within systems; darr counts few pairs."""
    x = np.arange(40.0).reshape(8, 5)
    for level, pairs in ((Level.SYSTEM, 4), (Level.SUMMARY, 4), (Level.GROUP_BY_SYSTEM, 2)):
        assert Sample.of(COEFFICIENTS["tau-a"], x, x, level).disjoint_pairs() == pairs
    assert Sample.of(COEFFICIENTS["darr"], x, x, Level.SYSTEM).disjoint_pairs() == 4
    assert Sample.of(COEFFICIENTS["darr"], x * 0.75, x * 0.75, Level.SYSTEM).disjoint_pairs() == 1

"""Bootstrap replicates are the measure of the resampled matrices."""

import numpy as np
import pytest

from sacreval.features.correlate.intervals.measure_intervals import replicates
from sacreval.features.correlate.measures.coefficient_names import measures
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Resamples

RNG = np.random.default_rng(4)
X, Z = RNG.normal(size=(2, 5, 6))
SYSTEMS = RNG.multinomial(5, [0.2] * 5, size=6).astype(np.uint16)
INPUTS = RNG.multinomial(6, [1 / 6] * 6, size=6).astype(np.uint16)


@pytest.mark.parametrize("name", ["pearson", "kendall", "pdp", "partial-pearson"])
def test_each_is_the_measure_of_a_resample(name):
    """Whether by products or written out, each value is that of the drawn rows and columns."""
    [measure] = measures([name])
    found = replicates(measure, X, Z, Level.GLOBAL, Resamples(SYSTEMS, INPUTS, 6))
    for value, systems, inputs in zip(found, SYSTEMS, INPUTS, strict=True):
        index = np.ix_(np.repeat(np.arange(5), systems), np.repeat(np.arange(6), inputs))
        want = measure.of(X[index], Z[index], Level.GLOBAL).value
        assert value == pytest.approx(want, abs=1e-9)

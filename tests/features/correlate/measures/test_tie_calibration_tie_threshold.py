"""The best tie threshold without the list of all pairs, against the whole curve."""

import numpy as np
import pytest

from sacreval.features.correlate.measures import tie_calibration
from sacreval.features.correlate.measures.tie_calibration import calibrate, pair_table
from sacreval.stats.association.levels import Groups
from support.sizes import long


@pytest.mark.parametrize("most", [1, 50, 2_000_000])
@pytest.mark.parametrize("bins", [1, 3, long(2**16)])
def test_it_is_the_threshold_of_the_whole_curve(most, bins, monkeypatch):
    """With few bins and few pairs sorted at once, too, it is the same to the last bit."""
    monkeypatch.setattr(tie_calibration, "MOST_SORTED", most)
    monkeypatch.setattr(tie_calibration, "BINS", bins)
    rng = np.random.default_rng(most + bins)
    for _ in range(60):
        shape = int(rng.integers(1, 6)), int(rng.integers(1, 14))
        x = np.round(rng.normal(size=shape), int(rng.integers(0, 4)))
        z = np.round(x * rng.integers(0, 2) + rng.normal(size=shape))
        missing = rng.random(shape) < rng.choice([0.0, 0.3])
        groups = Groups(*(np.where(missing, np.nan, side) for side in (x, z)))
        assert tie_calibration.best_threshold(groups) == calibrate(pair_table(groups)).epsilon


def test_no_pair_and_no_finite_difference():
    """Without a pair it is 0; differences that overflow are beyond every finite one."""
    nothing = np.full((2, 3), np.nan)
    assert tie_calibration.best_threshold(Groups(nothing, nothing)) == 0
    far = Groups(np.array([[-1.7e308, 0.0, 1.7e308]]), np.zeros((1, 3)))
    assert tie_calibration.best_threshold(far) == np.inf

"""Changes from originals to variants: definitions by hand, intervals over records."""

import numpy as np
import pytest

from sacreval.features.robustness.robustness import change_bounds, changes, mean_bounds
from sacreval.stats.intervals.binomial import wilson

ORIGINAL = [1.0, 0.5, 0.0]
VARIANTS = [[1.0, 0.0], [0.75, 0.25], [0.5, 0.0]]


def test_definitions_by_hand():
    """Each number of each record, with larger scores better."""
    found = changes(ORIGINAL, VARIANTS, better=True)
    assert found.perturbed_mean.tolist() == [0.5, 0.5, 0.25]
    assert found.change.tolist() == [-0.5, 0.0, 0.25]
    assert found.absolute_change.tolist() == [0.5, 0.25, 0.25]
    assert found.worst.tolist() == [0.0, 0.25, 0.0]
    assert found.share_changed.tolist() == [0.5, 1.0, 0.5]
    assert changes(ORIGINAL, VARIANTS, better=False).worst.tolist() == [1.0, 0.75, 0.5]
    assert np.isnan(changes(ORIGINAL, VARIANTS, better=None).worst).all()


def test_scores_of_0_and_1_have_wilsons_interval():
    """Others have Student's t, within the range."""
    assert mean_bounds([0, 1, 1, 1], 0.95, (0.0, 1.0)) == wilson(3, 4, 0.95)
    low, high = mean_bounds([0.0, 0.5, 0.5], 0.95, (0.0, 1.0))
    assert low == 0.0
    assert 1 / 3 < high <= 1.0
    low, high = mean_bounds([0, 100, 100], 0.9, (0.0, 100.0))
    assert (low, high) == pytest.approx([100 * x for x in wilson(2, 3, 0.9)])


@pytest.mark.parametrize("values", [[], [1.0], [0.3, 0.3], [np.nan, 1.0]])
def test_no_interval_where_nothing_tells_the_spread(values):
    """A single record, equal values inside of the range, and missing values."""
    assert np.isnan(mean_bounds(values, 0.95, (0.0, 1.0))).all()


def test_no_change_is_not_certain():
    """Ten unchanged records leave room for changes of others."""
    found = changes([1.0] * 10, [[1.0, 1.0]] * 10, better=True)
    low, high = change_bounds(found, 0.95, 1.0)
    assert high == -low == pytest.approx(float(wilson(0, 10).high))
    assert np.isnan(change_bounds(found, 0.95, None)).all()


def test_intervals_cover_the_mean_change():
    """Nominal 95 % over records whose variants are alike; variants as units would fall short."""
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        shift = rng.normal(-0.1, 0.1, size=40)
        original = rng.uniform(0.4, 0.6, size=40)
        varied = original[:, None] + shift[:, None] + rng.normal(0, 0.02, size=(40, 5))
        low, high = change_bounds(changes(original, varied, better=True), 0.95, 1.0)
        hits += low <= -0.1 <= high
    assert 0.93 <= hits / 400 <= 0.975

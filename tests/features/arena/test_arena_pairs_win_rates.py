"""Win rates with intervals over clusters."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.arena.arena_pairs import win_rate
from sacreval.stats.intervals.binomial import wilson


def test_wins_and_losses_have_wilsons_interval():
    """Single battles of each instance have Wilson's interval, with a t quantile."""
    scores = (np.arange(200) < 130).astype(float)
    found = win_rate(scores, np.arange(200))
    assert (found.value, found.clusters) == (0.65, 200)
    np.testing.assert_allclose([found.low, found.high], wilson(130, 200), atol=2e-3)


def test_copies_tell_nothing_new():
    """Five copies of each battle leave the interval as it was."""
    scores = (np.arange(60) < 40).astype(float)
    once = win_rate(scores, np.arange(60))
    again = win_rate(np.repeat(scores, 5), np.repeat(np.arange(60), 5))
    assert again.error == pytest.approx(once.error)
    assert (again.low, again.high) == pytest.approx((once.low, once.high))


def test_all_won_or_tied_has_a_width():
    """Where nothing varies, each cluster counts once."""
    for value in (1.0, 0.5, 0.0):
        found = win_rate(np.full(20, value), np.arange(20))
        assert found.high - found.low > 0.1
        assert found.low <= value <= found.high


def test_ties_make_it_shorter():
    """Half wins in place of wins and losses vary less, and the interval is shorter."""
    decided, tied = np.tile([1.0, 0.0], 50), np.tile([1.0, 0.0, 0.5, 0.5], 25)
    first, second = (win_rate(x, np.arange(100)) for x in (decided, tied))
    assert second.high - second.low < 0.8 * (first.high - first.low)


def test_one_cluster_and_none():
    """One cluster has no interval, and no battle is refused."""
    found = win_rate(np.array([1.0, 0.0]), [3, 3])
    assert found.value == 0.5
    assert np.isnan([found.error, found.low, found.high]).all()
    with pytest.raises(InputError, match="give one at least"):
        win_rate(np.array([]), [])

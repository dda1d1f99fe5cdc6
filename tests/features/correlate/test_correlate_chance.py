"""What a metric without information reaches by pairwise accuracies."""

import numpy as np
import pytest

from sacreval.features.correlate.correlate import chance_level
from sacreval.features.correlate.measures.coefficient_names import CoefficientSettings, cells
from sacreval.stats.association.levels import Level


def measure(name, level, **settings):
    ((_, found),) = cells((level.value,), (name,), CoefficientSettings(**settings))
    return found


def world(ties, seed, shape=(6, 40)):
    """Return human scores of few or many values, with missing cells."""
    rng = np.random.default_rng(seed)
    z = np.floor(rng.normal(size=shape) * ties) / ties
    z[rng.random(shape) < 0.1] = np.nan
    return z, rng


@pytest.mark.parametrize("level", [Level.SUMMARY, Level.GLOBAL, Level.GROUP_BY_SYSTEM])
@pytest.mark.parametrize("ties", [0.3, 0.7, 3])
@pytest.mark.parametrize("name", ["pairwise-accuracy", "acc-eq"])
def test_random_metrics_reach_it_on_average(name, ties, level):
    """The mean over random metrics is the chance level; calibration may fit a little above it."""
    z, rng = world(ties, 7)
    one = measure(name, level)
    random = [one.of(rng.normal(size=z.shape), z, level).value for _ in range(30)]
    chance = chance_level(one, rng.normal(size=z.shape), z, level)
    above = np.mean(random) - chance
    assert -0.01 < above < (0.05 if name == "acc-eq" else 0.01)


def test_by_hand():
    """Of three pairs people call one equal: (1 - 1/3) / 2, or with calibration the same, 1/3."""
    z = np.array([[1.0], [1.0], [2.0]])
    x = np.array([[5.0], [1.0], [3.0]])
    for name in ("pairwise-accuracy", "acc-eq"):
        found = chance_level(measure(name, Level.SUMMARY), x, z, Level.SUMMARY)
        assert found == pytest.approx(1 / 3)


def test_mostly_equal_people():
    """Where people call most pairs equal, calling all equal is the better guess."""
    z = np.array([[1.0], [1.0], [1.0], [2.0]])
    x = np.arange(4.0)[:, None]
    assert chance_level(measure("acc-eq", Level.SUMMARY), x, z, Level.SUMMARY) == 0.5
    plain = chance_level(measure("pairwise-accuracy", Level.SUMMARY), x, z, Level.SUMMARY)
    assert plain == pytest.approx(0.25)


def test_missing_cells_have_no_pairs():
    """Pairs without a score on either side do not count."""
    z = np.array([[1.0], [2.0], [1.0]])
    x = np.array([[1.0], [2.0], [np.nan]])
    assert chance_level(measure("pairwise-accuracy", Level.SUMMARY), x, z, Level.SUMMARY) == 0.5


def test_system_means():
    """At system level pairs of means count, which are rarely equal: one half."""
    z, rng = world(3, 2)
    one = measure("pairwise-accuracy", Level.SYSTEM)
    assert chance_level(one, rng.normal(size=z.shape), z, Level.SYSTEM) == pytest.approx(0.5)


@pytest.mark.parametrize("name", ["pearson", "kendall", "spa@system"])
def test_other_coefficients_have_none(name):
    """For a correlation chance is 0, and for soft accuracies it is not stated."""
    z, rng = world(3, 2)
    level = Level.SYSTEM
    one = measure(name.partition("@")[0], level)
    assert chance_level(one, rng.normal(size=z.shape), z, level) is None


def test_a_threshold_that_is_given_has_none():
    """What a given threshold calls equal depends on the units of the metric."""
    z, rng = world(3, 2)
    one = measure("acc-eq", Level.SUMMARY, epsilon=0.1)
    assert chance_level(one, rng.normal(size=z.shape), z, Level.SUMMARY) is None


def test_without_pairs():
    """One system has no pairs, and no chance level."""
    one = measure("pairwise-accuracy", Level.SUMMARY)
    assert chance_level(one, np.ones((1, 3)), np.ones((1, 3)), Level.SUMMARY) is None

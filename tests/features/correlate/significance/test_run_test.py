"""The size of each test in the world it speaks of; see benchmarks/calibration for all worlds."""

import pytest

from sacreval.stats.association.levels import Level
from support.calibration import metric_tests as simulation

pytestmark = pytest.mark.long

TESTS = ["perm-systems", "perm-inputs", "perm-both-xor", "perm-both-cells", "williams"]


@pytest.mark.parametrize("test", TESTS)
def test_size_in_its_own_world(test):
    """At nominal 5 % a test rejects about 5 % of worlds where what it swaps is exchangeable."""
    world = simulation.WORLDS[simulation.OWN[test]]
    rate = simulation.rejections(test, world, level=Level.SYSTEM, worlds=300, resamples=99)
    assert 0.012 <= rate <= 0.10  # 5 % plus and minus three Monte Carlo errors, and 1/100 steps


@pytest.mark.parametrize("level", [Level.SYSTEM, Level.SUMMARY], ids=lambda level: level.value)
def test_the_default_never_rejects_too_often(level):
    """The paired bootstrap over systems and inputs holds its level in all worlds, and rejects."""
    rates = {
        name: simulation.rejections("bootstrap-both", world, level=level, worlds=100, resamples=99)
        for name, world in simulation.WORLDS.items()
    }
    assert max(rates.values()) <= 0.11, rates
    assert rates["systems and inputs"] >= 0.01  # its own world


def test_the_other_world_is_where_tests_fail():
    """Swapping inputs cannot tell metrics with tastes for whole systems from unequal ones."""
    world = simulation.WORLDS["systems"]
    rate = simulation.rejections("perm-inputs", world, level=Level.SYSTEM, worlds=60, resamples=99)
    assert rate > 0.4

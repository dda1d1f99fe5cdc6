"""Simultaneous rank ranges: by hand, and in worlds where systems tie."""

import numpy as np
import pytest

from sacreval.stats.intervals import simultaneous_ranks
from sacreval.stats.intervals.simultaneous_ranks import simultaneous_rank_ranges as ranges
from sacreval.stats.significance.paired import rank_ranges


def test_clear_differences_have_one_rank_each():
    """Systems far apart have a range of one rank, in either direction."""
    values = np.array([3.0, 1.0, 2.0])
    replicates = values[:, None] + np.random.default_rng(0).normal(0, 0.01, (3, 500))
    assert ranges(values, replicates, units=100, confidence=0.95, larger_first=True) == [
        (1, 1),
        (3, 3),
        (2, 2),
    ]
    assert ranges(values, replicates, units=100, confidence=0.95, larger_first=False) == [
        (3, 3),
        (1, 1),
        (2, 2),
    ]


def test_the_edge_is_the_largest_deviation_of_all_pairs():
    """By hand: two systems, ten resamples whose largest deviation is twice their spread or less."""
    gaps = np.array([0.0, 0, 0, 0, 0, 0, 0, 0, 1, -1])
    spread = gaps.std(ddof=1)
    replicates = np.stack([gaps, np.zeros(10)])
    for difference, expected in ((0.99, [(1, 2), (1, 2)]), (1.01, [(1, 1), (2, 2)])):
        values = np.array([difference, 0.0])
        ranks = ranges(
            values, replicates + values[:, None], units=10**9, confidence=0.9, larger_first=True
        )
        assert ranks == expected
    assert spread < 0.5


def test_a_system_and_its_copy_share_their_ranks():
    """Copies never differ, and do not stretch the ranges of others."""
    rng = np.random.default_rng(1)
    replicates = rng.normal(np.array([[1.0], [0.0]]), 0.01, (2, 200))
    three = replicates[[0, 0, 1]]
    ranks = ranges(np.array([1.0, 1.0, 0.0]), three, units=100, confidence=0.95, larger_first=True)
    assert ranks == [(1, 2), (1, 2), (3, 3)]
    same = np.full((3, 50), 0.3)
    assert ranges(same[:, 0], same, units=100, confidence=0.95, larger_first=True) == [(1, 3)] * 3


def test_a_constant_difference_is_sure():
    """A system that is better by the same amount in every resample is surely better."""
    replicates = np.random.default_rng(2).normal(size=(1, 100)) + np.array([[0.0], [0.1]])
    ranks = ranges(np.array([0.0, 0.1]), replicates, units=100, confidence=0.95, larger_first=True)
    assert ranks == [(2, 2), (1, 1)]


def test_few_records_make_long_ranges():
    """The same resamples of ten records show less than those of a thousand; one record nothing."""
    gaps = np.random.default_rng(4).normal(0, 1, (2, 400)) / 2**0.5
    values = np.array([2.2, 0.0])
    ranks = [
        ranges(values, gaps + values[:, None], units=units, confidence=0.95, larger_first=True)[0]
        for units in (1, 10, 1000)
    ]
    assert ranks == [(1, 2), (1, 2), (1, 1)]


def test_one_system():
    """A system alone has rank 1."""
    assert ranges(np.zeros(1), np.zeros((1, 9)), units=100, confidence=0.95, larger_first=True) == [
        (1, 1)
    ]


def worlds(means, count, n=30, resamples=299):
    """Yield values and replicates of correlated systems."""
    rng = np.random.default_rng(3)
    for _ in range(count):
        scores = rng.normal(size=n) + rng.normal(np.array(means)[:, None], 1.0, (len(means), n))
        weights = rng.multinomial(n, np.full(n, 1 / n), resamples) / n
        yield scores.mean(axis=1), scores @ weights.T


@pytest.mark.long
@pytest.mark.parametrize("means", [[0.0] * 8, [0.0] * 4 + [1.0] * 4], ids=["equal", "two tiers"])
def test_ranges_hold_where_systems_tie(means):
    """All ranges hold all shared ranks in 95 of 100 worlds of 30 records; one by one in few."""
    truth = [(1 + sum(m > mean for m in means), sum(m >= mean for m in means)) for mean in means]
    held = {"simultaneous": 0, "each": 0}
    for values, replicates in worlds(means, 200):
        ranks = {
            "simultaneous": ranges(
                values, replicates, units=30, confidence=0.95, larger_first=True
            ),
            "each": rank_ranges(replicates, confidence=0.95, larger_first=True),
        }
        for name, each in ranks.items():
            held[name] += all(
                low <= best and worst <= high
                for (low, high), (best, worst) in zip(each, truth, strict=True)
            )
    assert held["simultaneous"] >= 0.91 * 200
    assert held["each"] < 0.3 * 200


@pytest.mark.long
def test_few_records_of_many_systems_hold_too():
    """With as many systems as records, resamples have too few dimensions, and ranges hold still."""
    held = sum(
        set(ranges(*world, units=12, confidence=0.95, larger_first=True)) == {(1, 12)}
        for world in worlds([0.0] * 12, 200, n=12)
    )
    assert held >= 0.92 * 200


@pytest.mark.parametrize("cached", [1, 200, 10**9])
def test_pairs_looked_at_once_give_the_numbers_of_all(cached, monkeypatch):
    """Largest t and errors equal, to the last bit, those of every system beside all others."""
    monkeypatch.setattr(simultaneous_ranks, "CACHED", cached)
    rng = np.random.default_rng(3)
    replicates = np.concatenate([rng.normal(size=(9, 60)), rng.integers(3, size=(8, 60))])
    replicates[3] = replicates[5]
    values = replicates.mean(axis=1) + rng.normal(0, 0.01, len(replicates))
    largest, errors = np.zeros(60), []
    for replicate, value in zip(replicates, values, strict=True):
        gaps = replicate - replicates
        spread = gaps.std(axis=1, ddof=1)
        errors.append(np.where(spread > 1e-9 * max(1.0, np.abs(values).max()), spread, 0.0))
        sizes = np.abs(gaps - (value - values)[:, None])[errors[-1] > 0]
        largest = np.maximum(largest, (sizes.T / errors[-1][errors[-1] > 0]).max(axis=1))
    computed = simultaneous_ranks._largest_t(values, replicates)
    assert computed[0].tobytes() == largest.tobytes()
    assert computed[1].tobytes() == np.array(errors).tobytes()

"""Power by simulation against the formula for means."""

import numpy as np
import pytest

from sacreval.stats.power.mcnemar_power import mcnemar_power
from sacreval.stats.power.power import smallest_difference
from sacreval.stats.power.simulated_power import simulated_power


def mean(sums):
    """Reduce rows of a score and a count."""
    return sums[..., 0] / sums[..., 1]


def rows(scores):
    """Put a count beside each score."""
    return np.stack([scores, np.ones(len(scores))], axis=1)


def test_means_have_the_power_of_the_formula():
    """Rows whose difference is the one that 40 records show are told apart in 8 of 10 sets."""
    gaps = np.random.default_rng(0).normal(size=400)
    gaps = (gaps - gaps.mean()) / gaps.std()
    shift = smallest_difference(1.0, 40, alpha=0.05, power=0.8)
    base = np.random.default_rng(1).normal(size=400)
    found = simulated_power(
        rows(base), rows(base + gaps + shift), mean, 40, alpha=0.05, trials=400, worlds=300
    )
    assert found.power == pytest.approx(0.8, abs=3.5 * found.error)
    assert 0.02 < found.error < 0.03


def test_right_answers_have_the_power_of_mcnemar():
    """Answers of which .15 are gained and .05 lost have the power of the enumeration."""
    base = np.repeat([1.0, 0.0, 0.5], [5, 15, 80])
    other = np.repeat([0.0, 1.0, 0.5], [5, 15, 80])
    found = simulated_power(rows(base), rows(other), mean, 80, alpha=0.05, trials=400, worlds=300)
    expected = mcnemar_power(0.15, 0.05, 80, alpha=0.05, mid=True)
    assert found.power == pytest.approx(expected, abs=4 * found.error)


def test_a_score_of_the_corpus_is_reduced_from_sums():
    """A ratio of sums is tested as such; blocks of few test sets give what one block gives."""
    rng = np.random.default_rng(2)
    base = rng.integers(1, 9, (60, 2)).astype(float)
    other = base + rng.integers(0, 3, (60, 2)) * [1, 0]
    once = simulated_power(base, other, mean, 30, alpha=0.05, trials=99, worlds=40)
    assert once.power > 0.9
    assert once == simulated_power(base, other, mean, 30, alpha=0.05, trials=99, worlds=40)


def test_a_system_and_its_copy_have_no_power():
    """Nothing is found between a system and itself."""
    same = rows(np.arange(20.0))
    found = simulated_power(same, same, mean, 20, alpha=0.05, trials=99, worlds=30)
    assert found == (0.0, 0.0)


def test_a_harder_level_finds_less():
    """A level shared by nine tests finds less than a level of one's own."""
    rng = np.random.default_rng(3)
    base = rng.normal(size=50)
    other = base + rng.normal(0.4, 1.0, 50)
    each = [
        simulated_power(rows(base), rows(other), mean, 50, alpha=alpha, trials=999, worlds=60).power
        for alpha in (0.05, 0.05 / 9)
    ]
    assert each[1] < each[0]

"""Scores of systems on units, resamples and trials."""

import numpy as np
import pytest

from support.pairs import sides_of


def test_left_out_scores_are_those_without_each_unit():
    """Leaving out each of three passages gives the mean of the records of the others."""
    scores, groups = np.array([0, 1, 1, 0, 1, 1.0]), list("aabbcc")
    sides, _ = sides_of(scores, scores, groups=groups)
    expected = [scores[2:].mean(), scores[[0, 1, 4, 5]].mean(), scores[:4].mean()]
    assert sides.left_out[0]["exact_match"] == pytest.approx(expected)


def test_both_sides_of_a_trial_have_all_units():
    """The records that keep and change sides are all records, in every trial."""
    rng = np.random.default_rng(1)
    sides, _ = sides_of(rng.normal(size=30), rng.normal(size=30))
    parts = sides.partitions(1)
    together = parts.kept[1] + parts.changed[1]
    assert together[~parts.whole] == pytest.approx(
        np.tile(sides.totals[1], (int((~parts.whole).sum()), 1))
    )


def test_trials_are_the_same_whether_the_test_draws_them_or_not():
    """Partitions taken over from the test equal those drawn for the interval alone."""
    rng = np.random.default_rng(2)
    systems = rng.integers(3, size=(2, 25)).astype(float)
    drawn, _ = sides_of(*systems, trials=3_000)
    drawn.shuffled(0, 1)
    alone, _ = sides_of(*systems, trials=3_000)
    assert np.array_equal(drawn.partitions(1).kept[1], alone.partitions(1).kept[1])

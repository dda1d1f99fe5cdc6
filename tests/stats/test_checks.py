"""Checks of numbers before intervals are computed."""

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.stats.checks import complete, counts, fraction, labels_of, present


def test_complete_numbers_pass():
    """Finite numbers of any shape come back as they are, in double precision."""
    found = complete([[1, 2], [3, 4]], "scores")
    assert found.dtype == np.float64
    assert found.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("hole", [np.nan, np.inf, -np.inf])
def test_holes_are_refused(hole):
    """A NaN or an infinity is refused, with how many there are."""
    with pytest.raises(InputError, match=r"^2 of 3 scores are NaN or infinite"):
        complete([1, hole, hole], "scores")


def test_no_number_is_refused():
    """An empty array is refused where something must be computed; others come back."""
    with pytest.raises(InputError, match="there are no scores of runs"):
        present(np.empty((0, 3)), "scores of runs")
    assert present([1], "scores") == [1]


@pytest.mark.parametrize(("part", "whole"), [(3, 2), (-1, 2), (0.5, 2), (1, 1.5)])
def test_impossible_counts_are_refused(part, whole):
    """A part that is negative, not whole or larger than its whole is refused."""
    with pytest.raises(InputError, match="successes"):
        counts([0, part], [2, whole], "successes")


def test_counts_broadcast():
    """One total serves many parts."""
    some, every = counts([0, 1, 2], 2, "successes")
    assert some.tolist() == [0, 1, 2]
    assert every.tolist() == [2, 2, 2]


@pytest.mark.parametrize("number", [0, 1, -0.5, 95, float("nan")])
def test_fractions_lie_between(number):
    """0, 1, percentages and NaN are no confidence."""
    with pytest.raises(UsageError, match="between 0 and 1"):
        fraction(number, "the confidence")
    assert fraction(0.95, "the confidence") == 0.95


def test_groups_are_numbered():
    """Groups of any names get numbers from 0, one for each record."""
    assert labels_of(["b", "a", "b"], 3).tolist() == [1, 0, 1]
    with pytest.raises(InputError, match="2 groups are given for 3 records"):
        labels_of([1, 2], 3)

"""Rows of a run and its baseline: gains, errors and units."""

import numpy as np
import pytest

from support.two_runs import right_or_wrong

NOW, OLD = [1, 1, 0, 1, 0, 1], [1, 0, 0, 1, 1, 0]


def test_the_gain_and_its_error_are_those_of_the_differences():
    """For means the jackknife's error is the standard error of the paired differences."""
    rows = right_or_wrong(NOW, OLD)
    gains = np.subtract(NOW, OLD)
    assert rows.gain == pytest.approx(gains.mean())
    found = rows.estimate()
    assert float(found.value) == pytest.approx(gains.mean())
    assert float(found.error) == pytest.approx(gains.std(ddof=1) / np.sqrt(6))
    assert found.freedom == 5


def test_groups_are_summed():
    """With groups as units the error is that of their sums, with groups - 1 degrees of freedom."""
    rows = right_or_wrong(NOW, OLD, groups={"passage": ["a", "a", "b", "b", "c", "c"]})
    found = rows._replace(unit="passage").estimate()
    sums = np.array([1, 0, 0])
    assert float(found.error) == pytest.approx(sums.std(ddof=1) / 2 / np.sqrt(3))
    assert found.freedom == 2


def test_0_1_scores_are_counted():
    """Records that only one run has right are counted, unless scores are means of runs."""
    assert right_or_wrong(NOW, OLD).discordant() == (2, 1)
    assert right_or_wrong(NOW, np.array(OLD) / 3, runs=3).discordant() is None
    groups = right_or_wrong(NOW, OLD, groups={"g": list("aabbcc")})._replace(unit="g")
    assert groups.discordant() is None


def test_the_same_outputs_are_known_by_their_hash():
    """Two runs have the same outputs if their signatures have the same hash."""
    assert right_or_wrong(NOW, NOW, same=True).same_outputs
    assert not right_or_wrong(NOW, NOW).same_outputs


def test_a_single_record_has_no_error():
    """One record has a gain but no standard error."""
    assert np.isnan(right_or_wrong([1], [0]).estimate().error)

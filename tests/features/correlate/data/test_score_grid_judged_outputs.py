"""Rows on a grid, with lengths and repetitions."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.correlate.data.score_grid import judged_outputs
from sacreval.features.correlate.data.score_set import Row


def row(system, instance, score, length=None):
    """Return a row with one score."""
    return Row(system, instance, "peer", {"m": score}, {}, "f:1", length=length)


def test_lengths_and_lists():
    """Lengths are in their cells, and a list is repetitions with their mean as the score."""
    found = judged_outputs([row("a", "1", [1.0, 2.0, None]), row("b", "1", 4.0, 7)])
    np.testing.assert_array_equal(found.lengths, [[np.nan], [7]])
    np.testing.assert_array_equal(found.repeats["m"], [[[1, 2, np.nan]], [[np.nan] * 3]])
    np.testing.assert_array_equal(found.data.scores["m"], [[1.5], [4]])


def test_runs_are_repetitions_on_request():
    """Different scores of one output are an error, or repetitions, equal ones too."""
    rows = [row("a", "1", 1.0), row("a", "1", 3.0), row("a", "1", 3.0), row("b", "1", 2.0)]
    with pytest.raises(InputError, match="--duplicates"):
        judged_outputs(rows)
    found = judged_outputs(rows, duplicates="repeats")
    np.testing.assert_array_equal(found.repeats["m"][0, 0], [1, 3, 3])
    assert found.data.scores["m"][0, 0] == pytest.approx(7 / 3)
    assert found.data.scores["m"][1, 0] == 2
    assert judged_outputs(rows, duplicates="first").data.scores["m"][0, 0] == 1


def test_other_scores_of_a_row_stay():
    """A row that only judges, and one that only scores, are one output."""
    judgment = Row("a", "1", "peer", {}, {"h": 4.0}, "f:2", length=3)
    found = judged_outputs([row("a", "1", 1.0), judgment], duplicates="repeats")
    assert (found.data.scores["m"][0, 0], found.data.judgments["h"][0, 0]) == (1, 4)
    assert found.lengths[0, 0] == 3

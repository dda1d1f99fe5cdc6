"""The order of instances: that of their ids, whatever order files have."""

from itertools import permutations

import pytest

from sacreval.core.records import by_id


@pytest.mark.parametrize(
    "ids",
    [
        ["01", "1", "2", "10"],
        ["1", "10", "2", "x"],
        ["", "1", "2"],
        ["a", "b", "c"],
        ["007", "07", "7"],
    ],
)
def test_one_order(ids):
    """Ids have one order, by number where all are numbers; equal numbers go by their digits."""
    for shuffled in permutations(ids):
        assert sorted(shuffled, key=by_id(shuffled)) == ids

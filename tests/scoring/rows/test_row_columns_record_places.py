"""Places: ids and their order, whether they are numbers of lines or names."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.scoring.rows.row_columns import Places


def batch(first, count, names=None):
    """Return records, without ids or with names."""
    ids = names or [None] * count
    made = [Instance(instance_id=name, prediction="a") for name in ids]
    return Batch(made, lines=range(first, first + len(made)))


@pytest.mark.parametrize("batches", [[(1, 3), (4, 2)], [(10, 2), (1, 3)], [(1, 2), (5, 1), (3, 1)]])
def test_numbers_of_lines(batches):
    """Records without ids have their line numbers as ids, as if these were names."""
    places = Places()
    expected = {}
    for first, count in batches:
        assert places.add(batch(first, count)) is None
        for number in range(first, first + count):
            expected[str(number)] = len(expected)
    assert list(places) == list(expected)
    assert len(places) == len(expected)
    assert places.ascend == (sorted(map(int, expected)) == list(map(int, expected)))
    assert dict(places.items()) == expected
    assert places.keys() == expected.keys()
    assert "01" not in places


def test_numbers_and_names():
    """Records with names follow such without, and the other way round."""
    places = Places()
    for one in (batch(1, 2), batch(3, 0, ["b", "a"]), batch(5, 1)):
        assert places.add(one) is None
    assert dict(places.items()) == {"1": 0, "2": 1, "b": 2, "a": 3, "5": 4}
    assert not places.ascend


@pytest.mark.parametrize(
    ("before", "after", "at"),
    [
        (batch(1, 5), batch(4, 3), 0),
        (batch(4, 3), batch(2, 3), 2),
        (batch(1, 3), batch(9, 0, ["x", "2"]), 1),
        (batch(1, 0, ["7"]), batch(6, 3), 1),
        (batch(1, 1), batch(9, 0, ["x", "x"]), 1),
    ],
)
def test_repeated_ids(before, after, at):
    """The first record whose id is there already is found."""
    places = Places()
    assert places.add(before) is None
    assert places.add(after) == at
    assert after.instance_ids[at] in places


def test_equal_ids():
    """Ids of systems are compared as sets, also where one side has names."""
    numbers, same, names = Places(), Places(), Places()
    numbers.add(batch(1, 3))
    same.add(batch(1, 3))
    names.add(batch(1, 0, ["3", "1", "2"]))
    assert numbers.keys() == same.keys()
    assert numbers.keys() == names.keys()
    same.add(batch(4, 1))
    assert numbers.keys() != same.keys()

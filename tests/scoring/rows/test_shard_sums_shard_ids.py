"""Ids of many shards: what is found twice, and which systems have the same."""

import random

import pytest

from sacreval.scoring.rows.row_columns import Places
from sacreval.scoring.rows.shard_sums import ShardIds, joined


def ids(*names):
    """Return the ids of a shard."""
    return ShardIds.of(Places.of(names))


def test_numbers_take_no_room():
    """Numbers that follow each other are one range, in whatever order the shards come."""
    [joined_ids] = joined([[ids("4", "5"), ids("0", "1", "2", "3"), ids("9")]])
    assert (len(joined_ids), list(joined_ids)) == (7, [0, 1, 2, 3, 4, 5, 9])
    assert ids("4", "5").hashes == b""


@pytest.mark.parametrize("names", [("1", "3"), ("007", "008"), ("x",), ("٣", "٤"), ("1" * 40,)])
def test_other_ids_are_hashed(names):
    """Ids that are not plainly numbers one after the other have a hash each."""
    assert ids(*names).runs == ()
    assert len(ids(*names).hashed()) == 8 * len(names)


def test_twice():
    """An id that is in two shards is found, as number or as text."""
    assert joined([[ids("1", "2"), ids("2", "3")]]) is None
    assert joined([[ids("a", "b"), ids("b", "c")]]) is None
    assert joined([[ids("1", "2"), ids("x", "2")]]) is None
    assert joined([[ids("1", "2")], [ids("2", "3")]]) is not None


def test_systems_are_compared():
    """Systems with the same ids are equal, whether these are numbers or hashes of some shard."""
    draw = random.Random(3)
    for _ in range(200):
        sets = [
            sorted(draw.sample(range(8), draw.randrange(1, 5)), key=lambda _: draw.random())
            for _ in range(2)
        ]
        parts = []
        for numbers in sets:
            cut = draw.randrange(len(numbers))
            halves = [half for half in (numbers[:cut], numbers[cut:]) if half]
            parts.append([ids(*map(str, half)) for half in halves])
        a, b = joined(parts)
        assert (a.keys() == b.keys()) == (set(sets[0]) == set(sets[1]))
        assert len(set(a) & set(b)) == len(set(sets[0]) & set(sets[1]))

"""Battles as arrays, and their groups."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.arena.battles import (
    Battle,
    MissingBattles,
    Placed,
    failure,
    parts,
    table_of,
    with_verdict,
)


def placed(**fields):
    """Return a battle at a place."""
    given = {"instance_id": 1, "a": "x", "b": "y", "winner": "a"} | fields
    return Placed(Battle(**given), "f:1")


def test_the_order_of_files_is_irrelevant():
    """Battles in any order are one table, with instances sorted by number."""
    battles = [placed(instance_id=i, b=b) for i in (10, 9, 2) for b in ("z", "y")]
    one, other = table_of(battles), table_of(battles[::-1])
    assert one.names == other.names == ["x", "y", "z"]
    for first, second in zip(one.battles, other.battles, strict=True):
        np.testing.assert_array_equal(first, second)
    assert one.battles.cluster.tolist() == [0, 0, 1, 1, 2, 2]


def test_lengths():
    """The difference of lengths is that of the first less the second; NaN where one is missing."""
    table = table_of([placed(length_a=5, length_b=3), placed(instance_id=2, length_a=1)])
    np.testing.assert_array_equal(table.longer, [2, np.nan])


def test_groups():
    """Battles are split by a group, or by who judged; one without the group is refused."""
    battles = [placed(judge="j", groups={"domain": d}) for d in ("news", "law", "news")]
    assert {k: len(v) for k, v in parts(battles, "domain").items()} == {
        None: 3, "domain=law": 1, "domain=news": 2,
    }  # fmt: skip
    assert list(parts(battles, "judge")) == [None, "judge=j"]
    assert list(parts(battles, None)) == [None]
    with pytest.raises(UsageError, match="the battle at f:1 has no such group; did you mean"):
        parts(battles, "domian")


def test_missing_verdicts():
    """Battles without a verdict are told apart, with the reason where there is one."""
    judged, missing = with_verdict(
        [placed(), placed(winner=None), placed(winner=None, error="429")]
    )
    assert len(judged) == 1
    assert [failure(one) for one in missing] == [
        "f:1: instance 1, x against y: there is no verdict", "f:1: instance 1, x against y: 429",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="no battle has a verdict"):
        table_of([])


def test_missing_battles_are_counted():
    """By system and by pair, whichever is first, and by group where a battle has it."""
    battles = [placed(groups={"domain": "law"}), placed(a="y", b="x"), placed(b="z")]
    counts = MissingBattles(battles, "domain")
    assert [counts.of(*one) for one in ("x", "y", "xy", "yx", "yz")] == [3, 2, 2, 2, 0]
    assert counts.of("x", group="domain=law") == counts.of("x", "y", group="domain=law") == 1

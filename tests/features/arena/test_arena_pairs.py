"""Win rates of pairs, at equal lengths too, and effects of the order."""

import numpy as np
import pytest

from sacreval.features.arena.arena_pairs import at_equal_lengths, order_effects, pair_rates
from sacreval.features.arena.battles import Battle, Placed, table_of
from sacreval.features.arena.result import ArenaSettings
from support.battles import WIKIPEDIA, counted, pandalm


def placed(battles):
    """Return battles with a place."""
    return [Placed(Battle(**one), "here") for one in battles]


def test_all_pairs():
    """Each pair that had battles has a rate, in the given order."""
    table = table_of(placed(counted(WIKIPEDIA)))
    found = {(x.system_id, x.against): x for x in pair_rates(table, "DBCA", ArenaSettings())}
    assert list(found) == [("D", "C"), ("D", "A"), ("B", "C"), ("B", "A")]
    one = found["B", "C"]
    assert (one.battles, one.wins, one.losses, one.win_rate) == (8, 5, 3, 0.625)
    assert one.interval.low < 0.625 < one.interval.high
    assert one.equal_lengths is None


def test_against_a_base():
    """With a base, each other system has a rate against it, whoever was first."""
    table = table_of(placed(counted(WIKIPEDIA)))
    found = list(pair_rates(table, "DBCA", ArenaSettings(base="B")))
    assert [(x.system_id, x.against) for x in found] == [("C", "B"), ("A", "B")]
    assert found[0].win_rate == pytest.approx(3 / 8)


def test_lengths():
    """Rates at equal lengths are those of the model, with lengths turned as the sides are."""
    battles = [
        one for one in pandalm("annotator1") if {one["a"], one["b"]} == {"llama-7b", "opt-7b"}
    ]
    table = table_of(placed(battles))
    (found,) = pair_rates(table, ["opt-7b", "llama-7b"], ArenaSettings(lengths=True))
    value = {"a": 1, "b": 0, "tie": 0.5}
    first = [one["a"] == "opt-7b" for one in battles]
    scores = [value[one["winner"]] if f else 1 - value[one["winner"]]
              for one, f in zip(battles, first, strict=True)]  # fmt: skip
    longer = [(one["length_a"] - one["length_b"]) * (1 if f else -1)
              for one, f in zip(battles, first, strict=True)]  # fmt: skip
    want = at_equal_lengths(scores, longer, [one["instance_id"] for one in battles])
    assert found.equal_lengths.rate == pytest.approx(want.rate)
    assert found.equal_lengths.slope == pytest.approx(want.slope)
    assert found.equal_lengths.interval.low < want.rate < found.equal_lengths.interval.high


def test_separated_lengths():
    """Where one side always wins there is no rate at equal lengths, and the win rate is 1."""
    battles = [one | {"length_a": 3, "length_b": 2} for one in counted({"AB": 4})]
    (found,) = pair_rates(table_of(placed(battles)), "AB", ArenaSettings(lengths=True))
    assert (found.win_rate, found.equal_lengths.rate, found.equal_lengths.interval) == (
        1,
        None,
        None,
    )


def test_orders():
    """A verdict depends on the order if the winner changes with it; others have one order only."""

    def battle(i, a, b, winner, **more):
        return {
            "instance_id": i,
            "a": a,
            "b": b,
            "winner": winner,
            "judge": "j",
        } | more

    battles = [
        battle(1, "x", "y", "a"), battle(1, "y", "x", "b"),  # x wins both
        battle(2, "x", "y", "a"), battle(2, "y", "x", "a"),  # the first wins
        battle(3, "x", "y", "tie"), battle(3, "y", "x", "a"),
        battle(4, "x", "y", "a"),
        battle(5, "x", "y", "a"), battle(5, "x", "y", "b", repeat=1), battle(5, "y", "x", "tie"),
        battle(1, "x", "y", "b", judge="k"),
    ]  # fmt: skip
    (found,) = order_effects(placed(battles))
    assert (found.judge, found.pairs, found.changed, found.share) == ("j", 4, 2, 0.5)
    assert found.first == pytest.approx(np.mean([1, 0, 1, 1, 0.5, 1, 0.5, 0.5]))

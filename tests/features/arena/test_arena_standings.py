"""Standings: strengths, ranks, separated systems, online Elo."""

import numpy as np
import pytest

from sacreval.features.arena.arena_standings import online_elo, standings
from sacreval.features.arena.battles import Battle, Placed, table_of
from sacreval.features.arena.result import ArenaSettings
from support.battles import SEPARATED, WIKIPEDIA, counted, pandalm, world
from support.shared_cases import shared_cases


def placed(battles):
    """Return battles with a place."""
    return [Placed(Battle(**one), "here") for one in battles]


def ranked(battles, **settings):
    """Return standings by system."""
    found = standings(table_of(placed(battles)), ArenaSettings(**settings))
    return {one.system_id: one for one in found}


def test_the_strongest_is_first():
    """Systems are in the order of strength; the rating is on Elo's scale."""
    found = ranked(counted(WIKIPEDIA))
    assert list(found) == ["D", "B", "C", "A"]
    d = found["D"]
    assert (d.battles, d.wins, d.ties, d.losses) == (9, 7, 0, 2)
    assert d.rating == pytest.approx(1000 + 400 / np.log(10) * d.strength)
    assert d.interval.low < d.strength < d.interval.high
    assert (d.best_rank, d.worst_rank) == (1, 4)


@pytest.mark.parametrize("name", ["annotator1", "majority"])
def test_pandalm(name):
    """Win rates, ratings and online Elo are those of the shared cases."""
    cases = {one["name"]: one["models"] for one in shared_cases("bradley_terry")["cases"]}
    want = cases[f"PandaLM testset-v1 {name}"]
    battles = placed(pandalm(name))
    elo = online_elo(battles)
    for one in standings(table_of(battles), ArenaSettings(), elo=elo):
        case = want[one.system_id]
        assert one.win_rate == pytest.approx(case["mean_win_rate"], abs=1e-12)
        assert one.rating == pytest.approx(case["arena_scale_1000_400"], abs=1e-6)
        assert one.online_elo == pytest.approx(case["online_elo_k4_in_file_order"], abs=1e-9)


def test_a_separated_system_has_no_strength():
    """A system that always wins is above, without a number; those below have theirs without it."""
    found = ranked(counted(SEPARATED))
    a = found["A"]
    assert (a.separated, a.strength, a.interval, a.rating, a.best_rank) == ("above", *[None] * 4)
    want = next(one for one in shared_cases("bradley_terry")["cases"] if one["n"] == 15)
    gap = want["models"]["B"]["log_strength"] - want["models"]["C"]["log_strength"]
    assert found["B"].strength - found["C"].strength == pytest.approx(gap, abs=1e-9)
    assert found["B"].error == pytest.approx(want["models"]["B"]["se_sandwich"], abs=1e-9)
    assert list(found) == ["A", "B", "C"]


def test_below_and_apart():
    """A system that always loses is below; one that fought others only is apart."""
    found = ranked(counted({"AB": 2, "BA": 1, "AC": 3, "XY": 1}))
    assert {name: one.separated for name, one in found.items()} == {
        "A": None, "B": None, "C": "below", "X": "apart", "Y": "apart",
    }  # fmt: skip


def test_no_strength_at_all():
    """Where wins lead one way only, systems are above, between and below, in that order."""
    found = ranked(counted({"AB": 2, "BC": 2}))
    assert [(name, one.separated) for name, one in found.items()] == [
        ("A", "above"), ("B", "between"), ("C", "below"),
    ]  # fmt: skip


def test_one_instance_has_no_interval():
    """Battles of one instance have strengths, without errors and ranks."""
    battles = [one | {"instance_id": 1, "repeat": i} for i, one in enumerate(counted(WIKIPEDIA))]
    found = ranked(battles)
    assert {one.interval for one in found.values()} == {None}
    assert {(one.error, one.best_rank, one.worst_rank) for one in found.values()} == {(None,) * 3}


@pytest.mark.long
def test_rank_ranges_hold_together():
    """Ranges of four systems, two of them equal, all hold in at least 93 of 100 worlds."""
    rng, strengths = np.random.default_rng(1), np.array([0.6, 0.0, 0.0, -0.4])
    truth, hits = {"s0": {1}, "s1": {2, 3}, "s2": {2, 3}, "s3": {4}}, []
    for _ in range(300):
        found = ranked(world(rng, strengths, 60), resamples=400)
        hits.append(all(
            set(truth[name]) <= set(range(one.best_rank, one.worst_rank + 1))
            for name, one in found.items() if one.best_rank
        ))  # fmt: skip
    assert np.mean(hits) > 0.93

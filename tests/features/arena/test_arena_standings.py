"""Standings: strengths equal to three libraries, ranks, separated systems, online Elo."""

import numpy as np
import pytest

from sacreval.features.arena.arena_standings import online_elo, standings
from sacreval.features.arena.battles import Battle, Placed, table_of
from sacreval.features.arena.bradley_terry import by_pair, fit, separate
from sacreval.features.arena.result import ArenaSettings
from support.battles import SEPARATED, WIKIPEDIA, counted, pandalm, world
from support.shared_cases import shared_cases


def placed(battles):
    """Return battles with a place."""
    return [Placed(Battle(**battle), "here") for battle in battles]


def ranked(battles, **settings):
    """Return standings by system."""
    ranking = standings(table_of(placed(battles)), ArenaSettings(**settings))
    return {standing.system_id: standing for standing in ranking}


def test_the_strongest_is_first():
    """Systems are in the order of strength; the rating is on Elo's scale."""
    ranking = ranked(counted(WIKIPEDIA))
    assert list(ranking) == ["D", "B", "C", "A"]
    d = ranking["D"]
    assert (d.battles, d.wins, d.ties, d.losses) == (9, 7, 0, 2)
    assert d.rating == pytest.approx(1000 + 400 / np.log(10) * d.strength)
    assert d.interval.low < d.strength < d.interval.high
    assert (d.best_rank, d.worst_rank) == (1, 4)


@pytest.mark.parametrize("name", ["annotator1", "majority"])
def test_pandalm(name):
    """Win rates, ratings and online Elo are those of the shared cases."""
    cases = {case["name"]: case["models"] for case in shared_cases("bradley_terry")["cases"]}
    want = cases[f"PandaLM testset-v1 {name}"]
    battles = placed(pandalm(name))
    elo = online_elo(battles)
    for standing in standings(table_of(battles), ArenaSettings(), elo=elo):
        case = want[standing.system_id]
        assert standing.win_rate == pytest.approx(case["mean_win_rate"], abs=1e-12)
        assert standing.rating == pytest.approx(case["arena_scale_1000_400"], abs=1e-6)
        assert standing.online_elo == pytest.approx(case["online_elo_k4_in_file_order"], abs=1e-9)


def test_a_separated_system_has_no_strength():
    """A system that always wins is above, without a number; those below have theirs without it."""
    ranking = ranked(counted(SEPARATED))
    a = ranking["A"]
    assert (a.separated, a.strength, a.interval, a.rating, a.best_rank) == ("above", *[None] * 4)
    want = next(case for case in shared_cases("bradley_terry")["cases"] if case["n"] == 15)
    gap = want["models"]["B"]["log_strength"] - want["models"]["C"]["log_strength"]
    assert ranking["B"].strength - ranking["C"].strength == pytest.approx(gap, abs=1e-9)
    assert ranking["B"].error == pytest.approx(want["models"]["B"]["se_sandwich"], abs=1e-9)
    assert list(ranking) == ["A", "B", "C"]


def test_below_and_apart():
    """A system that always loses is below; one that fought others only is apart."""
    ranking = ranked(counted({"AB": 2, "BA": 1, "AC": 3, "XY": 1}))
    assert {name: standing.separated for name, standing in ranking.items()} == {
        "A": None, "B": None, "C": "below", "X": "apart", "Y": "apart",
    }  # fmt: skip


def test_no_strength_at_all():
    """Where wins lead one way only, systems are above, between and below, in that order."""
    ranking = ranked(counted({"AB": 2, "BC": 2}))
    assert [(name, standing.separated) for name, standing in ranking.items()] == [
        ("A", "above"), ("B", "between"), ("C", "below"),
    ]  # fmt: skip


def test_one_instance_has_no_interval():
    """Battles of one instance have strengths, without errors and ranks."""
    battles = [row | {"instance_id": 1, "repeat": i} for i, row in enumerate(counted(WIKIPEDIA))]
    ranking = ranked(battles)
    assert {row.interval for row in ranking.values()} == {None}
    assert {(row.error, row.best_rank, row.worst_rank) for row in ranking.values()} == {(None,) * 3}


@pytest.mark.long
def test_rank_ranges_hold_together():
    """Ranges of four systems, two of them equal, all hold in at least 93 of 100 worlds."""
    rng, strengths = np.random.default_rng(1), np.array([0.6, 0.0, 0.0, -0.4])
    truth, hits = {"s0": {1}, "s1": {2, 3}, "s2": {2, 3}, "s3": {4}}, []
    for _ in range(300):
        ranking = ranked(world(rng, strengths, 60), resamples=400)
        hits.append(all(
            set(truth[name]) <= set(range(standing.best_rank, standing.worst_rank + 1))
            for name, standing in ranking.items() if standing.best_rank
        ))  # fmt: skip
    assert np.mean(hits) > 0.93


def table(battles):
    """Return the table of battles."""
    return table_of([Placed(Battle(**battle), "here") for battle in battles])


def test_wikipedia():
    """The worked example has the strengths of the page."""
    fitted = fit(table(counted(WIKIPEDIA)).battles)
    odds = np.exp(fitted.value) / np.exp(fitted.value).prod() ** (1 / 4)
    assert odds == pytest.approx([0.640, 1.043, 0.660, 2.270], abs=5e-4)
    assert fitted.value.sum() == pytest.approx(0, abs=1e-12)


CASES = {
    "wikipedia worked example": lambda: counted(WIKIPEDIA),
    "PandaLM testset-v1 annotator1": lambda: pandalm("annotator1"),
    "PandaLM testset-v1 majority": lambda: pandalm("majority"),
}


@pytest.mark.parametrize("name", CASES)
def test_libraries(name):
    """Strengths and errors are those of FastChat, arena-rank and choix, as far as these go."""
    cases = {case["name"]: case for case in shared_cases("bradley_terry")["cases"]}
    battle_table = table(CASES[name]())
    assert len(battle_table.battles.score) == cases[name]["n"]
    assert int((battle_table.battles.score == 0.5).sum()) == cases[name]["ties"]
    fitted = fit(battle_table.battles)
    errors = fitted.error()
    for i, system in enumerate(battle_table.names):
        want = cases[name]["models"][system]
        assert fitted.value[i] == pytest.approx(want["log_strength"], abs=1e-9)
        assert errors[i] == pytest.approx(want["se_sandwich"], abs=1e-9)
        assert fitted.value[i] == pytest.approx(want["choix_ilsr"], abs=1e-9)
        assert fitted.value[i] == pytest.approx(want["arena_rank"][0], abs=1e-6)
        assert fitted.value[i] == pytest.approx(want["fastchat_log_strength"], abs=1e-5)
        ends = fitted.value[i] + errors[i] * np.array([-1, 1]) * 1.959963984540054
        assert ends == pytest.approx(want["arena_rank"][1:], abs=2e-4)


def test_separated_systems_are_parts():
    """Systems of which one always wins are two parts, with a chain of wins one way."""
    battle_table = table(counted(SEPARATED))
    split = separate(by_pair(battle_table.battles))
    a, b, c = split.labels
    assert b == c != a
    assert split.reaches[a, b]
    assert not split.reaches[b, a]


def test_a_tie_joins():
    """A single tie joins two systems both ways."""
    battles = [*counted({"AB": 3}), {"instance_id": 9, "a": "A", "b": "B", "winner": "tie"}]
    assert len(separate(by_pair(table(battles).battles)).reaches) == 1
    assert fit(table(battles).battles).value[0] == pytest.approx(np.log(3.5 / 0.5) / 2)


def test_chains_are_followed():
    """A chain of wins over many systems joins the first with the last."""
    battle_table = table(counted({"AB": 1, "BC": 1, "CD": 1, "DE": 1}))
    split = separate(by_pair(battle_table.battles))
    assert split.reaches[split.labels[0], split.labels[4]]
    assert not split.reaches[split.labels[4], split.labels[0]]
    assert len(separate(by_pair(table(counted({"AB": 1, "BC": 1, "CA": 1})).battles)).reaches) == 1


def test_copies_of_battles_tell_nothing_new():
    """Battles that are repeated for the same instance leave strengths and errors as they were."""
    battles = counted(WIKIPEDIA)
    copies = [battle | {"repeat": k} for battle in battles for k in range(3)]
    once, thrice = fit(table(battles).battles), fit(table(copies).battles)
    np.testing.assert_allclose(thrice.value, once.value, atol=1e-12)
    np.testing.assert_allclose(thrice.error(), once.error(), atol=1e-12)


def test_resamples_vary_as_the_errors_say():
    """The spread of linear replicates is the sandwich error, up to its own noise."""
    fitted = fit(table(pandalm("annotator1")).battles)
    drawn = fitted.replicates(np.random.default_rng(1), 2000)
    np.testing.assert_allclose(drawn.std(axis=1), fitted.error(), rtol=0.06)


def test_linear_replicates_are_near_refits():
    """They are near the strengths of the drawn battles fitted again."""
    battle_table = table(pandalm("annotator1"))
    fitted, rng = fit(battle_table.battles), np.random.default_rng(2)
    chosen = rng.integers(999, size=999)
    b = battle_table.battles
    again = fit(b._replace(first=b.first[chosen], second=b.second[chosen], score=b.score[chosen],
                           cluster=np.arange(999)))  # fmt: skip
    weights = np.bincount(b.cluster[chosen], minlength=999)
    np.testing.assert_allclose(fitted.value + weights @ fitted.influence, again.value, atol=0.02)


@pytest.mark.long
def test_clustered_intervals_cover():
    """95 % intervals cover in 93 to 97 of 100 worlds, and far less often without clusters."""
    rng, strengths = np.random.default_rng(3), np.array([0.8, 0.3, 0.0, -0.3, -0.8])
    truth = fit(table(world(rng, strengths, 4000, noise=1.0)).battles).value
    hits, naive = [], []
    for _ in range(300):
        b = table(world(rng, strengths, 60, noise=1.0)).battles
        for into, battles in ((hits, b), (naive, b._replace(cluster=np.arange(len(b.score))))):
            fitted = fit(battles)
            into.append(np.abs(fitted.value - truth) < 2.0 * np.sqrt(60 / 59) * fitted.error())
    assert 0.93 < np.mean(hits) < 0.97
    assert np.mean(naive) < np.mean(hits) - 0.02

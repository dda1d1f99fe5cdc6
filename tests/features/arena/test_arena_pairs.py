"""Win rates of pairs, at equal lengths too, and effects of the order."""

import json

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.arena.arena_pairs import (
    at_equal_lengths,
    order_effects,
    pair_rates,
    win_rate,
)
from sacreval.features.arena.battles import Battle, Placed, table_of
from sacreval.features.arena.result import ArenaSettings
from sacreval.stats.intervals.binomial import wilson
from support.battles import WIKIPEDIA, counted, pandalm
from support.mirror import path
from support.shared_cases import shared_cases


def placed(battles):
    """Return battles with a place."""
    return [Placed(Battle(**battle), "here") for battle in battles]


def test_all_pairs():
    """Each pair that had battles has a rate, in the given order."""
    table = table_of(placed(counted(WIKIPEDIA)))
    rates = {(x.system_id, x.against): x for x in pair_rates(table, "DBCA", ArenaSettings())}
    assert list(rates) == [("D", "C"), ("D", "A"), ("B", "C"), ("B", "A")]
    rate = rates["B", "C"]
    assert (rate.battles, rate.wins, rate.losses, rate.win_rate) == (8, 5, 3, 0.625)
    assert rate.interval.low < 0.625 < rate.interval.high
    assert rate.equal_lengths is None


def test_against_a_base():
    """With a base, each other system has a rate against it, whoever was first."""
    table = table_of(placed(counted(WIKIPEDIA)))
    rates = list(pair_rates(table, "DBCA", ArenaSettings(base="B")))
    assert [(x.system_id, x.against) for x in rates] == [("C", "B"), ("A", "B")]
    assert rates[0].win_rate == pytest.approx(3 / 8)


def test_lengths():
    """Rates at equal lengths are those of the model, with lengths turned as the sides are."""
    battles = [
        row for row in pandalm("annotator1") if {row["a"], row["b"]} == {"llama-7b", "opt-7b"}
    ]
    table = table_of(placed(battles))
    (rate,) = pair_rates(table, ["opt-7b", "llama-7b"], ArenaSettings(lengths=True))
    value = {"a": 1, "b": 0, "tie": 0.5}
    first = [battle["a"] == "opt-7b" for battle in battles]
    scores = [value[battle["winner"]] if f else 1 - value[battle["winner"]]
              for battle, f in zip(battles, first, strict=True)]  # fmt: skip
    longer = [(battle["length_a"] - battle["length_b"]) * (1 if f else -1)
              for battle, f in zip(battles, first, strict=True)]  # fmt: skip
    want = at_equal_lengths(scores, longer, [battle["instance_id"] for battle in battles])
    assert rate.equal_lengths.rate == pytest.approx(want.rate)
    assert rate.equal_lengths.slope == pytest.approx(want.slope)
    assert rate.equal_lengths.interval.low < want.rate < rate.equal_lengths.interval.high


def test_separated_lengths():
    """Where one side always wins there is no rate at equal lengths, and the win rate is 1."""
    battles = [battle | {"length_a": 3, "length_b": 2} for battle in counted({"AB": 4})]
    (rate,) = pair_rates(table_of(placed(battles)), "AB", ArenaSettings(lengths=True))
    assert (rate.win_rate, rate.equal_lengths.rate, rate.equal_lengths.interval) == (
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
    (effect,) = order_effects(placed(battles))
    assert (effect.judge, effect.pairs, effect.changed, effect.share) == ("j", 4, 2, 0.5)
    assert effect.first == pytest.approx(np.mean([1, 0, 1, 1, 0.5, 1, 0.5, 0.5]))


def test_wins_and_losses_have_wilsons_interval():
    """Single battles of each instance have Wilson's interval, with a t quantile."""
    scores = (np.arange(200) < 130).astype(float)
    rate = win_rate(scores, np.arange(200))
    assert (rate.value, rate.clusters) == (0.65, 200)
    np.testing.assert_allclose([rate.low, rate.high], wilson(130, 200), atol=2e-3)


def test_copies_tell_nothing_new():
    """Five copies of each battle leave the interval as it was."""
    scores = (np.arange(60) < 40).astype(float)
    once = win_rate(scores, np.arange(60))
    again = win_rate(np.repeat(scores, 5), np.repeat(np.arange(60), 5))
    assert again.error == pytest.approx(once.error)
    assert (again.low, again.high) == pytest.approx((once.low, once.high))


def test_all_won_or_tied_has_a_width():
    """Where nothing varies, each cluster counts once."""
    for value in (1.0, 0.5, 0.0):
        rate = win_rate(np.full(20, value), np.arange(20))
        assert rate.high - rate.low > 0.1
        assert rate.low <= value <= rate.high


def test_ties_make_it_shorter():
    """Half wins in place of wins and losses vary less, and the interval is shorter."""
    decided, tied = np.tile([1.0, 0.0], 50), np.tile([1.0, 0.0, 0.5, 0.5], 25)
    first, second = (win_rate(x, np.arange(100)) for x in (decided, tied))
    assert second.high - second.low < 0.8 * (first.high - first.low)


def test_one_cluster_and_none():
    """One cluster has no interval, and no battle is refused."""
    rate = win_rate(np.array([1.0, 0.0]), [3, 3])
    assert rate.value == 0.5
    assert np.isnan([rate.error, rate.low, rate.high]).all()
    with pytest.raises(InputError, match="give one at least"):
        win_rate(np.array([]), [])


ALPACA = "tatsu-lab/alpaca_eval/cd543a149df89434d8a54582c0151c0b945c3d20/results"

MODELS = (
    "alpaca-7b", "NullModel", "OpenHermes-2.5-Mistral-7B", "Qwen-14B-Chat",
    "FuseChat-Gemma-2-9B-Instruct",
)  # fmt: skip


def draw(rng, n, *, constant, slope):
    """Draw battles of the model."""
    longer = rng.normal(50, 200, n).round()
    chance = 1 / (1 + np.exp(-constant - slope * np.tanh(longer / longer.std(ddof=1))))
    return (rng.random(n) < chance).astype(float), longer


@pytest.mark.parametrize("model", MODELS)
def test_alpaca_eval(model):
    """Rates and errors are those of the shared cases, whose win rates are the published ones."""
    case = next(case for case in shared_cases("alpaca_eval")["cases"] if case["model"] == model)
    file = path(f"{ALPACA}/{model}/weighted_alpaca_eval_gpt4_turbo/annotations.json")
    rows = [row for row in json.loads(file.read_text()) if row["preference"] is not None]
    scores = np.array([row["preference"] - 1 for row in rows])
    longer = np.array([len(row["output_2"]) - len(row["output_1"]) for row in rows])
    assert 100 * scores.mean() == pytest.approx(case["leaderboard_win_rate"], abs=1e-9)
    error = scores.std(ddof=1) / np.sqrt(len(scores))
    assert 100 * error == pytest.approx(case["leaderboard_standard_error"], abs=1e-9)
    estimate = at_equal_lengths(scores, longer, np.arange(len(scores)))
    assert 100 * estimate.rate == pytest.approx(case["own_unpenalised_lc_minimal"], abs=1e-9)
    error = estimate.rate * (1 - estimate.rate) * estimate.constant_error  # by the delta method
    assert 100 * error == pytest.approx(case["own_se_sandwich_delta"], abs=1e-9)
    want = case["coefficients"]  # of the length of the base less that of the model
    assert estimate.slope == pytest.approx(-want["tanh_std_delta_len"], abs=1e-9)
    assert estimate.constant == pytest.approx(want["constant"], abs=1e-9)


def test_no_length_effect_is_the_win_rate():
    """Where all lengths are equal, the rate is the win rate, with its clustered error."""
    scores = np.array([1, 0, 1, 1, 0.5, 1, 0, 1.0])
    estimate = at_equal_lengths(scores, np.full(8, 7), np.arange(8))
    assert estimate.rate == pytest.approx(scores.mean())
    error = estimate.rate * (1 - estimate.rate) * estimate.constant_error
    assert error == pytest.approx(scores.std() / np.sqrt(8))
    assert (estimate.slope, np.isnan(estimate.slope_error)) == (0, True)


def test_a_verbose_system_loses_its_lead():
    """A system that wins by length alone has a rate near a half, inside its interval."""
    scores, longer = draw(np.random.default_rng(1), 4000, constant=0, slope=2)
    estimate = at_equal_lengths(scores, longer, np.arange(4000))
    low, high = estimate.bounds(0.95)
    assert scores.mean() > 0.54
    assert low < 0.5 < high
    assert estimate.slope == pytest.approx(2, abs=3 * estimate.slope_error)


def test_swapped_sides_have_the_rest():
    """Scores and lengths of the other side give one minus the rate, and the same slope."""
    scores, longer = draw(np.random.default_rng(2), 300, constant=0.4, slope=-1)
    there, back = (at_equal_lengths(x, d, np.arange(300))
                   for x, d in ((scores, longer), (1 - scores, -longer)))  # fmt: skip
    assert back.rate == pytest.approx(1 - there.rate)
    assert back.slope == pytest.approx(there.slope)


@pytest.mark.parametrize("scores", [np.ones(9), np.zeros(9), (np.arange(9) > 4).astype(float)])
def test_no_finite_maximum_is_nan(scores):
    """Where lengths or sides separate the scores, there is no rate."""
    estimate = at_equal_lengths(scores, np.arange(9) - 4, np.arange(9))
    assert np.isnan(estimate.rate)
    assert np.isnan(estimate.bounds(0.95)).all()


def test_shapes():
    """Lengths of another number than scores are refused."""
    with pytest.raises(InputError, match="give one for each"):
        at_equal_lengths([1, 0], [3], [0, 1])


@pytest.mark.long
def test_intervals_cover():
    """95 % intervals cover the rate at equal lengths in 93 to 97 of 100 worlds."""
    rng, hits = np.random.default_rng(3), []
    for _ in range(1500):
        scores, longer = draw(rng, 150, constant=0.7, slope=1.5)
        low, high = at_equal_lengths(scores, longer, np.arange(150)).bounds(0.95)
        hits.append(low < 1 / (1 + np.exp(-0.7)) < high)
    assert 0.93 < np.mean(hits) < 0.97

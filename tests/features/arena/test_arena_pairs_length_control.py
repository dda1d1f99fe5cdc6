"""Win rates at equal lengths."""

import json

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.features.arena.arena_pairs import at_equal_lengths
from support.mirror import path
from support.shared_cases import shared_cases

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
    case = next(one for one in shared_cases("alpaca_eval")["cases"] if one["model"] == model)
    file = path(f"{ALPACA}/{model}/weighted_alpaca_eval_gpt4_turbo/annotations.json")
    rows = [one for one in json.loads(file.read_text()) if one["preference"] is not None]
    scores = np.array([one["preference"] - 1 for one in rows])
    longer = np.array([len(one["output_2"]) - len(one["output_1"]) for one in rows])
    assert 100 * scores.mean() == pytest.approx(case["leaderboard_win_rate"], abs=1e-9)
    error = scores.std(ddof=1) / np.sqrt(len(scores))
    assert 100 * error == pytest.approx(case["leaderboard_standard_error"], abs=1e-9)
    found = at_equal_lengths(scores, longer, np.arange(len(scores)))
    assert 100 * found.rate == pytest.approx(case["own_unpenalised_lc_minimal"], abs=1e-9)
    assert 100 * found.error == pytest.approx(case["own_se_sandwich_delta"], abs=1e-9)
    want = case["coefficients"]  # of the length of the base less that of the model
    assert found.slope == pytest.approx(-want["tanh_std_delta_len"], abs=1e-9)
    assert found.constant == pytest.approx(want["constant"], abs=1e-9)


def test_no_length_effect_is_the_win_rate():
    """Where all lengths are equal, the rate is the win rate, with its clustered error."""
    scores = np.array([1, 0, 1, 1, 0.5, 1, 0, 1.0])
    found = at_equal_lengths(scores, np.full(8, 7), np.arange(8))
    assert found.rate == pytest.approx(scores.mean())
    assert found.error == pytest.approx(scores.std() / np.sqrt(8))
    assert (found.slope, np.isnan(found.slope_error)) == (0, True)


def test_a_verbose_system_loses_its_lead():
    """A system that wins by length alone has a rate near a half, inside its interval."""
    scores, longer = draw(np.random.default_rng(1), 4000, constant=0, slope=2)
    found = at_equal_lengths(scores, longer, np.arange(4000))
    low, high = found.bounds(0.95)
    assert scores.mean() > 0.54
    assert low < 0.5 < high
    assert found.slope == pytest.approx(2, abs=3 * found.slope_error)


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
    found = at_equal_lengths(scores, np.arange(9) - 4, np.arange(9))
    assert np.isnan(found.rate)
    assert np.isnan(found.bounds(0.95)).all()


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

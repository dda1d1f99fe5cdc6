"""The Brier score of probabilities and of choices, by hand and as lm-eval computes it."""

import json
from math import exp

import pytest

from sacreval.errors import InputError
from support import missing
from support.cases import COLLECTIONS
from support.tasks import pairs, scores_of

OVER = {"over": "choices"}


def choices(*logs, gold=0):
    return {"choices": [{"text": f"c{i}", "logprob": x} for i, x in enumerate(logs)], "gold": gold}


def test_by_hand():
    """Squared distances 0.01, 0.09 and 0.36 have a mean of 0.46 / 3."""
    records = pairs([0.9, 0.3, 0.6], [1, 0, 0])
    assert scores_of("brier", records) == {"brier": pytest.approx(0.46 / 3)}


def test_choices_by_hand():
    """Two choices with the odds 3 to 1 are 0.25 and 0.25 off, where the first is right."""
    from math import log

    record = choices(log(0.3), log(0.1))
    assert scores_of("brier", [record], OVER) == {"brier": pytest.approx(2 * 0.25**2)}
    record = choices(log(0.3), log(0.1), gold="c1")
    assert scores_of("brier", [record], OVER) == {"brier": pytest.approx(2 * 0.75**2)}


def test_tiny_probabilities_have_shares():
    """Log-probabilities far below what a float can hold still have a softmax."""
    share = 1 / (1 + exp(-1))
    found = scores_of("brier", [choices(-5000.0, -5001.0)], OVER)
    assert found == {"brier": pytest.approx(2 * (1 - share) ** 2)}


def test_one_right_choice():
    """Several right choices are refused."""
    with pytest.raises(InputError, match="2 right choices"):
        scores_of("brier", [choices(-1.0, -2.0, gold=[0, "c1"])], OVER)


def test_the_toy_run_of_lm_eval():
    """The records of lm-eval's toy run have the score that it printed."""
    folder = COLLECTIONS.parent / "logs" / "lm_eval"
    if not folder.is_dir():
        missing.say("lm-eval's Brier score of its toy run: SACREVAL_CASES is beside no logs")
        pytest.skip("no logs")
    [printed] = [
        scores["brier_score,none"]
        for path in folder.rglob("results_*.json")
        for scores in json.loads(path.read_text())["results"].values()
        if "brier_score,none" in scores
    ]
    files = json.loads((folder / "expected.json").read_text())
    records = [
        {"choices": record["choices"], "gold": record["gold"]}
        for file in files
        for record in file["records"]
        if "choices" in record
    ]
    found = scores_of("brier", records, OVER)
    assert found == {"brier": pytest.approx(printed, abs=1e-12)}

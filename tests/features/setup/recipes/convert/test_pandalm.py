"""PandaLM: pairs with three preferences, and verdicts of judges."""

import json

import pytest

from sacreval.features.setup.recipes.convert.pandalm import convert
from sacreval.features.setup.recipes.place import Place

PAIR = {
    "idx": 3, "cmp_key": "a_b", "instruction": "Do", "input": "", "response1": "x",
    "response2": "y", "annotator1": 1, "annotator2": 2, "annotator3": 2, "motivation_app": "mail",
}  # fmt: skip
GROUPS = {"system1": "a", "system2": "b", "application": "mail"}


@pytest.fixture
def place(tmp_path):
    """Write a pair and two judges' verdicts on it."""
    (tmp_path / "pairs.json").write_text(json.dumps([PAIR]))
    (tmp_path / "gpt.json").write_text(json.dumps([{"idx": 3, "gpt_result": 2}]))
    (tmp_path / "lm.json").write_text(json.dumps([{"idx": 3, "pandalm_result": "Tie"}]))
    return Place(tmp_path)


def test_pairs(place):
    """Both responses are choices, and the preferences one number a person."""
    (record,) = convert(place, pairs="pairs.json")
    assert (record.instance_id, record.input, record.choices) == ("3", "Do", ["x", "y"])
    assert record.judgments == {"preference": [1, 2, 2]}
    assert record.groups == GROUPS


def test_verdicts(place):
    """A verdict is a label, and what most people prefer is its reference."""
    found = convert(place, pairs="pairs.json", judges={"gpt": "gpt.json", "lm": "lm.json"})
    assert [(x.system_id, x.prediction, x.references) for x in found] == [
        ("gpt", "2", ["2"]), ("lm", "tie", ["2"]),
    ]  # fmt: skip

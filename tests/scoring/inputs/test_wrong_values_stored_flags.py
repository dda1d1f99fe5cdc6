"""Scores that a log stores of each sample, read as flags."""

import json
import shlex

import pytest

from sacreval.core.records import Instance
from sacreval.scoring.inputs.wrong_values import reading


def lines(*epochs, **fields):
    """Return the lines of two records whose samples have these scores."""
    record = {"meta": {"epochs": [{"scores": one} for one in epochs]}, **fields}
    return "".join(f"{json.dumps({**record, 'instance_id': i})}\n" for i in "ab")


@pytest.mark.parametrize(
    ("scores", "fields"),
    [
        ([{"acc": 1}, {"acc": 0}, {"acc": 0.0}], {}),
        ([{"acc@1": True}, {"acc@1": False}, {"acc@1": False}], {}),
        ([{"match": "C"}, {"match": "I"}, {"match": "P"}], {"samples": ["7", "8", "9"]}),
    ],
)
def test_the_option_that_is_named_works(cli, tmp_path, scores, fields):
    """pass@k of records with stored scores names the option by which it reads them."""
    (tmp_path / "r.jsonl").write_text(lines(*scores, **fields))
    run = ("evaluate", "pass-at-k", "r.jsonl", "--k", "2", "--format", "json")
    refused = cli(*run)
    assert refused.code == 2
    _, words = refused.err.split("--map ", 1)
    done = cli(*run, "--map", shlex.split(words)[0].rstrip(";"))
    assert done.code == 0, done.err
    (result,) = json.loads(done.out)["results"]
    assert (result["n"], round(result["value"], 12)) == (2, round(2 / 3, 12))


def test_scores_that_are_no_flags():
    """Other scores, and records without epochs, have no such option; further flags are named."""
    assert reading(Instance(meta={"scores": {"acc": 1}})) is None
    assert reading(Instance(meta={"epochs": [{"scores": {"a": 0.5}}]})) is None
    assert reading(Instance(meta={"epochs": [{"scores": {"a": 1}}, {}]})) is None
    told = reading(Instance(meta={"epochs": [{"scores": {"x": 0.5, "a": 1, "b": "I"}}]}))
    assert "the score 'a' of each; to read it (there are 'b', too)" in told

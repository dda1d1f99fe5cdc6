"""Files of scores or judgments where a metric needs texts."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

ROUGE = {"instance_id": "1", "summarizer_id": "M0", "metrics": {"rouge-1": {"f1": 0.5}}}
PEOPLE = {"instance_id": "1", "summarizer_id": "M0", "metrics": {"expert": [1, 2]}}
OWN = {"instance_id": "1", "system_id": "a", "scores": {"bleu": 3.0}, "judgments": {"q": 1}}


@pytest.mark.parametrize("verb", ["evaluate", "correlate", "score", "compare"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (ROUGE, "scores and no text, which bleu needs; `sacreval correlate scores a.jsonl FILES-"),
        (PEOPLE, "judgments and no text, which bleu needs; `sacreval correlate scores a.jsonl FI"),
        (
            {**OWN},
            "has scores, as `sacreval score` writes them; `sacreval correlate scores a.jsonl",
        ),
    ],
)
def test_every_verb_names_the_command_for_scores(cli, tmp_path, verb, line, said):
    """Scores or judgments in the place of records are answered with `correlate scores`."""
    write_jsonl(tmp_path / "a.jsonl", [line, {**line, "instance_id": "2"}])
    done = cli(verb, "bleu", "a.jsonl", *(["--human", "q"] if verb == "correlate" else []))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.startswith("sacreval: error: a.jsonl:1: ")
    assert done.err.count("\n") == 1


def test_records_without_an_output_stay_what_they_are(cli, tmp_path):
    """A record with references and judgments lacks its output, and the answer is as before."""
    write_jsonl(tmp_path / "a.jsonl", [{"references": ["a"], "judgments": {"q": 1}}])
    assert "no `prediction`, which bleu needs; add it" in cli("evaluate", "bleu", "a.jsonl").err


def test_the_table_of_scores_by_system(cli):
    """The command that the message names has the means of jackknifed scores by system."""
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    score = ("score", "rouge", sample, "--references-as-systems", "-o", "rouge.jsonl", "-q")
    assert cli(*score).code == 0
    refused = cli("evaluate", "stored-score", "rouge.jsonl", "--score", "rouge1_f1_jk")
    words = re.search(r"`sacreval (evaluate [^`]*)`", refused.err)[1]
    done = cli(*shlex.split(words.replace("NAME", "rouge1_f1_jk")), "--format", "json", "-q")
    lines = [json.loads(line) for line in Path("rouge.jsonl").read_text().splitlines()]
    for one in json.loads(done.out)["results"]:
        own = [x["scores"]["rouge1_f1_jk"] for x in lines if x["system_id"] == one["system_id"]]
        assert one["value"] == pytest.approx(np.mean(own))
        assert one["n"] == len(own) == 20
    assert len(json.loads(done.out)["results"]) == 5

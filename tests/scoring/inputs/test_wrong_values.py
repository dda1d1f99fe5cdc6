"""Sentences about values that are missing or that a metric cannot take."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.scoring.inputs.wrong_values import brief, reading, remedy, wrong_value
from support.mirror import CHECKOUT
from support.program import write_jsonl


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a", "text"),
        (3, "of type int"),
        (None, "of type NoneType"),
        ([1, 2], "[1,2]"),
        ({"a": 1}, '{"a":1}'),
        (list(range(100)), f"{str(list(range(100))).replace(' ', '')[:59]}…"),
    ],
)
def test_values_in_brief(value, said):
    """A value is described by its type, or by what is in it, at most sixty characters of that."""
    assert brief(value) == said


@pytest.mark.parametrize(
    ("name", "record", "said"),
    [
        ("references", {}, "no `references`, which bleu needs; add them, --map"),
        ("prediction", {}, "or state in `error` why there is none"),
        ("prediction", {"prediction": 3}, "`prediction` is of type int, but bleu needs text"),
        ("prediction", {"prediction": ["a", "b"]}, "tokens need --tokenize none; give it, or"),
        ("references", {"references": [["a"]]}, "map(&join(' ', @), references)"),
    ],
)
def test_sentences(name, record, said):
    """The sentence names the field, the metric and what to do."""
    batch = Batch([Instance(**record)])
    assert said in wrong_value(name, batch, 0, Bleu())


def test_results_beside_programs(cli, tmp_path):
    """Programs without verdicts: the file of results beside them is named."""
    (tmp_path / "s.jsonl").write_text('{"task_id": "T/0", "completion": "return 1"}\n')
    assert "or name the file of results" in cli("evaluate", "pass-at-k", "s.jsonl").err
    verdict = '{"task_id": "T/0", "completion": "return 1", "result": "passed", "passed": true}\n'
    (tmp_path / "s.jsonl_results.jsonl").write_text(verdict)
    assert "or name s.jsonl_results.jsonl" in cli("evaluate", "pass-at-k", "s.jsonl").err
    assert cli("evaluate", "pass-at-k", "s.jsonl_results.jsonl").code == 0


def test_numbers_beyond_all_bounds(cli, tmp_path):
    """A whole number that no float holds is named as one."""
    (tmp_path / "a.jsonl").write_text('{"prediction": 1' + "0" * 400 + ', "references": [1]}\n')
    assert "is a whole number above 1.8e+308" in cli("evaluate", "pearson", "a.jsonl").err


def test_records_of_two_models(cli, tmp_path):
    """Where a field names the model, the message has the option that tells the systems apart."""
    lines = [
        {"instance_id": i, "prediction": "x", "reference": "x", "meta": {"model": name}}
        for i in range(3) for name in ("a", "b")
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    refused = cli("compare", "exact-match", "r.jsonl")
    assert refused.code == 2
    option = shlex.split(refused.err.partition(" give ")[2])[:2]
    assert cli("compare", "exact-match", "r.jsonl", option[0], option[1].rstrip(",")).code == 0


@pytest.mark.parametrize(
    ("meta", "earlier", "said"),
    [
        (None, "a.jsonl:1", "give --map system_id=FIELD, and"),
        ({"x": 1}, "a.jsonl:1", "write one record with a list, `samples`"),
        ({"model": "m"}, "b.jsonl:1", "or name the systems of the files, as in NAME=FILE"),
    ],
)
def test_what_to_do(meta, earlier, said):
    """Without such a field the option is shown; in two files the systems are named."""
    assert said in remedy(Instance(meta=meta), "a.jsonl:2", earlier)


def lines(*epochs, **fields):
    """Return the lines of two records whose samples have these scores."""
    record = {"meta": {"epochs": [{"scores": epoch} for epoch in epochs]}, **fields}
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
    message = reading(Instance(meta={"epochs": [{"scores": {"x": 0.5, "a": 1, "b": "I"}}]}))
    assert "the score 'a' of each; to read it (there are 'b', too)" in message


ROUGE = {"instance_id": "1", "summarizer_id": "M0", "metrics": {"rouge-1": {"f1": 0.5}}}

PEOPLE = {"instance_id": "1", "summarizer_id": "M0", "metrics": {"expert": [1, 2]}}

RECORD = {"instance_id": "1", "system_id": "a", "scores": {"bleu": 3.0}, "judgments": {"q": 1}}


@pytest.mark.parametrize("verb", ["evaluate", "correlate", "score", "compare"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (ROUGE, "scores and no text, which bleu needs; `sacreval correlate scores a.jsonl FILES-"),
        (PEOPLE, "judgments and no text, which bleu needs; `sacreval correlate scores a.jsonl FI"),
        (
            {**RECORD},
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
    for row in json.loads(done.out)["results"]:
        scores = [x["scores"]["rouge1_f1_jk"] for x in lines if x["system_id"] == row["system_id"]]
        assert row["value"] == pytest.approx(np.mean(scores))
        assert row["n"] == len(scores) == 20
    assert len(json.loads(done.out)["results"]) == 5

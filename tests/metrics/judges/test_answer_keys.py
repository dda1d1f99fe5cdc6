"""Judges of records with several answers: each is asked about, and has its own verdict."""

import json

import pytest

from sacreval.metrics.judges._answer_keys import key_of_answer, of_answers
from support.program import write_jsonl

RECORDS = [
    {"instance_id": "1", "prediction": None, "samples": ["good one", "bad one"]},
    {"instance_id": "2", "prediction": "good two"},
]


def test_keys():
    """Answers have keys of their own, and equal answers the same."""
    keys = {answer: key_of_answer("judge", answer) for answer in ("a", "b")}
    assert len({*keys.values()}) == 2
    replies = {"judge": 1, keys["a"]: 2, keys["b"]: 3, "judge2:x": 4}
    assert of_answers("judge", replies) == {keys["a"]: 2, keys["b"]: 3}


@pytest.fixture
def asked(cli, tmp_path):
    """Ask about two records with three answers, and return their replies: good ones have a 5."""
    records = [
        {name: value for name, value in one.items() if value is not None} | {"sources": ["s"]}
        for one in RECORDS
    ]
    write_jsonl(tmp_path / "records.jsonl", records)
    told = cli("ask", "coherence", "records.jsonl", "-o", "requests.jsonl").err
    assert "3 requests about 2 records" in told
    requests = [json.loads(line) for line in (tmp_path / "requests.jsonl").open()]
    return [
        {"id": one["id"], "text": json.dumps({"score": 5 if "good" in str(one) else 2})}
        for one in requests
    ]


def scored(cli, *more):
    """Return the result of all records."""
    words = ("evaluate", "judge", "coherence", "records.jsonl", "--replies", "replies.jsonl")
    return cli(*words, "--format", "json", *more)


def test_a_record_has_the_mean_of_its_answers(cli, asked, tmp_path):
    """Two records, three answers: the mean over records of the means over answers."""
    write_jsonl(tmp_path / "replies.jsonl", asked)
    done = scored(cli)
    [result] = done.json()["results"]
    assert (result["value"], result["n"], result["samples"]) == (4.25, 2, 3)
    assert "reads the first" not in done.err
    assert "|samples:2|" in result["signature"]
    other = [{**one, "text": one["text"].replace("2", "3")} for one in asked]
    write_jsonl(tmp_path / "replies.jsonl", other)
    [changed] = scored(cli).json()["results"]
    assert changed["value"] == 4.5
    data = (
        "replies-data:" + x["signature"].partition("replies-data:")[2] for x in (result, changed)
    )
    assert len({*data}) == 2


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_record_without_a_verdict_on_an_answer_is_missing(cli, asked, tmp_path, lacking):
    """Whichever of the answers has no reply, the record is counted as not asked."""
    write_jsonl(tmp_path / "replies.jsonl", [x for i, x in enumerate(asked) if i != lacking])
    done = scored(cli, "--allow-errors")
    [result] = done.json()["results"]
    assert (result["value"], result["n"]) == (5, 2)
    assert {k: v for k, v in result["missing"].items() if v and "if_" not in k} == {"not_asked": 1}
    assert scored(cli).code == 3


def test_verdicts_of_another_program_are_about_the_first_answer(cli, tmp_path):
    """They name records, not answers."""
    write_jsonl(tmp_path / "records.jsonl", [
        {"instance_id": "1", "prediction": "x", "samples": ["x", "y"], "sources": ["s"]}
    ])  # fmt: skip
    write_jsonl(tmp_path / "replies.jsonl", [{"item": "1", "said": '{"score": 3}'}])
    fields = ("--reply-fields", "instance_id=item", "--reply-fields", "text=said")
    [result] = scored(cli, *fields).json()["results"]
    assert (result["value"], result["n"], result.get("samples")) == (3, 1, None)

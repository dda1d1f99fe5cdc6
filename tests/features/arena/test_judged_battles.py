"""Battles of a judge of pairs over all systems."""

import json
import re

import pytest

from sacreval.commands.app import run
from sacreval.core.record_parts import RecordReply
from sacreval.errors import UsageError
from sacreval.features.arena.judged_battles import in_one_order, judged_battles, share
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.inputs.source import Source
from support.program import write_jsonl

JUDGE = """
judge: better
about: Which is better
needs: [prediction]
messages: [{role: user, content: "1: {{prediction}} 2: {{opponent}}"}]
scale: {type: choices, values: {A: 3, B: 1, tie: 2}}
parse: [{pattern: '(A|B|tie)'}]
pair: {order: both, disagree: unparsed}
"""
TEXTS = {"x": ["long text", "aa"], "y": ["short", "bb"], "z": ["a", None]}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write a judge, outputs of three systems and replies by length, the first where equal."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "better.yaml").write_text(JUDGE)
    for system, texts in TEXTS.items():
        write_jsonl(tmp_path / f"{system}.jsonl", [
            {"instance_id": i} | ({"error": "429"} if text is None else {"prediction": text})
            for i, text in enumerate(texts)
        ])  # fmt: skip
    replies = {}
    for system in "yz":
        words = ["ask", "better.yaml", "x.jsonl", "y.jsonl", "-q", "--force", "-o", "q.jsonl"]
        if system == "z":  # which has one output
            write_jsonl(tmp_path / "one.jsonl", [{"instance_id": 0, "prediction": "a"}])
            for name in "xy":
                first = (tmp_path / f"{name}.jsonl").read_text().splitlines()[0]
                (tmp_path / f"{name}0.jsonl").write_text(first)
            words[2:4] = ["x0.jsonl", "y0.jsonl"]
        opponent = {"y": "y.jsonl", "z": "one.jsonl"}[system]
        assert run([*words, "--opponent", opponent]) == 0
        for line in (tmp_path / "q.jsonl").read_text().splitlines():
            asked = json.loads(line)
            first, second = re.fullmatch(
                "1: (.*) 2: (.*)", asked["messages"][0]["content"]
            ).groups()
            replies[asked["id"]] = "A" if len(first) >= len(second) else "B"
    write_jsonl(tmp_path / "r.jsonl", [{"id": k, "text": v} for k, v in replies.items()])
    return tmp_path


def battles(*names):
    """Return the battles by instance and systems in order."""
    found = judged_battles(
        Judge(judge="better.yaml", replies=("r.jsonl",)),
        list(Source(tuple(f"{name}.jsonl" for name in names)).batches()),
    )
    return {(one.instance_id, one.a, one.b): one for one, _ in found}


@pytest.mark.usefixtures("files")
def test_all_pairs_in_both_orders():
    """Every two systems of an instance have a battle for each order; scores are from 0 to 1."""
    found = battles("x", "y", "z")
    first = {key[1:]: one.score for key, one in found.items() if key[0] == "0"}
    assert first == {
        ("x", "y"): 1, ("y", "x"): 0, ("x", "z"): 1, ("z", "x"): 0, ("y", "z"): 1, ("z", "y"): 0,
    }  # fmt: skip
    assert found["1", "x", "y"].score == found["1", "y", "x"].score == 1  # the first wins
    assert (found["0", "y", "x"].length_a, found["0", "y", "x"].length_b) == (5, 9)
    assert {one.judge for one in found.values()} == {"better"}


@pytest.mark.usefixtures("files")
def test_missing_outputs_are_battles_without_a_verdict():
    """A system with an error in place of an output has a battle with that error."""
    found = battles("x", "y", "z")
    assert found["1", "x", "z"].error == "an output is missing (429)"
    assert found["1", "x", "z"].verdict() is None
    assert found["1", "z", "x"].error == found["1", "x", "z"].error  # in each order
    assert battles("z", "x").keys() == battles("x", "z").keys()


def test_absent_instances_are_battles_without_a_verdict(files):
    """An instance that one of two systems has takes its battles away, in each order."""
    write_jsonl(files / "y.jsonl", [{"instance_id": 0, "prediction": "short"}])
    found = battles("x", "y", "z")
    for pair in (("x", "y"), ("y", "x")):
        assert found["1", *pair].error == (
            "an output is missing (y has no record of this instance)"
        )
    assert found["1", "z", "y"].verdict() is None
    assert len(found) == 12


def test_missing_replies_have_a_reason(files):
    """A pair without a reply has a battle with the state and the reason."""
    write_jsonl(files / "r.jsonl", [{"id": "0" * 32, "text": "of another request"}])
    assert battles("x", "y")["0", "x", "y"].error == "not_asked (there is no reply)"


def test_one_order():
    """The verdict of an order is the score of the output that is shown first there."""
    judge = Judge(judge="preference").definition
    replies = [RecordReply(variant="ab", text="A", ask="preference"),
               RecordReply(variant="ba", text="B", ask="preference")]  # fmt: skip
    assert [share(judge, in_one_order(judge, replies, x)) for x in ("ab", "ba")] == [1, 0]
    assert share(judge, in_one_order(judge, replies[:1], "ba")) is None


@pytest.mark.usefixtures("files")
def test_refused():
    """A judge of single outputs, and a single system, are refused."""
    with pytest.raises(UsageError, match="all outputs are of one system"):
        battles("x")
    with pytest.raises(UsageError, match="judges single outputs"):
        list(judged_battles(Judge(judge="coherence"), []))


def test_command(files, cli):
    """The command reads replies, or asks what they lack and keeps the answers."""
    done = cli("arena", "--judge", "better.yaml", "x.jsonl", "y.jsonl", "--replies", "r.jsonl")
    assert done.code == 0
    assert "better: 1 of 2 verdicts in both orders (50.0%) depend on the order" in done.out
    words = ["--with", "file:r.jsonl", "--replies", "new.jsonl", "-q"]
    again = cli("arena", "--judge", "better.yaml", "x.jsonl", "y.jsonl", *words)
    assert again.out == done.out
    assert len((files / "new.jsonl").read_text().splitlines()) == 4
    for words, said in (
        (["x.jsonl", "--replies", "r.jsonl"], "name it with --judge"),
        (["x.jsonl", "--max-requests", "1"], "name it with --judge"),
        (["x.jsonl", "--judge", "better.yaml"], "give its replies"),
        (["x.csv", "--judge", "better.yaml", "--replies", "r.jsonl"], "JSONL files of records"),
    ):
        done = cli("arena", *words)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err

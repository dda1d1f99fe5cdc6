"""Whole commands against a server that misbehaves: replies are kept once, and counts are exact."""

import json
from pathlib import Path
from random import Random

import pytest

from sacreval.asking.reply_file import read_replies
from support.program import write_jsonl
from support.sizes import few, long

# After the first, a later attempt may succeed; after the second, none; the third are replies.
PASSING = ("limit", "reset", "cut", "hang", "drip", "words", "interim")
LASTING = ("context", "huge", "bomb")
HARMLESS = ("bytes", "other", "gzip")
AT_ONCE = ("limit", "reset", "cut", "words", "interim")  # the server does not wait
N = 24
JUDGE = """
judge: quality
needs: [prediction]
messages: [{role: user, content: "Rate {{prediction}}"}]
scale: {type: number, min: 0, max: 100}
parse: [{pattern: '\\[\\[(\\d+)\\]\\]'}]
params: {max_tokens: 8}
"""
PROMPT = "messages: [{role: user, content: '{{input}}'}]\n"


@pytest.fixture
def asked(tmp_path, monkeypatch, faulty_server):
    """Make records and the words of a command that asks the server."""
    monkeypatch.setattr("sacreval.asking.http.gate.FIRST", 0.01)
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "o.jsonl", [{"prediction": f"[[{i}]]"} for i in range(N)])
    write_jsonl(tmp_path / "data.jsonl", [{"input": f"question {i}"} for i in range(N)])
    (tmp_path / "judge.yaml").write_text(JUDGE)
    (tmp_path / "p.yaml").write_text(PROMPT)
    return ["--with", "openai:echo", "--base-url", faulty_server.url, "--timeout", "60"]


def mixed(*faults):
    """Return a fault for about a third of the requests, by a fixed draw."""
    rng = Random(7)
    drawn = [rng.choice(faults) if rng.random() < 1 / 3 else None for _ in range(1000)]
    return lambda number, _: drawn[number]


def for_some(fault):
    """Return a fault for every prompt that ends in 5, whatever the attempt."""
    return lambda _, body: fault if "5" in body["messages"][-1]["content"] else None


@pytest.mark.parametrize(("passing", "seconds"), [(AT_ONCE, "60"), long(PASSING, "0.5")])
def test_answer(cli, asked, faulty_server, passing, seconds):
    """Faults that may pass are passed: each request has one reply, which the server sent."""
    assert cli("ask", "judge.yaml", "o.jsonl", "-o", "asks.jsonl").code == 0
    faulty_server.fault = mixed(*passing, *HARMLESS)
    done = cli("answer", "asks.jsonl", *asked[:-1], seconds, "-o", "replies.jsonl")
    assert done.code == 0, done.err
    replies = list(read_replies("replies.jsonl"))
    assert len(replies) == len({reply.id for reply in replies}) == N
    assert sum(reply.attempts for reply in replies) == len(faulty_server.bodies)
    assert sum(map(faulty_server.faults.__getitem__, passing)) == len(faulty_server.bodies) - N
    scored = cli("evaluate", "judge", "judge.yaml", "o.jsonl", "--replies", "replies.jsonl",
                 "--format", "json")  # fmt: skip
    (result,) = scored.json()["results"]
    assert (scored.code, result["n"], result["value"]) == (0, N, (N - 1) / 2)


@few(1, "fault", LASTING)
def test_what_remains(cli, asked, faulty_server, fault):
    """Requests that never succeed have errors, are missing verdicts, and are asked again later."""
    faulty_server.fault = for_some(fault)
    words = ("evaluate", "judge", "judge.yaml", "o.jsonl", "--replies", "r.jsonl", "--tries", "2",
             "--format", "json", *asked)  # fmt: skip
    done = cli(*words)
    (result,) = done.json()["results"]
    assert (done.code, result["n"], result["missing"]["failed"]) == (3, N, 2)
    assert result["value"] == pytest.approx((sum(range(N)) - 5 - 15) / (N - 2), rel=1e-12)
    before = len(faulty_server.bodies)
    faulty_server.fault = lambda *_: None
    again = cli(*words)
    assert (again.code, again.json()["results"][0]["n"]) == (0, N)
    assert len(faulty_server.bodies) == before + 2


def test_generate(cli, asked, faulty_server):
    """Outputs are what the server sent; a record whose request fails has an error, never a text."""
    faulty_server.fault = mixed("limit", "reset", "cut", *HARMLESS)
    words = ("generate", "data.jsonl", "--prompt", "p.yaml", *asked, "-o")
    assert cli(*words, "whole.jsonl").code == 0
    assert texts("whole.jsonl") == [f"QUESTION {i}" for i in range(N)]
    faulty_server.fault = for_some("context")
    assert cli(*words, "part.jsonl").code == 3
    answers = texts("part.jsonl")
    assert [i for i, text in enumerate(answers) if text is None] == [5, 15]


def texts(path):
    """Read outputs; a byte that was no UTF-8 is U+FFFD, which this leaves out."""
    records = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    assert all(("prediction" in record) != ("error" in record) for record in records)
    return [(record.get("prediction") or "").lstrip("\ufffd") or None for record in records]


@pytest.mark.long
def test_a_real_server(cli, tmp_path, monkeypatch, tiny_server):
    """Requests written by `ask` are answered by a real server, and scored."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "o.jsonl", [{"prediction": f"text {i}"} for i in range(4)])
    (tmp_path / "judge.yaml").write_text(JUDGE)
    asked = ("--with", f"openai:{tiny_server.model}", "--base-url", tiny_server.url)
    assert cli("ask", "judge.yaml", "o.jsonl", "-o", "asks.jsonl").code == 0
    done = cli("answer", "asks.jsonl", *asked, "-o", "replies.jsonl")
    assert done.code == 0, done.err
    replies = list(read_replies("replies.jsonl"))
    assert len(replies) == 4
    assert all(reply.usage.reply <= 8 and reply.model == tiny_server.model for reply in replies)
    scored = cli("evaluate", "judge", "judge.yaml", "o.jsonl", "--replies", "replies.jsonl",
                 "--allow-errors", "--format", "json")  # fmt: skip
    (result,) = scored.json()["results"]
    reasons = {name for name, count in (result["missing"] or {}).items() if count}
    assert (result["n"], reasons - {"unparsed", "truncated", "if_worst", "if_best"}) == (4, set())

"""OpenAI evals' logs."""

import json

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, InputNotice
from sacreval.readers._base import readers
from sacreval.readers.openai_evals import LINE
from support import tool_logs

SPEC = {"spec": {"completion_fns": ["m"], "eval_name": "t"}}
REPORT = {"final_report": {"accuracy": 0.5}}


def event(name, kind, **data):
    """Return an event of a sample."""
    return {"sample_id": name, "type": kind, "data": data}


def log(path, *events, report=REPORT):
    """Write a log."""
    rows = [SPEC, *events, *([report] if report else [])]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("openai_evals"), ids=lambda e: e["file"])
def test_expected(entry):
    """The shared log holds the records that should come out."""
    tool_logs.check("openai_evals", entry)


def test_interleaved(tmp_path):
    """The events of samples may be interleaved; each is a record when its last event is read."""
    events = [
        event("a", "sampling", prompt="qa", sampled=["1", "2"]),
        event("b", "sampling", prompt="qb", sampled="3"),
        event("b", "metrics", score=0.25, choice="C"),
        event("a", "match", correct=True, expected=["1"], picked="1"),
    ]
    b, a = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (b["prediction"], b["meta"]["scores"]) == ("3", {"score": 0.25, "choice": "C"})
    assert (a["samples"], a["references"], a["input"]) == (["1", "2"], ["1"], "qa")
    assert (a["meta"]["scores"], a["groups"]) == ({"match": 1.0}, {"task": "t"})


def test_doubled(tmp_path):
    """Of a sample that was tried twice the last try counts, also if the tries are interleaved."""
    events = [
        event("a", "sampling", prompt="q", sampled=["late"]),
        event("a", "sampling", prompt="q", sampled=["new"]),
        event("a", "match", correct=False, expected="x", sampled="late"),
        event("a", "match", correct=True, expected="x", sampled="new"),
    ]
    with pytest.warns(InputNotice, match="tried more than once: 1; the last try counts"):
        (found,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (found["prediction"], found["meta"]["match"]) == ("new", True)


def test_several_requests(tmp_path):
    """Of several requests of a sample, as of a grader, the first is the output; all are kept."""
    events = [
        event("a", "sampling", prompt="q", sampled=["answer"]),
        event("a", "sampling", prompt="grade it", sampled=["Y"]),
        event("a", "metrics", score=1.0),
    ]
    (found,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (found["prediction"], found["input"]) == ("answer", "q")
    assert found["meta"]["sampled"] == [["answer"], ["Y"]]


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ([event("a", "error", type="Timeout", message="too late")], "failed: too late"),
        ([event("a", "extra", x=1)], "not asked: no event has an output"),
    ],
)
def test_without_output(tmp_path, events, error):
    """What has no output is counted by kind, and its events are kept."""
    (found,) = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (found["error"], "prediction" in found) == (error, False)
    assert found["meta"]


def test_other_events(tmp_path):
    """A likelihood is a sequence, and an option that was picked the prediction."""
    events = [
        event("a", "cond_logp", prompt="q", completion="x", logp=-1.5),
        event("b", "pick_option", prompt="q", options=["x", "y"], picked="y"),
    ]
    a, b = tool_logs.records(log(tmp_path / "a.jsonl", *events))
    assert (a["sequence"], b["prediction"]) == ({"logprob": -1.5}, "y")


def test_unfinished(tmp_path):
    """A log without a report is named; one whose events come first is damaged."""
    one = event("a", "sampling", sampled="x")
    with pytest.warns(InputNotice, match="not finished: it has no final_report"):
        assert tool_logs.records(log(tmp_path / "a.jsonl", one, report=None))
    path = tmp_path / "b.jsonl"
    path.write_text(f"{json.dumps(one)}\n{json.dumps(SPEC)}\n")
    with pytest.raises(InputError, match=r"b\.jsonl:1: an event before"):
        list(from_spec(readers, "openai-evals").read(str(path)))


def test_damage(tmp_path):
    """A damaged line is named with its number."""
    path = log(tmp_path / "a.jsonl", event("a", "match", correct="yes"))
    with pytest.raises(InputError, match=r"a\.jsonl:2: `correct` must be true or false"):
        tool_logs.records(path)


def test_stored_scores(tmp_path):
    """The report's numbers are stored scores; its error is found however it is spelt."""
    report = {"final_report": {"accuracy": 0.5, "boostrap_std": 0.1, "note": "x"}}
    path = log(tmp_path / "a.jsonl", report=report)
    (found,) = from_spec(readers, "openai-evals").stored_scores(str(path))
    assert msgspec.structs.astuple(found)[:5] == ("accuracy", 0.5, 0.1, "m", "t")


def test_lines():
    """A line is the run, an event whose data stays encoded, or the report."""
    assert LINE.decode(b'{"spec": {"eval_name": "t"}}').spec.eval_name == "t"
    event = LINE.decode(b'{"sample_id": "a", "type": "match", "data": {"x": 1}}')
    assert (event.type, bytes(event.data)) == ("match", b'{"x": 1}')

"""The reader of fmeval's saved rows."""

import json

import pytest

from sacreval.errors import InputError
from support import tool_logs

SCORES = [{"name": "exact_match_score", "value": 1.0}]


def log(path, *rows):
    """Write rows as fmeval does, without an end of the last line."""
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("fmeval"), ids=lambda e: e["file"])
def test_expected(entry):
    """The shared log holds the records that should come out."""
    tool_logs.check("fmeval", entry)


def test_outputs(tmp_path):
    """A failed call and a missing output are distinct from an empty output."""
    rows = [
        {"model_input": "q", "model_output": "", "scores": SCORES},
        {
            "model_input": "q",
            "error": "timed out",
            "scores": [{"name": "f1", "error": "timed out"}],
        },
        {"model_input": "q", "scores": []},
        {"model_input": "q", "model_output": "7", "scores": [{"name": "f1", "error": "no"}]},
    ]
    empty, failed, none, unscored = tool_logs.records(log(tmp_path / "x.jsonl", *rows))
    assert empty["prediction"] == ""
    assert (failed["error"], failed["meta"]) == ("failed: timed out", {"error": "timed out"})
    assert none["error"].startswith("not asked")
    assert (unscored["prediction"], unscored["meta"]) == ("7", {"score_errors": {"f1": "no"}})


def test_columns(tmp_path):
    """Columns without a field are kept, and a target that is a number is a reference."""
    row = {"model_output": "7", "target_output": 7, "prompt": "p", "scores": SCORES}
    (one,) = tool_logs.records(log(tmp_path / "x.jsonl", row))
    assert one["references"] == ["7"]
    assert one["meta"] == {"scores": {"exact_match_score": 1.0}, "prompt": "p"}


def test_pairs(tmp_path):
    """The sentences of prompt stereotyping are choices, the more stereotyping one first."""
    pair = {"sent_more_input": "m", "sent_less_input": "l", "sent_more_log_prob": -1.5,
            "sent_less_log_prob": -2.0, "category": "age", "scores": []}  # fmt: skip
    (one,) = tool_logs.records(log(tmp_path / "x.jsonl", pair))
    assert one["choices"] == [{"text": "m", "logprob": -1.5}, {"text": "l", "logprob": -2.0}]
    assert (one["gold"], one["groups"]) == (0, {"category": "age"})


def test_damaged(tmp_path):
    """A row with a field of the wrong type is an error with file and line."""
    path = log(tmp_path / "x.jsonl", {"model_input": 7, "model_output": "7", "scores": SCORES})
    with pytest.raises(InputError, match=r"x\.jsonl:1: `input` must be text"):
        tool_logs.records(path)

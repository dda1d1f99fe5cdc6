"""The reader of deepeval's test runs."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers.deepeval import DeepevalReader
from support import tool_logs

CASE = {"name": "a", "input": "q", "actualOutput": "7", "success": True}


def run(path, *cases, **more):
    """Write a test run."""
    path.write_text(json.dumps({"testCases": list(cases), **more}))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("deepeval"), ids=lambda e: e["file"])
def test_expected(entry):
    """The shared run holds the records that should come out."""
    tool_logs.check("deepeval", entry)


def test_order_and_model(tmp_path):
    """Cases come in their order; the system is the model of the hyperparameters."""
    cases = [{**CASE, "name": "b", "order": 1}, {**CASE, "order": 0}]
    found = tool_logs.records(run(tmp_path / "x", *cases, hyperparameters={"model": "toy-7b"}))
    assert [(one["instance_id"], one["system_id"]) for one in found] == [
        ("a", "toy-7b"), ("b", "toy-7b"),
    ]  # fmt: skip


def test_without_output(tmp_path):
    """A case without an output has the errors of its metrics, and no empty answer."""
    metrics = [{"name": "Relevancy", "error": "no output", "success": False}]
    case = {"name": "a", "input": "q", "success": False, "metricsData": metrics}
    (one,) = tool_logs.records(run(tmp_path / "x", case))
    assert one["error"] == "not asked: there is no actualOutput"
    assert one["meta"]["score_errors"] == {"Relevancy": "no output"}


def test_conversations(tmp_path):
    """Of a conversation, the output is the last turn of the assistant."""
    turns = [{"role": role, "content": text, "order": i} for i, (role, text) in enumerate(
        (("user", "Hi"), ("assistant", "Hello"), ("user", "Bye")))]  # fmt: skip
    cases = [{"name": "c", "success": True, "turns": turns, "scenario": "s"},
             {"name": "d", "success": True, "turns": turns[:1], "scenario": "s"}]  # fmt: skip
    path = run(tmp_path / "x", conversationalTestCases=cases)
    one, other = tool_logs.records(path)
    assert (one["input"], one["prediction"]) == ("user: Hi", "Hello")
    assert (other["input"], other["error"][:9]) == ("s", "not asked")


def test_latest_run(tmp_path):
    """The run that deepeval keeps in its own folder is one level deeper."""
    path = tmp_path / ".latest_test_run.json"
    path.write_text(json.dumps({"testRunData": {"testCases": [CASE]}}))
    assert tool_logs.records(path)[0]["prediction"] == "7"


def test_damaged(tmp_path):
    """A case of another layout, and a file beyond the limit, are errors."""
    with pytest.raises(InputError, match=r"x: .*this is not the tool's layout"):
        tool_logs.records(run(tmp_path / "x", {**CASE, "metricsData": 7}))
    with pytest.raises(InputError, match="holds more than 1e-05 MiB"):
        tool_logs.records(tmp_path / "x", 'deepeval{"max_size": 1e-05}')
    with pytest.raises(UsageError, match="max_size must be above 0"):
        DeepevalReader(max_size=0.0)

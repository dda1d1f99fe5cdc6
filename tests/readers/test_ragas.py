"""The readers of Ragas, deepeval and fmeval."""

import csv
import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers._ragas_columns import cell_values, is_ragas, ragas_record
from sacreval.readers.deepeval import DeepevalReader
from support import tool_logs
from support.arrow_tables import hf_folder

ROWS = [
    {"user_input": "3 + 4?", "response": "7", "retrieved_contexts": ["a", "b"], "recall": 0.5},
    {"user_input": "How far?", "response": None, "retrieved_contexts": ["c"], "recall": None},
]
RECORDS = [
    {
        "instance_id": 1, "input": "3 + 4?", "prediction": "7", "sources": ["a", "b"],
        "meta": {"scores": {"recall": 0.5}},
    },
    {
        "instance_id": 2, "input": "How far?", "sources": ["c"],
        "error": "not asked: there is no response",
    },
]  # fmt: skip
NEW = {"user_input": "3 + 4?", "response": "7", "reference": "7", "retrieved_contexts": ["c"]}
OLD = {"question": "3 + 4?", "answer": "7", "ground_truths": ["7"], "contexts": ["c"]}
RECORD = {"input": "3 + 4?", "prediction": "7", "references": ["7"], "sources": ["c"]}
CASE = {"name": "a", "input": "q", "actualOutput": "7", "success": True}
SCORES = [{"name": "exact_match_score", "value": 1.0}]


def lines(path):
    """Write the rows as lines of JSON."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))


def document(path):
    """Write the rows as one list."""
    path.write_text(json.dumps(ROWS))


def table(path):
    """Write the rows as CSV."""
    with path.open("w", newline="") as stream:
        out = csv.DictWriter(stream, ROWS[0])
        out.writeheader()
        out.writerows(ROWS)


@pytest.mark.parametrize("write", [lines, document, table], ids=["jsonl", "json", "csv"])
def test_files(tmp_path, write):
    """Lines, a list and a table of one data set have the same records."""
    path = tmp_path / f"x.{'csv' if write is table else 'json'}"
    write(path)
    assert tool_logs.records(path) == RECORDS


def test_folder(tmp_path):
    """A saved folder has the same records, and is no data set of records."""
    assert tool_logs.records(hf_folder(tmp_path / "x", ROWS)) == RECORDS


def test_ragas_damaged(tmp_path):
    """A damaged row is an error with file and line."""
    lines(tmp_path / "x.jsonl")
    with (tmp_path / "x.jsonl").open("a") as stream:
        stream.write('{"user_input": ')
    with pytest.raises(InputError, match=r"x\.jsonl:3: this is not JSON"):
        tool_logs.records(tmp_path / "x.jsonl")


def test_signs():
    """Both generations are recognised by their columns, and other tables are not."""
    assert is_ragas(NEW)
    assert is_ragas(OLD)
    assert is_ragas({"question", "answer", "contexts", "ground_truth"})
    assert not is_ragas({"question", "answer", "contexts"})
    assert not is_ragas({"user_input"})
    assert not is_ragas({"input", "prediction", "references"})


@pytest.mark.parametrize("row", [NEW, OLD], ids=["new", "old"])
def test_record(row):
    """Columns of both generations are the same fields; numbers are scores, and the rest is kept."""
    record = ragas_record({**row, "faithfulness": 0.5, "recall": None, "persona_name": "p"})
    assert record == {**RECORD, "meta": {"persona_name": "p", "scores": {"faithfulness": 0.5}}}


def test_outputs_of_columns():
    """Several responses are samples; a row without a response is no empty answer."""
    several = ragas_record({"user_input": "q", "multi_responses": ["a", "b"]})
    assert (several["prediction"], several["samples"]) == ("a", ["a", "b"])
    none = ragas_record({"user_input": "q", "response": None, "reference": "r"})
    assert none["error"] == "not asked: there is no response"
    assert ragas_record({"user_input": "q", "response": ""})["prediction"] == ""


def test_messages():
    """Of messages, the output is the last answer, and the input what is before it."""
    messages = [
        {"content": "Hi", "type": "human"},
        {"content": "Hello", "type": "ai"},
        {"content": "3 + 4?", "type": "human"},
        {"content": "7", "type": "ai"},
        {"content": "Thanks", "type": "human"},
    ]
    record = ragas_record({"user_input": messages, "reference": "7"})
    assert record["prediction"] == "7"
    assert record["input"] == "human: Hi\n\nai: Hello\n\nhuman: 3 + 4?"
    assert record["meta"]["messages"] == messages
    assert "error" in ragas_record({"user_input": messages[:1], "reference": "7"})


def test_cells():
    """Cells are numbers, lists or missing by their column; texts stay as they are."""
    cells = {
        "response": "[laughs]", "reference": "7", "retrieved_contexts": "['a', 'b']",
        "faithfulness": "0.5", "recall": "nan", "style": "formal", "contexts": "a", "x": "",
    }  # fmt: skip
    assert cell_values(cells, "x:2") == {
        "response": "[laughs]", "reference": "7", "retrieved_contexts": ["a", "b"],
        "faithfulness": 0.5, "recall": None, "style": "formal", "contexts": ["a"], "x": None,
    }  # fmt: skip
    with pytest.raises(InputError, match="x:2: not a list"):
        cell_values({"contexts": "[f(1)]"}, "x:2")


def run(path, *cases, **more):
    """Write a test run."""
    path.write_text(json.dumps({"testCases": list(cases), **more}))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("deepeval"), ids=lambda e: e["file"])
def test_deepeval_expected(entry):
    """The shared run holds the records that should come out."""
    tool_logs.check("deepeval", entry)


def test_order_and_model(tmp_path):
    """Cases come in their order; the system is the model of the hyperparameters."""
    cases = [{**CASE, "name": "b", "order": 1}, {**CASE, "order": 0}]
    records = tool_logs.records(run(tmp_path / "x", *cases, hyperparameters={"model": "toy-7b"}))
    assert [(record["instance_id"], record["system_id"]) for record in records] == [
        ("a", "toy-7b"), ("b", "toy-7b"),
    ]  # fmt: skip


def test_without_output(tmp_path):
    """A case without an output has the errors of its metrics, and no empty answer."""
    metrics = [{"name": "Relevancy", "error": "no output", "success": False}]
    case = {"name": "a", "input": "q", "success": False, "metricsData": metrics}
    (record,) = tool_logs.records(run(tmp_path / "x", case))
    assert record["error"] == "not asked: there is no actualOutput"
    assert record["meta"]["score_errors"] == {"Relevancy": "no output"}


def test_conversations(tmp_path):
    """Of a conversation, the output is the last turn of the assistant."""
    turns = [{"role": role, "content": text, "order": i} for i, (role, text) in enumerate(
        (("user", "Hi"), ("assistant", "Hello"), ("user", "Bye")))]  # fmt: skip
    cases = [{"name": "c", "success": True, "turns": turns, "scenario": "s"},
             {"name": "d", "success": True, "turns": turns[:1], "scenario": "s"}]  # fmt: skip
    path = run(tmp_path / "x", conversationalTestCases=cases)
    record, other = tool_logs.records(path)
    assert (record["input"], record["prediction"]) == ("user: Hi", "Hello")
    assert (other["input"], other["error"][:9]) == ("s", "not asked")


def test_latest_run(tmp_path):
    """The run that deepeval keeps in its own folder is one level deeper."""
    path = tmp_path / ".latest_test_run.json"
    path.write_text(json.dumps({"testRunData": {"testCases": [CASE]}}))
    assert tool_logs.records(path)[0]["prediction"] == "7"


def test_deepeval_damaged(tmp_path):
    """A case of another layout, and a file beyond the limit, are errors."""
    with pytest.raises(InputError, match=r"x: .*this is not the tool's layout"):
        tool_logs.records(run(tmp_path / "x", {**CASE, "metricsData": 7}))
    with pytest.raises(InputError, match="holds more than 1e-05 MiB"):
        tool_logs.records(tmp_path / "x", 'deepeval{"max_size": 1e-05}')
    with pytest.raises(UsageError, match="max_size must be above 0"):
        DeepevalReader(max_size=0.0)


def log(path, *rows):
    """Write rows as fmeval does, without an end of the last line."""
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("fmeval"), ids=lambda e: e["file"])
def test_fmeval_expected(entry):
    """The shared log holds the records that should come out."""
    tool_logs.check("fmeval", entry)


def test_fmeval_outputs(tmp_path):
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
    (record,) = tool_logs.records(log(tmp_path / "x.jsonl", row))
    assert record["references"] == ["7"]
    assert record["meta"] == {"scores": {"exact_match_score": 1.0}, "prompt": "p"}


def test_pairs(tmp_path):
    """The sentences of prompt stereotyping are choices, the more stereotyping one first."""
    pair = {"sent_more_input": "m", "sent_less_input": "l", "sent_more_log_prob": -1.5,
            "sent_less_log_prob": -2.0, "category": "age", "scores": []}  # fmt: skip
    (record,) = tool_logs.records(log(tmp_path / "x.jsonl", pair))
    assert record["choices"] == [{"text": "m", "logprob": -1.5}, {"text": "l", "logprob": -2.0}]
    assert (record["gold"], record["groups"]) == (0, {"category": "age"})


def test_fmeval_damaged(tmp_path):
    """A row with a field of the wrong type is an error with file and line."""
    path = log(tmp_path / "x.jsonl", {"model_input": 7, "model_output": "7", "scores": SCORES})
    with pytest.raises(InputError, match=r"x\.jsonl:1: `input` must be text"):
        tool_logs.records(path)

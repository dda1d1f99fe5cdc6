"""Details of lighteval, and batch files."""

import json

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._by_content import by_content
from sacreval.readers.lighteval import Doc, LightevalReader, new_fields, old_fields, signs
from sacreval.readers.openai_batch import OpenAIBatchReader
from support import tool_logs
from support.arrow_tables import parquet, pyarrow

DOC = {"query": "q", "choices": ["a", "b"], "gold_index": [1], "sampling_methods": ["LOGPROBS"]}

DATE = "2026-11-22T07-51-18.059000"


def new(doc=None, **response):
    """Return the fields of a row since 0.13."""
    row = {"doc": {**DOC, **(doc or {})}, "metric": {"acc": 1, "none": None}}
    return new_fields({**row, "model_response": response}, 4, "x:5")


def old(**row):
    """Return the fields of a row before 0.13."""
    return old_fields({"example": "q", **row}, 4, "x:5")


def run(path, *, results=None):
    """Write a run with one row, and its results."""
    doc = {**DOC, "id": "0", "task_name": "toy"}
    row = {"doc": doc, "metric": {"acc": 1.0}, "model_response": {"logprobs": [-2.0, -1.0]}}
    folder = path / "details" / "org" / "m" / DATE
    folder.mkdir(parents=True)
    if results is not None:
        place = path / "results" / "org" / "m" / f"results_{DATE}.json"
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(results))
    return parquet(folder / f"details_toy|0_{DATE}.parquet", [row])


@pytest.mark.parametrize("entry", tool_logs.entries("lighteval"), ids=lambda e: e["file"][:7])
def test_expected(entry):
    """The shared logs of both layouts hold the records that should come out."""
    pyarrow()
    tool_logs.check("lighteval", entry)


def test_run(tmp_path):
    """Task and model come from the run; its results are the stored scores, with their errors."""
    scores = {"acc": 0.5, "acc_stderr": 0.1, "text": "x", "bleu": 1}
    results = {"config_general": {"model_name": "org/m"}, "results": {"toy|0": scores, "all": {}}}
    path = run(tmp_path, results=results)
    (record,) = tool_logs.records(path)
    assert (record["system_id"], record["groups"]) == ("org/m", {"task": "toy|0"})
    stored = LightevalReader().stored_scores(str(path))
    assert [(x.name, x.value, x.error, x.system_id, x.task) for x in stored] == [
        ("acc", 0.5, 0.1, "org/m", "toy|0"), ("bleu", 1.0, None, "org/m", "toy|0"),
    ]  # fmt: skip


def test_without_results(tmp_path):
    """Without results the model is that of the folders; elsewhere the row names the task."""
    path = run(tmp_path)
    assert tool_logs.records(path)[0]["system_id"] == "org/m"
    assert LightevalReader().stored_scores(str(path)) == []
    moved = path.rename(tmp_path / "x.parquet")
    (record,) = tool_logs.records(moved)
    assert (record.get("system_id"), record["groups"]) == (None, {"task": "toy"})


def test_other_tables(tmp_path):
    """Parquet with other columns is no log of lighteval."""
    assert by_content(str(parquet(tmp_path / "x.parquet", [{"prediction": "7"}]))) is None


def test_choices():
    """Choices have their log-probabilities, and what the model prefers without the question."""
    record = new(logprobs=[-2.0, -1.0], argmax_logits_eq_gold=[False, True],
                unconditioned_logprobs=[-3.0, None])  # fmt: skip
    assert record["choices"] == [
        {"text": "a", "logprob": -2.0, "greedy": False, "unconditioned": -3.0},
        {"text": "b", "logprob": -1.0, "greedy": True},
    ]
    assert (record["gold"], record["instance_id"], record["meta"]) == (1, 4, {"scores": {"acc": 1}})
    with pytest.raises(InputError, match="x:5: 2 choices and 1 values of `logprob`"):
        new(logprobs=[-2.0])


def test_texts():
    """Processed texts are the output, raw ones are kept; a row without a text has no output."""
    methods = {"sampling_methods": ["GENERATIVE"]}
    record = new(methods, text=["It is b"], text_post_processed=["b"])
    assert (record["prediction"], record["references"]) == ("b", ["b"])
    assert record["meta"]["raw"] == ["It is b"]
    assert new(methods, text=[])["error"] == "not asked: there is no text"
    with pytest.raises(InputError, match="x:5: `gold_index` is outside"):
        new({**methods, "gold_index": 2}, text=["b"])


def test_sequences():
    """The text of a perplexity has its units as lighteval counts them."""
    record = new({"sampling_methods": ["PERPLEXITY"], "query": "a bé "}, logprobs=[-2.0, -1.0])
    assert record["sequence"] == {"logprob": -3.0, "words": 3, "bytes": 6}


def test_old_texts():
    """Before 0.13, texts are predictions and references, also as texts of Python."""
    plain = old(predictions=["7", "8"], gold=["7"], metrics={"em": 1})
    assert (plain["prediction"], plain["samples"], plain["references"]) == ("7", ["7", "8"], ["7"])
    assert old(predictions="['7']", gold="['7']", metrics="{'em': 1}")["prediction"] == "7"
    assert old(predictions=[], gold=["7"])["error"] == "not asked: there is no text"


def test_old_choices():
    """Before 0.13, a choice is a pair of a log-probability and a flag."""
    pairs = [[-2.0, 0.0], [-1.0, 1.0]]
    record = old(predictions=pairs, choices=["a", "b"], gold_index=[0, 1])
    assert record["choices"][1] == {"text": "b", "logprob": -1.0, "greedy": True}
    assert record["gold"] == [0, 1]
    with pytest.raises(InputError, match="x:5: 1 choices and 2 predictions"):
        old(predictions=pairs, choices=["a"])
    with pytest.raises(InputError, match="x:5: `predictions` must be a list"):
        old(predictions=7)


def test_damaged(tmp_path):
    """A cut file is an error, in one sentence that names it."""
    path = run(tmp_path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="not a readable Parquet file"):
        tool_logs.records(path, "lighteval")


def test_signs():
    """A layout is recognised where all its columns are named."""
    new = b"doc gold_index sampling_methods metric model_response"
    assert signs(new) == (True, False)
    assert signs(b"full_prompt gold_index metrics pred_logits predictions") == (False, True)
    assert not any(signs(new.replace(b"sampling_methods", b"")))


def test_gold():
    """The right choice is a place, a list of places, or not there."""
    golds = [Doc(query="q", gold_index=index).gold for index in (1, [0, 1], None)]
    assert golds == [[1], [0, 1], []]


def choice(content, reason="stop", **message):
    """Return a choice of a chat completion."""
    return {"message": {"content": content, **message}, "finish_reason": reason}


def reply(name, *choices, code=200, **body):
    """Return a line with a response."""
    completion = {"model": "toy", "choices": list(choices)} if choices else {}
    return {"custom_id": name, "error": None,
            "response": {"status_code": code, "body": {**completion, **body}}}  # fmt: skip


def log(path, *rows):
    """Write lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def only(path, row):
    """Return the record of a line."""
    (record,) = tool_logs.records(log(path, row))
    return record


@pytest.fixture
def path(tmp_path):
    """Return the path of a log."""
    return tmp_path / "output.jsonl"


@pytest.mark.parametrize("entry", tool_logs.entries("openai_batch"), ids=lambda e: e["file"])
def test_expected_of_openai_batch(entry):
    """The shared files hold the records that should come out, sorted by id."""
    records = tool_logs.records(tool_logs.folder("openai_batch") / entry["file"])
    records.sort(key=lambda record: record["instance_id"])
    for record, wanted in zip(records, entry["records"], strict=True):
        assert not tool_logs.difference(record, wanted)


def test_failures(path):
    """Failed, refused, filtered and missing texts are distinct from an empty answer."""
    cases = {
        "failed: bad prompt": reply("a", code=400, error={"message": "bad prompt", "code": "bad"}),
        "refused: no": reply("a", choice(None, refusal="no")),
        "filtered: a content filter ended the reply": reply("a", choice("7", "content_filter")),
        "not asked: no text, finish_reason length": reply("a", choice(None, "length")),
        "failed: stop": {"custom_id": "a", "response": None, "error": {"message": "stop"}},
    }
    for error, row in cases.items():
        record = only(path, row)
        assert record["error"] == error
        assert "prediction" not in record
    assert only(path, reply("a", choice("")))["prediction"] == ""
    assert only(path, cases["failed: bad prompt"])["meta"] == {"error": "bad"}


def test_cut(path):
    """A cut answer keeps its text and its reason, and is counted."""
    with pytest.warns(InputNotice, match="cut short: 1 by length"):
        record = only(path, reply("a", choice("7", "length")))
    assert (record["prediction"], record["meta"]) == ("7", {"finish_reason": "length"})


def test_samples(path):
    """Choices are samples; where one has no text, the record is missing."""
    assert only(path, reply("a", choice("7"), choice("8")))["samples"] == ["7", "8"]
    record = only(path, reply("a", choice("7"), choice(None, refusal="no"), choice("8")))
    assert (record.get("prediction"), record["error"]) == (None, "refused: no (1 of 3 answers)")


def test_endpoints(path):
    """Texts of completions and of responses are read; embeddings are refused."""
    assert only(path, reply("a", {"text": "7", "finish_reason": "stop"}))["prediction"] == "7"
    message = {"type": "message", "content": [{"type": "output_text", "text": "8"}]}
    body = {"model": "m", "status": "completed", "output": [message]}
    record = only(path, reply("a", **body))
    assert (record["prediction"], record["system_id"]) == ("8", "m")
    with pytest.raises(InputError, match="output.jsonl:1: the reply has embeddings"):
        only(path, reply("a", data=[{"embedding": [1.0]}]))


def test_tool_calls(path):
    """A reply that calls tools is its message, from which the metric of tool calls reads them."""
    call = {"type": "function", "function": {"name": "add", "arguments": "{}"}}
    record = only(path, reply("a", choice(None, "tool_calls", tool_calls=[call])))
    assert record["prediction"]["tool_calls"] == [call]
    block = {"type": "tool_use", "id": "1", "name": "add", "input": {"a": 1}}
    message = {"model": "m", "content": [block], "stop_reason": "tool_use"}
    row = {"custom_id": "a", "result": {"type": "succeeded", "message": message}}
    assert only(path, row)["prediction"] == [{"name": "add", "arguments": {"a": 1}}]


def test_anthropic(path):
    """The lines of Anthropic have the same records."""
    message = {"model": "m", "content": [{"type": "text", "text": "7"}], "stop_reason": "end_turn"}
    rows = [
        {"custom_id": "a", "result": {"type": "succeeded", "message": message}},
        {"custom_id": "b", "result": {"type": "expired"}},
        {"custom_id": "c", "result": {"type": "errored", "error": {"error": {
            "type": "invalid_request_error", "message": "bad"}}}},
    ]  # fmt: skip
    record, expired, errored = tool_logs.records(log(path, *rows))
    assert (record["prediction"], record["system_id"]) == ("7", "m")
    assert (expired["error"], expired["meta"]) == (
        "failed: the batch has expired", {"error": "expired"},
    )  # fmt: skip
    assert errored["meta"] == {"error": "invalid_request_error"}


def test_models(path):
    """A failed request has the model of the others; with several models it has none."""
    failed = {"custom_id": "b", "response": None, "error": {"code": "batch_expired"}}
    rows = [failed, reply("a", choice("7"))]
    assert [r.get("system_id") for r in tool_logs.records(log(path, *rows))] == ["toy", "toy"]
    rows.append(reply("c", choice("7"), model="other"))
    records = tool_logs.records(log(path, *rows))
    assert [record.get("system_id") for record in records] == [None, "toy", "other"]


def test_requests(tmp_path, path):
    """Prompts come from the requests; one without a reply is counted, or is a record."""
    asked = [{"custom_id": name, "body": {"messages": [{"role": "user", "content": f"{name}?"}]}}
             for name in "abc"]  # fmt: skip
    requests = log(tmp_path / "requests.jsonl", *asked)
    errors = log(tmp_path / "e", {"custom_id": "b", "response": None, "error": {"code": "x"}})
    log(path, reply("a", choice("7")))
    spec = {"requests": str(requests)}
    with pytest.warns(InputNotice, match="2 of the requests have no line in this file"):
        (record,) = tool_logs.records(path, f"openai-batch{json.dumps(spec)}")
    assert record["input"] == "a?"
    spec["errors"] = str(errors)
    _, failed, missing = tool_logs.records(path, f"openai-batch{json.dumps(spec)}")
    assert (failed["input"], failed["system_id"]) == ("b?", "toy")
    assert (missing["input"], missing["error"][:9]) == ("c?", "not asked")
    log(path, reply("z", choice("7")))
    with pytest.raises(InputError, match="no request with the id 'z'"):
        tool_logs.records(path, f"openai-batch{json.dumps(spec)}")


def test_prompts(tmp_path, path):
    """Prompts of all endpoints are read, with the system's part before them."""
    part = {"type": "input_text", "text": "p"}
    bodies = {
        "a": {"body": {"prompt": "p"}},
        "b": {"body": {"input": "p", "instructions": "i"}},
        "c": {"body": {"input": [{"role": "user", "content": [part]}]}},
        "d": {"params": {"system": "s", "messages": [{"role": "user", "content": "p"}]}},
        "e": {"body": {}},
    }  # fmt: skip
    asked = log(tmp_path / "r", *({"custom_id": name, **body} for name, body in bodies.items()))
    log(path, *(reply(name, choice("7")) for name in bodies))
    records = tool_logs.records(path, f"openai-batch{json.dumps({'requests': str(asked)})}")
    assert [record.get("input") for record in records] == [
        "p", "developer: i\n\nuser: p", "p", "system: s\n\nuser: p", None,
    ]  # fmt: skip
    spec = f"openai-batch{json.dumps({'requests': str(asked)})}"
    empty = {"custom_id": "a", "body": {}}
    for rows, reason in (([{"custom_id": "a"}], "is no request"), ([empty, empty], "twice")):
        log(asked, *rows)
        with pytest.raises(InputError, match=reason):
            tool_logs.records(path, spec)


def test_other_files(path):
    """Files of requests are no replies, and a pipe cannot be read twice."""
    log(path, {"custom_id": "a", "method": "POST", "body": {}})
    with pytest.raises(InputError, match="output.jsonl:1: this is no reply of a batch"):
        list(OpenAIBatchReader().records(str(path)))
    with pytest.raises(UsageError, match="not from -"):
        next(OpenAIBatchReader().records("-"))


def test_choices_are_averaged(path, cli):
    """A reply with several choices has the mean of their scores."""
    log(path, reply("a", choice("7"), choice("8")), reply("b", choice("9"), choice("9")))
    (path.parent / "r.jsonl").write_text(
        '{"instance_id": "a", "references": ["7"]}\n{"instance_id": "b", "references": ["9"]}\n'
    )
    result = cli("evaluate", "exact-match", path, "--join", "r.jsonl")
    assert result.out.splitlines()[1].split() == ["toy", "2", "4", "0.7500"]

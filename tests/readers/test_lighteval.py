"""The reader of lighteval's details."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.readers._by_content import by_content
from sacreval.readers.lighteval import Doc, LightevalReader, new_fields, old_fields, signs
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
    (one,) = tool_logs.records(path)
    assert (one["system_id"], one["groups"]) == ("org/m", {"task": "toy|0"})
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
    (one,) = tool_logs.records(moved)
    assert (one.get("system_id"), one["groups"]) == (None, {"task": "toy"})


def test_other_tables(tmp_path):
    """Parquet with other columns is no log of lighteval."""
    assert by_content(str(parquet(tmp_path / "x.parquet", [{"prediction": "7"}]))) is None


def test_choices():
    """Choices have their log-probabilities, and what the model prefers without the question."""
    found = new(logprobs=[-2.0, -1.0], argmax_logits_eq_gold=[False, True],
                unconditioned_logprobs=[-3.0, None])  # fmt: skip
    assert found["choices"] == [
        {"text": "a", "logprob": -2.0, "greedy": False, "unconditioned": -3.0},
        {"text": "b", "logprob": -1.0, "greedy": True},
    ]
    assert (found["gold"], found["instance_id"], found["meta"]) == (1, 4, {"scores": {"acc": 1}})
    with pytest.raises(InputError, match="x:5: 2 choices and 1 values of `logprob`"):
        new(logprobs=[-2.0])


def test_texts():
    """Processed texts are the output, raw ones are kept; a row without a text has no output."""
    methods = {"sampling_methods": ["GENERATIVE"]}
    found = new(methods, text=["It is b"], text_post_processed=["b"])
    assert (found["prediction"], found["references"]) == ("b", ["b"])
    assert found["meta"]["raw"] == ["It is b"]
    assert new(methods, text=[])["error"] == "not asked: there is no text"
    with pytest.raises(InputError, match="x:5: `gold_index` is outside"):
        new({**methods, "gold_index": 2}, text=["b"])


def test_sequences():
    """The text of a perplexity has its units as lighteval counts them."""
    found = new({"sampling_methods": ["PERPLEXITY"], "query": "a bé "}, logprobs=[-2.0, -1.0])
    assert found["sequence"] == {"logprob": -3.0, "words": 3, "bytes": 6}


def test_old_texts():
    """Before 0.13, texts are predictions and references, also as texts of Python."""
    plain = old(predictions=["7", "8"], gold=["7"], metrics={"em": 1})
    assert (plain["prediction"], plain["samples"], plain["references"]) == ("7", ["7", "8"], ["7"])
    assert old(predictions="['7']", gold="['7']", metrics="{'em': 1}")["prediction"] == "7"
    assert old(predictions=[], gold=["7"])["error"] == "not asked: there is no text"


def test_old_choices():
    """Before 0.13, a choice is a pair of a log-probability and a flag."""
    pairs = [[-2.0, 0.0], [-1.0, 1.0]]
    found = old(predictions=pairs, choices=["a", "b"], gold_index=[0, 1])
    assert found["choices"][1] == {"text": "b", "logprob": -1.0, "greedy": True}
    assert found["gold"] == [0, 1]
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
    found = [Doc(query="q", gold_index=one).gold for one in (1, [0, 1], None)]
    assert found == [[1], [0, 1], []]

"""Columns of Ragas."""

import pytest

from sacreval.errors import InputError
from sacreval.readers._ragas_columns import cell_values, is_ragas, ragas_record

NEW = {"user_input": "3 + 4?", "response": "7", "reference": "7", "retrieved_contexts": ["c"]}
OLD = {"question": "3 + 4?", "answer": "7", "ground_truths": ["7"], "contexts": ["c"]}
RECORD = {"input": "3 + 4?", "prediction": "7", "references": ["7"], "sources": ["c"]}


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
    found = ragas_record({**row, "faithfulness": 0.5, "recall": None, "persona_name": "p"})
    assert found == {**RECORD, "meta": {"persona_name": "p", "scores": {"faithfulness": 0.5}}}


def test_outputs():
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
    found = ragas_record({"user_input": messages, "reference": "7"})
    assert found["prediction"] == "7"
    assert found["input"] == "human: Hi\n\nai: Hello\n\nhuman: 3 + 4?"
    assert found["meta"]["messages"] == messages
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

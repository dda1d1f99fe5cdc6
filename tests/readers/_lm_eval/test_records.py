"""Records of lm-eval logs: outputs, answers not found, repeats, chats and whole texts."""

import json

import pytest

from sacreval.errors import InputError
from support.lm_eval_logs import choice_row, read, row, write


def one(folder, options=None, **fields):
    """Return the record of a row."""
    (found,) = read(write(folder, row(**fields)), **(options or {}))
    return found


def test_answers(tmp_path):
    """The prediction is what the filter leaves, or the raw output; the raw text is kept."""
    found = one(tmp_path)
    assert (found["prediction"], found["meta"]["raw"]) == ("7", "It is 7")
    assert one(tmp_path, {"answer": "raw"})["prediction"] == "It is 7"
    assert one(tmp_path, resps=[[7]], filtered_resps=[7])["prediction"] == "7"
    assert one(tmp_path, filtered_resps=[""])["prediction"] == ""


def test_answer_not_found(tmp_path):
    """`[invalid]` is no answer; the scores are kept."""
    found = one(tmp_path, filtered_resps=["[invalid]"])
    assert found["error"] == "unparsed: [invalid]"
    assert "prediction" not in found
    assert found["meta"]["unparsed"] is True
    assert found["meta"]["scores"] == {"exact_match": 1.0}


@pytest.mark.parametrize(
    "fields", [{"filtered_resps": [None]}, {"resps": [], "filtered_resps": []}]
)
def test_no_answer(tmp_path, fields):
    """A reply that is missing is never an empty output."""
    assert one(tmp_path, **fields)["error"].startswith("not asked")


def test_repeats(tmp_path):
    """Repeats are samples, beside what the filter leaves of them."""
    found = one(tmp_path, resps=[["a", "b"]], filtered_resps=["a"])
    assert (found["samples"], found["prediction"]) == (["a", "b"], "a")
    found = one(tmp_path, resps=[["a", "b"]], filtered_resps=["[invalid]"])
    assert (found["samples"], found["prediction"]) == (["a", "b"], "")
    assert found["meta"]["unparsed"] is True
    found = one(tmp_path, resps=[["a", "b"]], filtered_resps=[["x", "y"]])
    assert (found["samples"], found.get("prediction")) == (["x", "y"], None)
    assert one(tmp_path, resps=[["a", None]])["error"].startswith("not asked")
    assert one(tmp_path, filtered_resps=[["x"]])["prediction"] == "x"
    assert one(tmp_path, filtered_resps=[[]])["error"].startswith("unparsed")


def test_prompts(tmp_path):
    """The input is the prompt, and of a chat its messages."""

    def asked(prompt):
        return one(tmp_path, arguments={"gen_args_0": {"arg_0": prompt, "arg_1": {}}})["input"]

    system, user = ({"role": r, "content": c} for r, c in (("system", "s"), ("user", "u")))
    assert asked("Q: q") == "Q: q"
    assert asked([json.dumps([user])]) == "u"
    assert asked([json.dumps([system, user])]) == "system: s\n\nuser: u"
    assert asked(["not JSON"]) == "not JSON"
    assert one(tmp_path, arguments=[["old prompt", {}]])["input"] == "old prompt"
    assert "input" not in one(tmp_path, arguments=[])


def test_whole_texts(tmp_path):
    """A rolling log-probability is a sequence with its words and bytes."""
    text = "so it  goes, é"
    asked = {"gen_args_0": {"arg_0": text}}
    fields = {"arguments": asked, "resps": [["-8.5"]], "filtered_resps": ["-8.5"], "target": text}
    found = one(tmp_path, **fields)
    assert found["sequence"] == {"logprob": -8.5, "words": 4, "bytes": 15}
    assert found.keys() & {"prediction", "references", "samples"} == set()
    assert one(tmp_path, **fields | {"arguments": [[text]]})["sequence"] == found["sequence"]
    assert one(tmp_path, **fields | {"resps": [["-inf"]]})["sequence"]["logprob"] == -9999.0
    assert one(tmp_path, **fields | {"resps": [["nan"]]})["error"].startswith("failed: log-prob")


def test_number_as_text(tmp_path):
    """A generated number is not taken for a log-probability."""
    assert one(tmp_path, resps=[["-8.5"]], filtered_resps=["-8.5"])["prediction"] == "-8.5"


def test_wrong_log_probability(tmp_path):
    """A reply that is no log-probability is an error with the document."""
    path = write(tmp_path, choice_row((" a", "x", "True"), (" b", "-1", "False")))
    with pytest.raises(InputError, match="document 0: `resps` has .* where a log-probability"):
        read(path)

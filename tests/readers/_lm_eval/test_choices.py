"""Choices of lm-eval logs: texts, log-probabilities and what is right."""

import math

import pytest

from sacreval.errors import InputError
from support.lm_eval_logs import choice_row, read, row, write, write_results

TWO = ((" yes", "-1.5", "True"), (" no", "-2.0", "False"))


def one(folder, *choices, **fields):
    """Return the record of a row with choices."""
    (found,) = read(write(folder, choice_row(*choices, **fields)))
    return found


def test_choices(tmp_path):
    """Log-probabilities that are stored as text, or as numbers in old logs, are numbers."""
    wanted = [
        {"text": " yes", "logprob": -1.5, "greedy": True},
        {"text": " no", "logprob": -2.0, "greedy": False},
    ]
    found = one(tmp_path, *TWO, target="1")
    assert (found["choices"], found["gold"]) == (wanted, 1)
    asked = [["Q", " yes"], ["Q", " no"]]
    numbers = [[[-1.5, True]], [[-2.0, False]]]
    assert one(tmp_path, *TWO, arguments=asked, resps=numbers)["choices"] == wanted


def test_contexts(tmp_path):
    """Of one continuation after several contexts, the choices are the contexts."""
    contexts = {
        f"gen_args_{i}": {"arg_0": f"Ann met {who}", "arg_1": " who ran."}
        for i, who in enumerate(("Bo", "Cy"))
    }
    doc = {"sentence": "Ann met _ who ran.", "option1": "Bo", "option2": "Cy", "answer": "2"}
    found = one(tmp_path, *TWO, arguments=contexts, doc=doc, target="who ran.")
    assert [choice["text"] for choice in found["choices"]] == ["Ann met Bo", "Ann met Cy"]
    assert found["gold"] == 1
    found = one(tmp_path, *TWO, arguments=contexts, target="who ran.")
    assert "gold" not in found
    write_results(tmp_path, config={"doc_to_text": "label"})
    assert one(tmp_path, *TWO, arguments=contexts, doc={"label": 0})["gold"] == 0


def test_mutual_information(tmp_path):
    """Choices that are asked for again without the question have `unconditioned`."""
    four = (*TWO, ("yes", "-3", "False"), ("no", "-4", "False"))
    row_ = choice_row(*four)
    for name in ("gen_args_2", "gen_args_3"):
        row_["arguments"][name]["arg_0"] = ""
    (found,) = read(write(tmp_path, row_))
    assert [(c["text"], c["logprob"], c["unconditioned"]) for c in found["choices"]] == [
        (" yes", -1.5, -3.0), (" no", -2.0, -4.0),
    ]  # fmt: skip


def test_one_continuation(tmp_path):
    """One continuation is a choice and a sequence, for its accuracy and its perplexity."""
    found = one(tmp_path, (" word", "-1.5", "True"), target=" word")
    assert found["choices"] == [{"text": " word", "logprob": -1.5, "greedy": True}]
    assert (found["gold"], found["sequence"]["logprob"]) == (0, -1.5)


def test_not_finite(tmp_path):
    """A log-probability that is not finite is no output."""
    found = one(tmp_path, TWO[0], (" no", "nan", "False"))
    assert found["error"] == "failed: log-probability 1 is nan"
    assert "choices" not in found


@pytest.mark.parametrize("least", [-math.inf, "-inf"])
def test_a_probability_of_0(tmp_path, least):
    """A choice of probability 0 is one that servers write as -9999, as in JSONL."""
    found = one(tmp_path, TWO[0], (" no", least, "False"))
    assert [choice["logprob"] for choice in found["choices"]] == [-1.5, -9999.0]


def test_unequal_replies(tmp_path):
    """Another number of replies than of requests is an error."""
    path = write(tmp_path, row(resps=[[["-1", "True"]], [["-2", "True"]]], filtered_resps=[]))
    with pytest.raises(InputError, match="2 replies to 1 requests"):
        read(path)

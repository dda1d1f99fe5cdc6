"""sacreval.select, from Python."""

import pytest

import sacreval
from sacreval.errors import ResultWarning, UsageError

TEXTS = [["a b c d", "x", "a b c"], ["y", "y", "z"]]


def test_lists_of_texts():
    """Lists of texts are the outputs for each input."""
    found = sacreval.select(TEXTS, "chrf")
    assert [one.prediction for one in found] == ["a b c d", "y"]
    assert found[0].meta["selected"]["of"] == 3


def test_files_and_records(tmp_path):
    """A file, its records and their engine make no difference."""
    path = tmp_path / "k.jsonl"
    path.write_text('{"out": ["a b c d", "x", "a b c"]}\n{"out": ["y", "y", "z"]}\n')
    from_file = sacreval.select(path, "bleu", map={"samples": "out"}, engine="official")
    from_records = sacreval.select([{"predictions": x} for x in TEXTS], "bleu", of="predictions")
    picked = [one.meta["selected"]["index"] for one in from_file]
    assert picked == [one.meta["selected"]["index"] for one in from_records]
    assert from_file[0].system_id == "k"


def test_wrong_arguments():
    """Several metrics, and outputs that are no lists, are refused in one sentence."""
    with pytest.raises(UsageError, match="one metric"):
        sacreval.select(TEXTS, ["chrf", "bleu"])
    with pytest.raises(sacreval.errors.InputError, match="no `samples`"):
        sacreval.select(["a", "b"], "chrf")


def test_failures_are_warnings():
    """What could not be scored is told."""
    metric = 'exact-match{"extract": "gsm8k-strict"}'
    with pytest.warns(ResultWarning, match="could not be scored"):
        found = sacreval.select([["a", "#### 1", "#### 1"]], metric)
    assert found[0].prediction == "#### 1"

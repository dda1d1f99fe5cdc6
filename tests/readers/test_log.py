"""Readers of logs: fields over the records that they make."""

import pytest

from sacreval.core.records import Instance, Repeats
from sacreval.errors import InputError
from support.lm_eval_logs import read, row, write
from support.toy_log import ToyLog


def test_fields():
    """Expressions see the record that the reader makes, which keeps its meta."""
    (batch,) = ToyLog(fields={"references": "meta.doc.answer"}).read("x")
    assert batch[0].references == ["8"]
    assert batch[0].meta == {"doc": {"answer": "8"}, "scores": {"acc": 0.0}}
    with pytest.raises(InputError, match="matches nothing"):
        list(ToyLog(fields={"references": "meta.dog"}).read("x"))


@pytest.mark.parametrize(
    ("prediction", "samples", "marked"),
    [
        ("7", ["7", "8"], True),
        ("8", ["7", "8"], False),
        ("7", ["7"], False),
        ("7", [True, False], False),
        (None, ["7", "8"], False),
    ],
)
def test_repeats(prediction, samples, marked, monkeypatch):
    """Samples of which the prediction is the first are marked as answers like it."""
    record = Instance(prediction=prediction, samples=samples)
    monkeypatch.setattr(ToyLog, "records", lambda *_: iter([(1, record)]))
    (batch,) = ToyLog().read("x")
    assert (type(batch[0].samples) is Repeats) == marked
    assert batch[0] == record


def test_fields_of_the_lines():
    """An expression that matches nothing is an error, also where the log has the field itself."""
    with pytest.raises(InputError, match=r"the reader toy makes.*with --reader jsonl over the li"):
        list(ToyLog(fields={"prediction": "resps[0]"}).read("x"))


def test_outputs_that_are_mapped(tmp_path):
    """An output that is mapped replaces that there is none; a text that is not read is none."""
    path = write(tmp_path, row(0, filtered_resps=["[invalid]"], resps=[["7"]]), row(1))
    found = read(path, fields={"prediction": "meta.raw"})
    assert [(one.get("prediction"), one.get("error")) for one in found] == [
        ("7", None), ("It is 7", None),
    ]  # fmt: skip
    found = read(path, fields={"prediction": "to_number(meta.raw)"})
    assert [one.get("prediction") for one in found] == [7, None]
    assert found[1]["error"].startswith("unparsed")

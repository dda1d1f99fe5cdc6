"""Values that expressions find in records."""

import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.scoring.inputs.breakdowns import as_mappings, in_words, values_of
from sacreval.text.expressions import compiled


def test_ids_are_those_of_results():
    """A record without ids has its line and its file's system; a number is its text."""
    batch = Batch([Instance(prediction="a"), Instance(instance_id=7, system_id="s")], system="f")
    found = values_of(batch, compiled("[instance_id, system_id, prediction]", ""))
    assert found == [["1", "f", "a"], ["7", "s", None]]


def test_replies_are_objects():
    """What a judge was answered can be named by its fields."""
    reply = RecordReply(text="yes")
    batch = Batch([Instance(prediction="a", replies={"j": [reply]})])
    assert next(as_mappings(batch))["replies"]["j"][0]["text"] == "yes"


def test_the_place_of_a_record_is_named():
    """An expression that cannot be applied names file and line."""
    batch = Batch([Instance(prediction="a"), Instance(prediction=5)], "f.jsonl")
    with pytest.raises(InputError, match=r"f\.jsonl:2: --by length\(prediction\) cannot be"):
        values_of(batch, compiled("length(prediction)", "--by "))


def test_values_in_words():
    """Lists and objects are named by their kind, and long texts are cut."""
    assert [in_words(x) for x in ([], {}, "a", 5, True)] == [
        "a list", "an object", '"a"', "5", "true",
    ]  # fmt: skip
    assert len(in_words("x" * 1000)) == 60

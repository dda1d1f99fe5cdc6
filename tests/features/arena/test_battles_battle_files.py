"""Files of battles are read, mapped and checked."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.arena.battles import read_battles
from support.program import write_jsonl

GOOD = {"instance_id": 1, "a": "x", "b": "y", "winner": "a"}


def test_other_programs(tmp_path):
    """Fields of another program are found by expressions; what is not named is left out."""
    log = {"question_id": 7, "model_a": "x", "model_b": "y", "winner": "tie (bothbad)", "turn": 1,
           "language": "de"}  # fmt: skip
    path = write_jsonl(tmp_path / "log.jsonl", [log])
    (one,) = read_battles([str(path)], {
        "instance_id": "question_id", "a": "model_a", "b": "model_b", "groups.lang": "language",
        "winner": "winner == 'model_a' && 'a' || winner == 'model_b' && 'b' || 'tie'",
    })  # fmt: skip
    assert one.battle.verdict() == 0.5
    assert one.battle.groups == {"lang": "de"}
    assert one.place == f"{path}:1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "log.jsonl:1"),
        ("[]", "must be an object, not a list"),
        (json.dumps(GOOD | {"model": 1}), "there is no field 'model'.*; a battle has instance_id"),
        (json.dumps(GOOD | {"winner": "c"}), "`winner` cannot be 'c'"),
        (json.dumps({"a": "x", "b": "y"}), "missing required field `instance_id`"),
        (json.dumps(GOOD) + "\n" + json.dumps(GOOD), "is in .*log.jsonl:1 too"),
        ('{"instance_id": 1, "a": "x", "b": "y", "a": "z"}', "'a' is repeated"),
        ("", "there is no battle"),
    ],
)
def test_refused(tmp_path, text, why):
    """What is no battle is refused with its place, and so is a verdict that is repeated."""
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=why):
        read_battles([str(path)])


def test_repetitions_and_orders_are_verdicts(tmp_path):
    """Repetitions with numbers, another judge and the other order are no repeated verdicts."""
    more = [{"repeat": 1}, {"judge": "j"}, {"a": "y", "b": "x"}]
    path = write_jsonl(tmp_path / "log.jsonl", [GOOD, *(GOOD | one for one in more)])
    assert len(read_battles([str(path)])) == 4


def test_bytes_that_are_not_utf8(tmp_path):
    """Bytes that are not UTF-8 are refused."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(json.dumps(GOOD).encode("utf-16"))
    with pytest.raises(InputError, match="not UTF-8"):
        read_battles([str(path)])


@pytest.mark.parametrize("name", ["modl", "groups", "a.b"])
def test_fields_that_are_none(tmp_path, name):
    """A field that battles do not have cannot be mapped."""
    path = write_jsonl(tmp_path / "log.jsonl", [GOOD])
    with pytest.raises(UsageError, match="no such field"):
        read_battles([str(path)], {name: "x"})

"""Means of judgments as a table for people."""

import pytest

from support.program import write_jsonl

JUDGED = [
    {"system_id": "b", "instance_id": "1", "prediction": "x", "judgments": {"good": [1, 2, None]}},
    {"system_id": "b", "instance_id": "2", "prediction": "x", "judgments": {"good": 4, "new": 1}},
    {"system_id": "a", "instance_id": "1", "prediction": "x", "groups": {"g": "u"},
     "judgments": {"good": 3}},
    {"system_id": "a", "instance_id": "2", "prediction": "x", "groups": {"g": "v"}},
    {"system_id": "human", "instance_id": "1", "prediction": "x", "system_type": "reference",
     "judgments": {"good": 5}},
]  # fmt: skip


@pytest.fixture
def judged(tmp_path):
    """Write records of which one was not judged."""
    return write_jsonl(tmp_path / "judged.jsonl", JUDGED)


def test_a_table_for_people(cli, judged):
    """A row for each system has, for each dimension, the mean and the number of inputs."""
    text = cli("correlate", "judgments", judged).out.splitlines()
    assert text[0].split() == ["system", "good", "n", "new", "n"]
    assert text[2].split() == ["b", "2.7500", "2", "1.0000", "1"]
    assert text[1].split() == ["a", "3.0000", "1", "-", "0"]

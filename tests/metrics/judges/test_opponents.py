"""Outputs of the opponent."""

import json

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges._opponents import Opponent, Opponents


def write(path, *lines):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(path)


def test_outputs_by_instance(tmp_path):
    """Outputs are found by instance, which is the line number where none is given."""
    path = write(tmp_path / "a.jsonl", {"prediction": "x"}, {"instance_id": 7, "prediction": "y"})
    found = Opponents(path)
    assert (found.of("1"), found.of("7")) == (Opponent("a", "x"), Opponent("a", "y"))
    with pytest.raises(InputError, match="no output for instance '2'"):
        found.of("2")


def test_several_systems(tmp_path):
    """Of several systems one is named."""
    lines = [{"instance_id": 1, "system_id": x, "prediction": x} for x in "ab"]
    path = write(tmp_path / "all.jsonl", *lines)
    assert Opponents(path, "b").of("1").prediction == "b"
    with pytest.raises(UsageError, match=r"several systems \(a, b\)"):
        Opponents(path)
    with pytest.raises(UsageError, match="has no system 'c'"):
        Opponents(path, "c")


def test_repeated_instance(tmp_path):
    """Two outputs for an instance are an error with the line."""
    path = write(tmp_path / "a.jsonl", *[{"instance_id": 1, "prediction": "x"}] * 2)
    with pytest.raises(InputError, match=r"a.jsonl:2: system 'a' has instance '1' already"):
        Opponents(path)

"""Means of judgments by system."""

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


def test_means_by_system(cli, judged):
    """Raters are averaged, then inputs that were judged; who was not judged has no mean."""
    found = cli("correlate", "judgments", judged, "--format", "json").json()
    means = {(one["system_id"], one["human"]): (one["mean"], one["n"]) for one in found}
    assert means == {
        ("a", "good"): (3.0, 1), ("a", "new"): (None, 0), ("b", "good"): (2.75, 2),
        ("b", "new"): (1.0, 1), ("human", "good"): (5.0, 1), ("human", "new"): (None, 0),
    }  # fmt: skip
    assert {one["system_type"] for one in found if one["system_id"] == "human"} == {"reference"}


def test_official_scores_of_systems(cli, tmp_path):
    """Judgments of whole systems that a folder holds stand beside the means."""
    folder = tmp_path / "human-scores"
    folder.mkdir()
    (folder / "en-de.mqm.seg.score").write_text("a\t-1\na\tNone\nb\t-2\nb\t-4\n")
    (folder / "en-de.mqm.sys.score").write_text("a\t-1.5\nb\t-3.5\n")
    found = cli("correlate", "judgments", ".", "--format", "json").json()
    got = [(one["system_id"], one["mean"], one["n"], one["official"]) for one in found]
    assert got == [("a", -1.0, 1, -1.5), ("b", -3.0, 2, -3.5)]

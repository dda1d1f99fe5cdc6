"""`sacreval correlate judgments`: means of what people said of each system."""

import csv
import io

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
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


def test_a_table_for_people(cli, judged):
    """A row for each system has, for each dimension, the mean and the number of inputs."""
    text = cli("correlate", "judgments", judged).out.splitlines()
    assert text[0].split() == ["system", "good", "n", "new", "n"]
    assert text[2].split() == ["b", "2.7500", "2", "1.0000", "1"]
    assert text[1].split() == ["a", "3.0000", "1", "-", "0"]


def test_who_and_what(cli, judged):
    """Dimensions, systems and tasks are chosen as for correlations."""
    words = ["--human", "good", "--systems", "peer", "--exclude", "b", "--format", "csv"]
    rows = list(csv.DictReader(io.StringIO(cli("correlate", "judgments", judged, *words).out)))
    assert [(row["system_id"], row["mean"]) for row in rows] == [("a", "3.0")]
    tasks = cli("correlate", "judgments", SAMPLE, "--tasks-by", "domain", "--format", "json").json()
    assert {one["task"] for one in tasks} == {"news", "recipes", "travel", "weather"}


def test_official_scores_of_systems(cli, tmp_path):
    """Judgments of whole systems that a folder holds stand beside the means."""
    folder = tmp_path / "human-scores"
    folder.mkdir()
    (folder / "en-de.mqm.seg.score").write_text("a\t-1\na\tNone\nb\t-2\nb\t-4\n")
    (folder / "en-de.mqm.sys.score").write_text("a\t-1.5\nb\t-3.5\n")
    found = cli("correlate", "judgments", ".", "--format", "json").json()
    got = [(one["system_id"], one["mean"], one["n"], one["official"]) for one in found]
    assert got == [("a", -1.0, 1, -1.5), ("b", -3.0, 2, -3.5)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--human", "god"], "did you mean 'good'"),
        (["--systems", "c"], "There is no system 'c'"),
        (["--exclude", "humn"], "did you mean 'human'"),
        (["--tasks-by", "x"], "--tasks-by x: no output has this group"),
    ],
)
def test_what_is_not_there(cli, judged, words, said):
    """Unknown dimensions, systems and groups are one sentence, and exit with 2."""
    done = cli("correlate", "judgments", judged, *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_nobody_judged(cli, tmp_path):
    """Records without judgments are refused in one sentence."""
    path = write_jsonl(tmp_path / "x.jsonl", [{"system_id": "a", "prediction": "x",
                                               "instance_id": "1"}])  # fmt: skip
    done = cli("correlate", "judgments", path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "There is no human score" in done.err

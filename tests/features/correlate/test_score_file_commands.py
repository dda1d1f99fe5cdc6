"""`sacreval correlate judgments`: means of what people said of each system."""

import csv
import io

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_who_and_what(cli, judged):
    """Dimensions, systems and tasks are chosen as for correlations."""
    words = ["--human", "good", "--systems", "peer", "--exclude", "b", "--format", "csv"]
    rows = list(csv.DictReader(io.StringIO(cli("correlate", "judgments", judged, *words).out)))
    assert [(row["system_id"], row["mean"]) for row in rows] == [("a", "3.0")]
    tasks = cli("correlate", "judgments", SAMPLE, "--tasks-by", "domain", "--format", "json").json()
    assert {one["task"] for one in tasks} == {"news", "recipes", "travel", "weather"}


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

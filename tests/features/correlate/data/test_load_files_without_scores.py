"""Files of records, which have no scores yet, where scores are correlated."""

import pytest

from support.program import write_jsonl


@pytest.fixture
def records(tmp_path):
    """Write records with judgments of two people."""
    lines = [
        {"instance_id": str(i), "system_id": s, "prediction": "a", "references": ["a"],
         "judgments": {"q": i + k, "r": i * k}}
        for i in range(4) for k, s in enumerate("abc")
    ]  # fmt: skip
    write_jsonl(tmp_path / "my records.jsonl", lines)
    return "my records.jsonl"


@pytest.mark.parametrize(
    ("words", "metric"),
    [([], "rouge"), (["--metric", "chrF2"], "chrf"), (["--metric", "x"], "rouge")],
)
def test_records_are_answered_with_the_commands_that_score_them(cli, records, words, metric):
    """The metric is that which the score is named after, and the path is quoted."""
    done = cli("correlate", "scores", records, "--human", "q", *words)
    assert (done.code, done.out) == (2, "")
    assert f"`sacreval correlate {metric} 'my records.jsonl' --human q` scores" in done.err
    assert f"`sacreval score {metric} 'my records.jsonl' -o scores.jsonl`" in done.err


def test_people_are_correlated_with_people(cli, records):
    """A human score in the place of a metric needs no scores."""
    words = ["--metric", "r", "--level", "global", "--interval", "none"]
    assert cli("correlate", "scores", records, "--human", "q", *words).code == 0


def test_judgments_alone(cli, tmp_path):
    """A file of judgments without outputs needs a file of scores beside it, and the reverse."""
    output, words = {"instance_id": "1", "system_id": "a"}, ["--human", "q"]
    write_jsonl(tmp_path / "j.jsonl", [{**output, "judgments": {"q": 1}}])
    err = cli("correlate", "scores", "j.jsonl", *words).err
    assert "have no scores of metrics; add files" in err
    write_jsonl(tmp_path / "s.jsonl", [{**output, "scores": {"m": 1}}])
    err = cli("correlate", "scores", "s.jsonl", *words).err
    assert "no judgments at all; add files of records with judgments.q" in err

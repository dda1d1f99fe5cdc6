"""`sacreval correlate trust`: files of scores and judgments, output and errors."""

import json

import pytest

from support.program import write_jsonl
from support.ratings import judged


@pytest.fixture
def file(tmp_path):
    """Write scored and judged outputs."""
    return write_jsonl(tmp_path / "judged.jsonl", judged()).name


def test_output(cli, file, tmp_path):
    """The tables are printed and written; a metric on another scale is one notice."""
    done = cli("correlate", "trust", file, "--human", "good", "-o", "out.json", "-o", "out.csv")
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "far: scores from" in done.err
    assert done.out.startswith("metric    n  instances  pearson")
    document = json.loads((tmp_path / "out.json").read_text())
    assert [one["metric"] for one in document["judges"]] == ["far", "judge"]
    assert cli("correlate", "trust", file, "--human", "good", "--metric", "judge").err == ""


def test_scores_and_records_in_two_files(cli, file, tmp_path):
    """Scores in one file and judged records in another are one."""
    records = [json.loads(line) for line in (tmp_path / file).read_text().splitlines()]
    write_jsonl(tmp_path / "records.jsonl",
                [{k: v for k, v in one.items() if k != "scores"} for one in records])  # fmt: skip
    write_jsonl(tmp_path / "scores.jsonl", [
        {k: one[k] for k in ("instance_id", "system_id", "scores")} for one in records
    ])  # fmt: skip
    words = ["--human", "good", "--format", "json"]
    both = cli("correlate", "trust", "scores.jsonl", "records.jsonl", *words).json()
    assert both == cli("correlate", "trust", file, *words).json()


def test_runs(cli, file, tmp_path):
    """Two runs of a judge are refused, unless they are repetitions."""
    other = [one | {"scores": {"judge": 3.0}, "judgments": None} for one in judged()]
    write_jsonl(tmp_path / "again.jsonl", other)
    words = ["correlate", "trust", file, "again.jsonl", "--human", "good", "--metric", "judge"]
    assert "--duplicates" in cli(*words).err
    done = cli(*words, "--duplicates", "repeats", "--format", "json")
    assert done.json()["judges"][0]["repetitions"]["n"] == 180


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--human", "god"], "did you mean 'good'"),
        (["--human", "good", "--own", "judge"], "write OUTPUT=SYSTEM"),
        (["--human", "good", "--own", "judge=x", "--own", "judge=y"], "is repeated"),
        (["--human", "good", "--scale", "5", "1"], "--scale 5 1"),
        (["--human", "good", "--epsilon", "nan"], "--epsilon nan"),
        ([], "--human"),
    ],
)
def test_refused(cli, file, words, said):
    """What cannot be meant is one sentence, and exit 2."""
    done = cli("correlate", "trust", file, *words)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")
    assert said in done.err

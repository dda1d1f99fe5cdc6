"""Files of the scores of records: JSON lines and tables."""

import json

import pytest

from support.record_files import SAMPLE, WRITERS, read


@pytest.mark.parametrize("ending", ["csv", "tsv"])
@pytest.mark.parametrize("verb", WRITERS)
def test_a_table_has_a_column_for_each_output(cli, tmp_path, verb, ending):
    """Files that end in .csv or .tsv are tables with the numbers of the JSON lines."""
    for file in ("a.jsonl", f"b.{ending}"):
        done = cli(*WRITERS[verb](file), "-q")
        assert done.code == 0, done.err
    lines, rows = read(tmp_path / "a.jsonl"), read(tmp_path / f"b.{ending}")
    assert len(lines) == len(rows) == 60
    for line, row in zip(lines, rows, strict=True):
        assert (row["system_id"], row["instance_id"]) == (line["system_id"], line["instance_id"])
        assert row["groups.domain"] == line["groups"]["domain"]
        assert {name: float(row[name]) for name in line["scores"]} == line["scores"]


@pytest.mark.parametrize("file", ["a.txt", "a", "a.json", "a.jsonl.gz"])
@pytest.mark.parametrize("verb", WRITERS)
def test_other_endings_are_refused(cli, tmp_path, verb, file):
    """An ending without a format is refused before any work, and nothing is written."""
    done = cli(*WRITERS[verb](file))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert ".jsonl, .ndjson, .csv, .tsv" in done.err
    assert not list(tmp_path.iterdir())


def test_a_table_is_not_linked(cli, tmp_path):
    """A result file does not name a table as its records, and a notice says why."""
    done = cli("evaluate", "bleu", SAMPLE, "--instances", "a.csv", "-o", "r.json")
    assert "a table has no statistics" in done.err
    assert json.loads((tmp_path / "r.json").read_text())["instances"] is None
    assert cli("report", "r.json", "-o", "r.html").code == 0

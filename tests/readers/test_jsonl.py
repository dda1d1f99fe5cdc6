"""JSONL: odd lines."""

import json

import pytest

from sacreval.readers.jsonl import JsonlReader
from support.program import records, write_jsonl

LINES = "".join(f"{json.dumps(record)}\n" for record in records())


def tsv(cli, *words, stdin=b""):
    outcome = cli("evaluate", "exact-match", *words, "--format", "tsv", stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return [line.split("\t") for line in outcome.out.splitlines()[1:]]


def scores(rows):
    return {row[2]: (float(row[4]), int(row[5])) for row in rows}


def test_odd_lines(cli, tmp_path):
    """A byte order mark, CRLF, blank lines and a missing last line end change nothing."""
    text = "\ufeff" + LINES.replace("\n", "\r\n\r\n").rstrip()
    (tmp_path / "sys.jsonl").write_bytes(text.encode())
    assert scores(tsv(cli, "sys.jsonl", "--quiet")) == {"sys": (1 / 3, 3)}


MEBIBYTES_10 = 10 * 2**20


@pytest.mark.long
def test_long_line_allowed(cli, tmp_path):
    """A line of 10 MB of JSONL is read when the limit is raised as the message says."""
    long = "word " * (MEBIBYTES_10 // 5)
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": long, "references": [long]}])
    assert cli("evaluate", "exact-match", "a.jsonl").code == 2
    outcome = cli("evaluate", "exact-match", "a.jsonl", "--reader", 'jsonl{"max_line": 64}')
    assert (outcome.code, outcome.err) == (0, "")


def test_indented_object(cli, tmp_path):
    """A JSON object over several lines, as a file of results, is called what it is."""
    (tmp_path / "results.json").write_text('{\n  "results": {}\n}\n')
    found = cli("evaluate", "exact-match", "results.json")
    assert found.code == 2
    assert "results.json:1: this is a JSON object over several lines" in found.err


def test_faults(tmp_path):
    """The faults of a file are those of its lines, each as it would be alone."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"prediction": "a"}\n\n{"predict": 1}\n[]\n{"meta": {"a": 1, "a": 2}}\n')
    places = [fault.removeprefix(str(path)).split(": ")[0] for fault in JsonlReader().faults(path)]
    assert places == [":3", ":4", ":5"]
    path.write_text("x" * 99)
    [fault] = JsonlReader(max_line=1e-5).faults(str(path))
    assert "longer than" in fault

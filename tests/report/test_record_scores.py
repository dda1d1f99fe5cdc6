"""Files of reports and records: formats, spreadsheets, orders of systems."""

import csv
import io
import json

import pytest

from sacreval.report.spreadsheets import inert
from sacreval.report.tables import delimited
from support.program import write_jsonl
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


@pytest.mark.parametrize("value", ["a\rb", "a\nb", 'a "b"', "a,b"])
def test_a_table_is_read_back(cli, tmp_path, value):
    """Characters that end lines or cells are quoted: `correlate` reads what `score` wrote."""
    lines = [
        {"instance_id": str(i), "system_id": x, "prediction": p, "references": ["a"],
         "groups": {"topic": value}, "judgments": {"human": i}}
        for x in "xy" for i, p in enumerate(["a", "a b"])
    ]  # fmt: skip
    write_jsonl(tmp_path / "in.jsonl", lines)
    assert cli("score", "chrf", "in.jsonl", "-o", "s.csv", "-q").code == 0
    assert {row["groups.topic"] for row in read(tmp_path / "s.csv")} == {value}
    done = cli("correlate", "list", "s.csv")
    assert (done.code, done.err) == (0, "")


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


OUTPUTS = ("so 7", "I cannot help", "", "so 8")

LACKING = [
    {"instance_id": str(i), "prediction": x, "reference": "7"} for i, x in enumerate(OUTPUTS)
]


@pytest.mark.parametrize("verb", ["evaluate", "score"])
def test_unanswered_records_are_marked(cli, tmp_path, verb):
    """A record in whose output a metric finds no answer names the metric; others do not."""
    source = write_jsonl(tmp_path / "x.jsonl", LACKING)
    words = [verb, "suite", "-m", 'exact-match{"extract": ["last-number"]}', "-m", "token-f1"]
    for file in ("a.jsonl", "b.csv"):
        out = ["--instances", file] if verb == "evaluate" else ["-o", file]
        assert cli(*words, source, *out, "-q").code == 0
    lines, rows = read(tmp_path / "a.jsonl"), read(tmp_path / "b.csv")
    marks = [record.get("unanswered") for record in lines]
    assert marks == [None, ["exact-match"], ["exact-match", "token-f1"], None]
    cells = [row["unanswered"] for row in rows]
    assert [json.loads(cell) if cell else None for cell in cells] == marks
    cli(*words, write_jsonl(tmp_path / "y.jsonl", LACKING[::3]), *out, "-q", "--force")
    assert "unanswered" not in (tmp_path / "b.csv").read_text()


FORMULAS = [
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("x","y")',
]

NUMBERS = ["-1.5", "+2", "-1e-07", "-inf", "0.5", "1", "", "a=b", "a-b"]


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_formulas_become_text_and_numbers_stay(delimiter):
    """Cells that begin with = + - @ get an apostrophe unless they are numbers."""
    safe = inert(delimited([FORMULAS, NUMBERS], delimiter), delimiter)
    formulas, numbers = csv.reader(io.StringIO(safe, newline=""), delimiter=delimiter)
    assert formulas == [f"'{cell}" for cell in FORMULAS]
    assert numbers == NUMBERS


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
def test_spreadsheet_safe(cli, tmp_path, verb):
    """--spreadsheet-safe guards what is printed and written, and nothing changes without it."""
    records = [
        {"instance_id": str(i), "system_id": name, "prediction": "a b", "references": ["a c"]}
        for name in ("=1+1", "b")
        for i in range(3)
    ]
    write_jsonl(tmp_path / "a.jsonl", records)
    run = (verb, "chrf", "a.jsonl", "--format", "csv")
    plain, safe = cli(*run).out, cli(*run, "--spreadsheet-safe", "-o", "out.tsv").out
    assert ",=1+1," in plain
    assert ",'=1+1," in safe
    assert ",=1+1," not in safe
    assert "\t'=1+1\t" in (tmp_path / "out.tsv").read_text()
    assert plain.replace("=1+1", "'=1+1") == safe


def test_correlate_is_spreadsheet_safe(cli, tmp_path):
    """`correlate` guards the names of metrics."""
    records = [
        {
            "instance_id": str(j),
            "system_id": f"s{i}",
            "scores": {"@m": i + j},
            "judgments": {"h": i},
        }
        for i in range(4)
        for j in range(3)
    ]
    write_jsonl(tmp_path / "s.jsonl", records)
    run = (
        "correlate",
        "scores",
        "s.jsonl",
        "--human",
        "h",
        "--format",
        "csv",
        "--interval",
        "none",
    )
    done = cli(*run, "--spreadsheet-safe")
    assert done.code == 0, done.err
    assert "\n'@m," in done.out
    assert "\n@m," in cli(*run).out

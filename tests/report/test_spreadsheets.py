"""Cells that spreadsheets would run as formulas."""

import csv
import io

import pytest

from sacreval.report.spreadsheets import inert
from sacreval.report.tables import delimited
from support.program import write_jsonl

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

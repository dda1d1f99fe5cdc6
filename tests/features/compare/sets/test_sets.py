"""Comparisons over data sets as they are shown: files, tables and the plot."""

import csv
import io
import json
from dataclasses import replace

import jsonschema
import msgspec
import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.compare.compare_options import BaseOptions, SetOptions
from sacreval.features.compare.sets.compare_sets import compare_named, compare_sets
from sacreval.features.compare.sets.result import (
    SetComparisonFile,
    SetReport,
    SetSettings,
    SetStanding,
)
from sacreval.features.compare.sets.tables import notes, render, table_over_sets
from sacreval.scoring.sets.set_scores import NamedFile, SetScores, SetTable
from support.mirror import CHECKOUT
from support.set_results import write_sets


def test_a_file_is_read_as_it_was_written():
    """The file has settings, systems and ranks, and no notices."""
    standing = SetStanding(
        output="m", system_id="a", mean_rank=1.0, mean_of_sets=1.0, scores={"x": 1.0}
    )
    file = SetReport(SetSettings(runs="@"), [standing], [], ["told"]).to_file()
    text = msgspec.json.encode(file)
    assert msgspec.json.decode(text, type=SetComparisonFile) == file
    assert "notices" not in msgspec.json.decode(text)


def test_options_choose_outputs_and_the_base(tmp_path):
    """Files are compared by the outputs, the base and the level of the options."""
    paths = write_sets(tmp_path, {"news": {"a": 1.0, "b": 2.0}, "law": {"a": 3.0, "b": 4.5}})
    files = [NamedFile(None, path) for path in paths]
    report = compare_named(files, SetOptions(), BaseOptions(base="b", confidence=0.9))
    assert report.settings == SetSettings(base="b", confidence=0.9)
    assert {x.system_id for x in report.systems if x.mean_of_sets == 3.25} == {"b"}
    with pytest.raises(UsageError, match="--metric other: available: score"):
        compare_named(files, SetOptions(metric=("other",)), BaseOptions())


SCORES = 50 + np.random.default_rng(2).normal(size=(8, 3)) + [0, 0.1, 6]


@pytest.fixture(scope="module")
def report():
    """A comparison of three models by two outputs."""
    sets = {
        f"s{i}": dict(zip(("old", "new", "best_1"), row, strict=True))
        for i, row in enumerate(SCORES.tolist())
    }
    outputs = [SetScores("bleu", True, sets), SetScores("errors", False, sets)]
    return compare_sets(SetTable(outputs, []), SetSettings())


def test_table(report):
    """The best is first, the base is marked, and systems that share a letter are alike."""
    table = table_over_sets(report)
    rows = [dict(zip(table.head, row, strict=True)) for row in table.rows]
    assert [(r["metric"], r["system"]) for r in rows[:1]] == [("bleu", "best_1")]
    named = {r["system"]: r for r in rows if r["metric"] == "bleu"}
    assert {r["finding"] for r in named.values()} == {"base", "better", "no difference shown"}
    assert named["old"]["finding"] == "base"
    assert named["old"]["difference"] == ""
    assert named["old"]["Nemenyi"] == named["new"]["Nemenyi"] == "a"
    assert named["best_1"]["Nemenyi"] == "-"
    assert named["best_1"]["mean-of-sets"] == f"{SCORES[:, 2].mean():.2f}"


def test_notes(report):
    """Below the table are the tests of ranks, output by output, and what the columns are."""
    lines = notes(report)
    assert lines[0].startswith("bleu, 8 sets: Friedman chi2(2) ")
    assert "Iman-Davenport F(2, 14)" in lines[0]
    assert "Nemenyi's critical difference of mean ranks at 0.05 1.17" in lines[0]
    assert lines[1].startswith("errors, 8 sets")
    assert "every set counts alike" in lines[2]


def test_unanswered_records(report):
    """They have a column in the table and in spreadsheets, where there are any."""
    base, system, *rest = report.systems
    filled = replace(report, systems=[base, replace(system, unanswered=3, missing=2), *rest])
    table = table_over_sets(filled)
    rows = [dict(zip(table.head, row, strict=True)) for row in table.rows]
    assert [(row["unanswered"], row["missing"]) for row in rows[:2]] == [("0", "0"), ("3", "2")]
    assert render(filled, "tsv").splitlines()[0].endswith("\tunanswered\tmissing")
    assert "unanswered" not in render(report, "tsv")


def test_missing_records(report):
    """They have a column and a line; a finding that they could undo says how many there are."""
    base, system, *_ = sorted((x for x in report.systems if x.output == "bleu"),
                           key=lambda x: x.against_base is not None)  # fmt: skip
    against = replace(system.against_base, finding="depends on missing", p_at_worst=0.4)
    filled = replace(report, systems=[base, replace(system, missing=7, against_base=against)])
    table = table_over_sets(filled)
    rows = [dict(zip(table.head, row, strict=True)) for row in table.rows]
    assert [(row["missing"], row["finding"]) for row in rows] == [
        ("0", "base"), ("7", "depends on 7 missing")
    ]  # fmt: skip
    assert notes(filled)[0] == (
        f"records are missing ('{system.system_id}' 7); a finding is one only if it holds with the "
        "missing records against it; means and ranks leave them out"
    )
    assert render(filled, "tsv").splitlines()[0].endswith("\tmissing")
    unbounded = replace(system, missing=7)
    line = notes(replace(filled, systems=[base, unbounded]))[0]
    assert "for bleu, which is no mean of scores with a worst value" in line


def test_formats(report):
    """JSON follows its schema; delimited text and lines have a row for each system and output."""
    path = CHECKOUT / "sacreval/features/compare/sets/set_comparison.schema.json"
    schema = json.loads(path.read_text())
    document = json.loads(render(report, "json"))
    jsonschema.validate(document, schema)
    assert document["systems"][0]["scores"].keys() == {f"s{i}" for i in range(8)}
    lines = [json.loads(line) for line in render(report, "jsonl").splitlines()]
    assert lines == document["systems"]
    for form, mark in (("tsv", "\t"), ("csv", ",")):
        rows = list(csv.DictReader(io.StringIO(render(report, form)), delimiter=mark))
        assert [row["system_id"] for row in rows] == [x["system_id"] for x in lines]
        assert float(rows[0]["low"]) == lines[0]["against_base"]["interval"]["low"]
        assert rows[0]["sets"] == "8"
    assert render(report, "text").count("metric  ") == 1
    assert render(report, "md").count("\n| :---") == 1
    assert "best\\_1" in render(report, "tex")

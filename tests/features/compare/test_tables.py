"""Comparisons as a table for people, and as rows."""

import csv
import io
import json
from dataclasses import replace

from sacreval.core.results import Interval
from sacreval.features.compare.result import (
    Change,
    Comparison,
    ComparisonReport,
    MarginAnswer,
    Settings,
    Standing,
)
from sacreval.features.compare.result import TestResult as Tested
from sacreval.features.compare.tables import render, systems_table, tables, wide_table

COMPARISON = Comparison(
    metric="bleu", output="bleu", group=None, base="a", other="b", n=7, base_value=30.0,
    other_value=32.5, difference=2.5,
    interval=Interval(low=1.0, high=4.0, level=0.95, method="m", resamples=9, seed=1, reason="r"),
    finding="better", test="paired-ar", test_reason="",
    tests={"paired-ar": Tested(p=0.01, p_holm=0.02), "sign": Tested(p=0.03, p_holm=0.04)},
    effect_size=None, wins=4, ties=2, losses=1, detectable=1.25,
    gains=[Change(instance_id="i3", base=0.25, other=1.0)], drops=[], higher_is_better=True,
    base_signature="bleu|case:mixed|outputs:1", other_signature="bleu|case:mixed|outputs:2",
    n_units=7,
)  # fmt: skip
RANKS = [
    Standing(output="bleu", group=None, system_id="a", value=30.0, best_rank=2, worst_rank=2),
    Standing(output="bleu", group=None, system_id="b", value=32.5, best_rank=1, worst_rank=2),
]
REPORT = ComparisonReport(Settings(), [COMPARISON], RANKS)


def cells(report, **settings):
    """Return the rows of the table with all columns, each from column to cell."""
    table = wide_table(replace(report, settings=Settings(all_tests=True, **settings)))
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


def test_a_row_for_each_system():
    """The base comes first without tests; values have two digits, ranks a range."""
    base, other = cells(REPORT)
    assert (base["system"], base["value"], base["ranks"], base["finding"]) == (
        "a",
        "30.00",
        "2",
        "base",
    )
    assert base["difference"] == ""
    assert other["difference"] == "+2.50 [+1.00, +4.00]"
    assert (other["p"], other["p Holm"], other["d"]) == ("0.0100", "0.0200", "-")
    assert (other["win/tie/loss"], other["detectable"]) == ("4/2/1", "1.25")
    assert (other["ranks"], other["finding"]) == ("1-2", "better")


def test_the_finding_comes_first():
    """By default a row has the finding, the difference, its interval and the corrected p-value."""
    table = wide_table(REPORT)
    assert table.head == ["metric", "system", "finding", "value", "difference", "p Holm"]
    assert table.rows[1] == ["BLEU", "b", "better", "32.50", "+2.50 [+1.00, +4.00]", "0.0200"]


def test_sizes_that_differ():
    """The number of records is a column where it differs between rows."""
    other = replace(COMPARISON, output="ter", metric="ter", n=5, base_signature="ter|x:1")
    ranks = [*RANKS, *(replace(rank, output="ter") for rank in RANKS)]
    table = wide_table(ComparisonReport(Settings(), [COMPARISON, other], ranks))
    assert [(row[0], row[table.head.index("n")]) for row in table.rows] == [
        ("BLEU", "7"), ("BLEU", "7"), ("TER", "5"), ("TER", "5"),
    ]  # fmt: skip


def test_all_tests():
    """On request each test that does not decide has a column too."""
    other = cells(REPORT)[1]
    assert (other["p"], other["p sign"], other["p Holm"]) == ("0.0100", "0.0300", "0.0200")
    assert "p paired-ar" not in other


def test_all_pairs():
    """All pairs have a row each with its base, below a table of all systems' scores."""
    (row,) = cells(REPORT, all_pairs=True)
    assert (row["system"], row["base"], row["finding"], row["d"]) == ("b", "a", "better", "-")
    assert not {"value", "ranks"} & row.keys()
    systems, pairs = tables(replace(REPORT, settings=Settings(all_pairs=True)))
    assert (systems.head, systems.rows) == (["system", "BLEU"], [["a", "30.00"], ["b", "32.50"]])
    assert pairs.head == ["metric", "system", "base", "finding", "difference", "p Holm"]


def test_systems_of_all_pairs():
    """Scores are by data set and group, with ranks beside them where all tests are requested."""
    ter = [replace(rank, output="ter") for rank in RANKS]
    parts = [replace(rank, dataset=x, group="d=n") for x in "xy" for rank in (*RANKS, *ter[:1])]
    both = [COMPARISON, replace(COMPARISON, output="ter", metric="ter", base_signature="ter|x:1")]
    report = ComparisonReport(Settings(all_pairs=True, all_tests=True), both, parts)
    table = systems_table(report)
    assert table.head == ["data set", "group", "system", "BLEU", "ranks", "TER", "ranks"]
    assert table.rows[:2] == [
        ["x", "d=n", "a", "30.00", "2", "30.00", "2"],
        ["x", "d=n", "b", "32.50", "1-2", "-", "-"],
    ]
    assert len(table.rows) == 4


def test_what_is_missing():
    """Without an interval, a detectable difference and a correction, cells say so."""
    tests = {"paired-ar": Tested(p=0.01, p_holm=None)}
    bare = replace(COMPARISON, interval=None, detectable=None, tests=tests, exploratory=True)
    other = cells(replace(REPORT, comparisons=[bare]))[1]
    assert (other["difference"], other["detectable"], other["p Holm"]) == ("+2.50", "-", "-")
    assert other["finding"] == "better (exploratory)"


def test_records_that_a_pair_lacks():
    """Each difference is from the value beside it; the base has its score on all its records."""
    tests = {"paired-ar": Tested(p=0.01, p_holm=0.02)}
    lacking = replace(COMPARISON, tests=tests, n=9, other_missing=2, shared=7)
    whole = replace(COMPARISON, tests=tests, other="c", n=9, base_value=28.0, difference=4.5)
    ranks = [replace(rank, value_of_all=28.0) for rank in RANKS]
    ranks.append(replace(RANKS[1], system_id="c", value_of_all=32.5))
    report = ComparisonReport(Settings(), [lacking, whole], ranks)
    table = wide_table(report)
    columns = [table.head.index(x) for x in ("n", "missing", "shared", "value", "base value")]
    assert [[row[i] for i in columns] for row in table.rows] == [
        ["9", "0", "", "28.00", ""],
        ["9", "2", "7", "32.50", "30.00"],
        ["9", "0", "9", "32.50", "28.00"],
    ]
    paired = wide_table(replace(report, settings=Settings(all_pairs=True)))
    assert paired.head[4:] == [
        "n", "missing", "shared", "value", "base value", "difference", "p Holm",
    ]  # fmt: skip
    assert paired.rows[0][4:9] == ["9", "2 and 0", "7", "32.50", "30.00"]
    rows = csv.DictReader(io.StringIO(render(report, "csv")))
    assert [row["shared"] for row in rows] == ["7", "9"]
    assert "records" not in render(report, "text")
    assert systems_table(report).rows[0] == ["a", "28.00"]


def test_shares_have_four_digits():
    """Where all values of an output are below 10, they are shown as shares."""
    small = [replace(rank, value=rank.value / 100) for rank in RANKS]
    assert [row["value"] for row in cells(replace(REPORT, standings=small))] == [
        "0.3000",
        "0.3250",
    ]


def test_an_output_without_a_direction():
    """It has neither wins nor ranks."""
    plain = replace(COMPARISON, wins=None, losses=None, higher_is_better=None, finding="different")
    ranks = [replace(rank, best_rank=None, worst_rank=None) for rank in RANKS]
    other = cells(ComparisonReport(Settings(), [plain], ranks))[1]
    assert (other["win/tie/loss"], other["ranks"]) == ("-", "-")


def test_rows_for_machines():
    """CSV and JSON have one row a comparison at full precision."""
    (row,) = csv.DictReader(io.StringIO(render(REPORT, "csv")))
    assert (row["difference"], row["low"], row["sign_p_holm"]) == ("2.5", "1.0", "0.04")
    assert (row["test"], row["p"], row["p_holm"]) == ("paired-ar", "0.01", "0.02")
    assert (row["interval"], row["interval_reason"]) == ("m", "r")
    assert json.loads(render(REPORT, "jsonl"))["gains"][0]["instance_id"] == "i3"
    assert json.loads(render(REPORT, "json"))["comparisons"][0]["other_value"] == 32.5


def test_rows_of_different_tests_have_one_head():
    """A test that only some comparisons have is a column, empty for the others."""
    mid = replace(COMPARISON, test="mid-p", tests={"mid-p": Tested(p=0.5, p_holm=0.6)})
    answer = MarginAnswer(
        question="not worse", margin=0.5, answer="worse", low=-2.0, high=-1.0, level=0.9
    )
    report = replace(REPORT, comparisons=[COMPARISON, replace(mid, margins=[answer])])
    first, second = csv.DictReader(io.StringIO(render(report, "csv")))
    assert (first["mid-p_p"], first["not worse 0.5"]) == ("", "")
    assert (second["mid-p_p"], second["paired-ar_p"], second["p"]) == ("0.5", "", "0.5")
    assert second["not worse 0.5"] == "worse"

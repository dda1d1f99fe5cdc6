"""Comparisons as a table for people, and as rows."""

import csv
import io
import json
from dataclasses import replace

import pytest

from sacreval.core.comparisons import Change, Comparison, ComparisonReport, Settings, Standing
from sacreval.core.comparisons import TestResult as Tested
from sacreval.core.results import Interval
from sacreval.report.comparison import notes, p_text, render, wide_table
from sacreval.stats.paired import TESTS

ONE = Comparison(
    metric="bleu", output="bleu", group=None, base="a", other="b", n=7, base_value=30.0,
    other_value=32.5, difference=2.5,
    interval=Interval(low=1.0, high=4.0, level=0.95, method="m", resamples=9, seed=1),
    finding="better", tests={name: Tested(p=0.01, p_holm=0.02) for name in TESTS},
    effect_size=None, wins=4, ties=2, losses=1, detectable=1.25,
    gains=[Change(instance_id="i3", base=0.25, other=1.0)], drops=[], higher_is_better=True,
    base_signature="bleu|case:mixed|outputs:1", other_signature="bleu|case:mixed|outputs:2",
)  # fmt: skip
RANKS = [
    Standing(output="bleu", group=None, system_id="a", value=30.0, best_rank=2, worst_rank=2),
    Standing(output="bleu", group=None, system_id="b", value=32.5, best_rank=1, worst_rank=2),
]
REPORT = ComparisonReport(Settings(), [ONE], RANKS)


def test_a_row_for_each_system():
    """The base comes first without tests; values have two digits, ranks a range."""
    table = wide_table(REPORT)
    base, other = (dict(zip(table.head, row, strict=True)) for row in table.rows)
    assert (base["system"], base["value"], base["ranks"], base["finding"]) == (
        "a",
        "30.00",
        "2",
        "base",
    )
    assert base["difference"] == ""
    assert other["difference"] == "+2.50 [+1.00, +4.00]"
    assert (other["p Holm"], other["d"], other["win/tie/loss"]) == ("0.0200", "-", "4/2/1")
    assert (other["ranks"], other["finding"]) == ("1-2", "better")


def test_shares_have_four_digits():
    """Where all values of an output are below 10, they are shown as shares."""
    small = [replace(one, value=one.value / 100) for one in RANKS]
    table = wide_table(replace(REPORT, standings=small))
    assert [row[table.head.index("value")] for row in table.rows] == ["0.3000", "0.3250"]


def test_an_output_without_a_direction():
    """It has neither wins nor ranks."""
    plain = replace(ONE, wins=None, losses=None, higher_is_better=None, finding="different")
    ranks = [replace(one, best_rank=None, worst_rank=None) for one in RANKS]
    table = wide_table(ComparisonReport(Settings(), [plain], ranks))
    other = dict(zip(table.head, table.rows[1], strict=True))
    assert (other["win/tie/loss"], other["ranks"]) == ("-", "-")


def test_notes():
    """The largest changes, the settings, and each signature once, without outputs."""
    changes, settings, signature = notes(REPORT)
    assert "i3 (0.25 to 1)" in changes
    assert "none" in changes
    assert "seed:12345" in settings
    assert signature == "bleu|case:mixed"


def test_rows_for_machines():
    """CSV and JSON have one row a comparison at full precision."""
    (row,) = csv.DictReader(io.StringIO(render(REPORT, "csv")))
    assert (row["difference"], row["low"], row["sign_p_holm"]) == ("2.5", "1.0", "0.02")
    assert json.loads(render(REPORT, "jsonl"))["gains"][0]["instance_id"] == "i3"
    assert json.loads(render(REPORT, "json"))["comparisons"][0]["other_value"] == 32.5


@pytest.mark.parametrize(
    ("p", "text"), [(0.00004, "<0.0001"), (0.00006, "0.0001"), (1.0, "1.0000")]
)
def test_p_values(p, text):
    """A p-value is never shown as 0."""
    assert p_text(p) == text

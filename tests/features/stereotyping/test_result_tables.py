"""Stereotyping in each format: shares with their intervals, and metric.py's numbers below."""

import pytest

from sacreval.features.stereotyping.result import (
    CrowsPairs,
    Preference,
    StereotypingReport,
    notes,
    render,
    wide_table,
)

TIED = Preference(
    system_id="m", group=None, n=2, ties=2, share=None, low=None, high=None, distance=None,
    share_of_all=0.0, share_of_all_low=0.0, share_of_all_high=0.65, mean_difference=0.0,
    median_difference=0.0,
)  # fmt: skip
OFFICIAL = CrowsPairs(
    system_id="m", n=2, metric=0.0, stereotype=None, antistereotype=50.0, neutral=2,
    neutral_percent=100.0,
)  # fmt: skip
REPORT = StereotypingReport(
    level=0.95, results=[TIED], crows_pairs=[OFFICIAL], signatures={"m": "stereotyping|"}
)


def test_a_share_of_ties_is_a_dash():
    """Nothing is divided by zero, and the share of all has its interval."""
    (row,) = wide_table(REPORT).rows
    assert row == ["m", "", "2", "2", "-", "-", "0.0000 [0.0000, 0.6500]", "0.0000"]


def test_metric_py_is_below():
    """With a dash for a direction that has no pair."""
    lines = notes(REPORT)
    assert "0.00, stereotype -, antistereotype 50.00, neutral 2 of 2 (100.00 %)" in lines[1]
    assert lines[2] == "stereotyping|"


@pytest.mark.parametrize("form", ["json", "jsonl", "tsv", "csv", "md", "tex", "text"])
def test_every_format_has_the_system(form):
    """Each has a row."""
    assert "m" in render(REPORT, form)

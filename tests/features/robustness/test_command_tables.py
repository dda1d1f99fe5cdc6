"""Robustness in each format: values with their intervals, and what was perturbed."""

import pytest

from sacreval.features.robustness.command import long_table, notes, render, wide_table
from sacreval.features.robustness.result import Measure, Realised, Robustness, RobustnessReport

NONE, KNOWN = Measure(None), Measure(0.5, 0.25, 0.75)
RESULT = Robustness(
    metric="length", output="length_words", system_id="a", n=2, variants=3, higher_is_better=None,
    mean=KNOWN, perturbed_mean=KNOWN, change=Measure(0.0), absolute_change=KNOWN, worst=NONE,
    share_changed=KNOWN, signature="length|", engine="definition",
)  # fmt: skip


def report(rate):
    realised = Realised(
        system_id="a", variants=6, inputs_changed=rate, character_rate=rate, outputs_changed=1.0
    )
    return RobustnessReport(level=0.9, results=[RESULT], realised=[realised])


def test_cells():
    """A mean has its interval, unless there is none, and no value is a dash."""
    (row,) = wide_table(report(0.5)).rows
    assert row[:4] == ["a", "length_words", "2", "3"]
    assert row[4:] == ["0.5000 [0.2500, 0.7500]"] * 2 + ["0.0000"] + [row[4], "-", row[4]]


def test_unknown_inputs_are_not_zero():
    """The line states that how far inputs were changed is unknown."""
    assert "50.0% of inputs changed, by 50.0% of their characters" in notes(report(0.5))[0]
    assert "inputs unknown" in notes(report(None))[0]
    assert "90%" in notes(report(None))[1]


def test_tables_have_bounds_in_own_columns():
    """Programs read numbers at full precision."""
    table = long_table([RESULT])
    row = dict(zip(table.head, table.rows[0], strict=True))
    assert (row["mean"], row["mean_low"], row["worst"]) == ("0.5", "0.25", "")


@pytest.mark.parametrize("form", ["json", "jsonl", "tsv", "csv", "md", "tex", "text"])
def test_every_format_has_the_output(form):
    """Each names the output."""
    assert "length" in render(report(0.5), form)

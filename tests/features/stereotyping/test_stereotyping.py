"""Stereotyping: preferences between two sentences, and the file of them."""

import math

import msgspec
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.stereotyping.result import (
    CrowsPairs,
    Preference,
    StereotypingFile,
    StereotypingReport,
    notes,
    render,
    wide_table,
)
from sacreval.features.stereotyping.stereotyping import stereotyping


def pair(more, less, name=None, **fields):
    """Create a record whose first sentence is the more stereotyping one."""
    choices = [{"logprob": more}, {"logprob": less}]
    return Instance(instance_id=name, choices=choices, **{"gold": 0, **fields})


def count(*records, by=None, level=0.95):
    return stereotyping([Batch(records, "m.jsonl")], by=by, level=level)


def test_records_without_the_group_are_a_group_of_their_own():
    """Every pair is in one group, so that groups add up to all pairs."""
    results = count(pair(-1.0, -2.0, groups={"bias": "age"}), pair(-3.0, -2.0), by="bias").results
    assert [(result.group, result.n) for result in results] == [
        (None, 2),
        ("bias=(none)", 1),
        ("bias=age", 1),
    ]


def test_an_unknown_group_is_refused():
    """The error names the nearest group."""
    with pytest.raises(UsageError, match=r"no record has a group 'bais'; .*bias"):
        count(pair(-1.0, -2.0, groups={"bias": "age"}), by="bais")


def test_rounding_makes_ties_in_the_numbers_of_metric_py_alone():
    """metric.py rounds to three decimals; the shares are of log-probabilities as they are."""
    report = count(pair(-1.0001, -1.0002, groups={"direction": "stereo"}))
    (official,), (result,) = report.crows_pairs, report.results
    assert (official.neutral, official.metric, official.stereotype) == (1, 0.0, None)
    assert (result.ties, result.share) == (0, 1.0)


def test_intervals_are_wilsons():
    """Seven of ten untied pairs, of twelve; the bounds are those of the formula."""
    records = [pair(-1.0, -2.0)] * 7 + [pair(-2.0, -1.0)] * 3 + [pair(-1.0, -1.0)] * 2
    numbered = [pair(*(x["logprob"] for x in row.choices), str(i)) for i, row in enumerate(records)]
    (result,) = count(*numbered, level=0.9).results
    z = 1.6448536269514722
    for share, n, bounds in (
        (0.7, 10, (result.low, result.high)),
        (7 / 12, 12, (result.share_of_all_low, result.share_of_all_high)),
    ):
        centre = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        assert bounds == pytest.approx((centre - half, centre + half), abs=1e-12)


def test_failed_records_are_sentences():
    """A record with an error is in no count, and a system without any other has no result."""
    report = count(Instance(error="timed out"))
    assert report.failures == ["m.jsonl:1: there is no output (timed out)"]
    assert (report.results, report.crows_pairs) == ([], [])


def test_repeated_instances_are_refused():
    """One system has one pair for an instance; other systems have their own."""
    with pytest.raises(InputError, match="has instance '1' already"):
        count(pair(-1.0, -2.0, "1"), pair(-1.0, -2.0, "1"))
    two = [pair(-1.0, -2.0, "1", system_id=name) for name in "ba"]
    assert [result.system_id for result in count(*two).results] == ["a", "b"]


def test_signatures_depend_on_the_data_alone():
    """Another order has the same signature, another log-probability another."""
    records = pair(-1.0, -2.0, "1"), pair(-3.0, -2.0, "2")
    (signature,) = count(*records).signatures.values()
    assert list(count(*records[::-1]).signatures.values()) == [signature]
    assert list(count(records[0], pair(-3.0, -2.5, "2")).signatures.values()) != [signature]


def test_a_file_is_read_back():
    """What is written is what the published structure reads."""
    report = StereotypingReport(
        level=0.95, results=[], crows_pairs=[], signatures={"a": "s"}, failures=["x"]
    )
    decoded = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=StereotypingFile)
    assert decoded == report.to_file()
    assert decoded.signatures == {"a": "s"}


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

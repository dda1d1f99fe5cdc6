"""Notices of intervals that do not hold."""

import pytest

from sacreval.features.correlate.intervals.correlation_intervals import few_systems_notes
from support.correlations import compare_metrics, correlate

FEW = "too few for an interval or a test to hold"


def of(notes, word):
    return [note for note in notes if word in note]


def test_few_systems_are_noted_once(small):
    """Fewer than 6 systems are pointed out in one line, whatever the levels and tests."""
    assert of(correlate(small, human="quality", resamples=20).notes, FEW) == []
    options = {"human": "quality", "exclude": ["s1"], "resamples": 20}
    for test in ("bootstrap-both", "perm-systems"):
        report = compare_metrics(small, interval="auto", test=test, **options)
        assert of(report.notes, FEW) == [f"5 systems are {FEW}; 6 are needed."]
    assert of(report.to_json()["notes"], FEW)
    assert of(compare_metrics(small, interval="none", test="williams", **options).notes, FEW)


def test_without_an_interval_nothing_is_noted(small):
    """No interval, one over inputs, or enough systems need no notice."""
    options = {"human": "quality", "exclude": ["s1"], "resamples": 20}
    assert of(correlate(small, interval="none", **options).notes, FEW) == []
    assert of(correlate(small, units="inputs", **options).notes, FEW) == []
    assert few_systems_notes(6) == []
    assert few_systems_notes(1) == [f"1 system is {FEW}; 6 are needed."]


@pytest.mark.parametrize("interval", ["auto", "percentile", "bca", "jackknife"])
def test_intervals_over_systems_alone_are_noted_where_they_are_short(small, interval):
    """At summary and global level one line says that inputs carry much of the noise."""
    said = "Intervals over systems alone are too short at"
    options = {"human": "quality", "interval": interval, "units": "systems", "resamples": 50}
    [note] = of(correlate(small, **options).notes, said)
    assert note.startswith(f"{said} summary and global level")
    assert of(correlate(small, level=["system"], **options).notes, said) == []
    if interval != "bca":
        both = {**options, "units": "both"}
        assert of(correlate(small, **both).notes, said) == []

"""How many systems and inputs made correlations."""

import pytest

from sacreval.features.correlate.tables.correlation_files import at_levels, counted, inputs_used

SUMMARY = "level:summary|group:input|n:3x20"


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([("system", 20, 3, "group:none"), ("global", 20, 60, "|group:none|")], "20 inputs"),
        ([("segment", 20, 18, SUMMARY)], "18 inputs"),
        (
            [("segment", 20, 18, SUMMARY), ("segment", 20, 17, SUMMARY), ("system", 20, 3, "")],
            "17 to 18 inputs at segment level and 20 inputs at system level",
        ),
        ([("system", 0, 3, "")], ""),
        ([("system", 0, 3, ""), ("segment", 20, 18, SUMMARY)], "18 inputs at segment level"),
        ([("system", 1, 3, "")], "1 input"),
    ],
)
def test_inputs(results, said):
    """At summary level inputs without a value are not counted; levels are named if they differ."""
    assert inputs_used(results) == said


def test_counted():
    """A number, or a range, is followed by what is counted."""
    assert counted([1, 1], "test") == "1 test"
    assert counted([2, 1], "test") == "1 to 2 tests"


def test_levels():
    """Levels are joined by and."""
    assert at_levels(["segment", "system"]) == "at segment and system level"

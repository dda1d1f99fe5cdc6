"""Notices on comparisons that can find nothing."""

from dataclasses import replace

from sacreval.features.compare.comparison_notes import comparison_notices
from sacreval.features.compare.result import Settings, TestResult
from support.pairs import compared


def test_each_number_of_units_once():
    """Groups of five records are named in one line; nine records need none."""
    few = [compared(x, n_units=5, group=f"d={g}") for g in "ab" for x in ("x", "y")]
    found = comparison_notices([*few, compared(), compared(n_units=1)], Settings())
    assert found == [
        "d=a, d=b: a test of 5 records cannot reach the level of 0.05",
        "a test of 1 record cannot reach the level of 0.05",
    ]
    skewed = [compared("x", skewness=0.2), compared("x", "c", skewness=0.3), compared("y")]
    assert comparison_notices(skewed, Settings()) == [
        "x: few records decide the difference; test and interval may err more often than stated"
    ]
    named = comparison_notices([compared(n_units=4, unit="doc")], Settings(unit="doc"))
    assert named == ["a test of 4 values of doc cannot reach the level of 0.05"]


def test_findings_that_rest_on_symmetry():
    """A finding that a t corrected for skewness does not confirm has a notice, at Holm's level."""
    told = (
        "x: the differences are skewed, and a t test corrected for it finds none; the test may err "
        "more often than stated"
    )
    one = compared("x", p=0.04, finding="better", skew_adjusted_p=0.06)
    assert comparison_notices([one], Settings()) == [told]
    shared = {"paired-ar": TestResult(p=0.01, p_holm=0.03)}
    assert comparison_notices([replace(one, tests=shared, skew_adjusted_p=0.02)], Settings()) == [
        told
    ]
    for quiet in (
        replace(one, skew_adjusted_p=0.04),
        replace(one, finding="no difference shown"),
        replace(one, tests=shared, skew_adjusted_p=0.01),
        replace(one, skew_adjusted_p=None),
        replace(one, skew_adjusted_p=1.0, skewness=0.0),
    ):
        assert comparison_notices([quiet], Settings()) == []

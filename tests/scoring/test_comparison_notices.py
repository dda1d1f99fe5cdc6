"""Notices on comparisons that can find nothing."""

from sacreval.core.comparisons import Settings
from sacreval.scoring.comparison_notices import comparison_notices
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

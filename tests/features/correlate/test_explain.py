"""What a correlation would be under other choices."""

import pytest

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.explain import explain
from support.correlations import correlate, options_of

ROWS = [
    Row(f"s{s}", str(i), "peer", {"m": s * 1.0 + i % 3}, {"h": s * 2.0 - i % 2}, "")
    for s in range(5)
    for i in range(6)
]


@pytest.mark.parametrize("level", ["system", "summary", "global"])
def test_the_current_choices_have_the_value_of_the_run(level):
    """Each kind of choice has one current option, and its value is that of the table."""
    options = {"human": "h", "level": [level], "coefficient": ["kendall"]}
    data = score_set(ROWS)
    (value,) = [one.value for one in correlate(data, interval="none", **options).results]
    listed = explain(data, "m", options_of(**options))
    current = {one.choice: one.value for one in listed if one.is_current}
    assert current.keys() >= {"level", "coefficient"}
    assert list(current.values()) == pytest.approx([value] * len(current))
    levels = {one.option for one in listed if one.choice == "level"}
    assert len(levels) > 1

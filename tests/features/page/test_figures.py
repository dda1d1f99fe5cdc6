"""Figures of scores: positions on the axis."""

import pytest

from sacreval.core.results import Interval, Result
from sacreval.features.page.figures import RIGHT, Axis, forest, ridges


def result(system, value, low=None, high=None):
    around = None
    if low is not None:
        around = Interval(low=low, high=high, level=0.95, method="b", resamples=9, seed=1)
    return Result(
        metric="m", output="m", system_id=system, group=None, value=value, n=3,
        higher_is_better=True, interval=around, signature="m", engine="official",
    )  # fmt: skip


def test_an_axis_has_its_ends():
    """The lowest value is at the left, after the names, and the highest at the right."""
    axis = Axis.over([1.0, 3.0], ["abc"], pad=0.0)
    assert (float(axis.at(1.0)), float(axis.at(3.0))) == (axis.left, RIGHT)
    assert float(axis.at(2.0)) == pytest.approx((axis.left + RIGHT) / 2, abs=0.1)


@pytest.mark.parametrize("values", [(0.0, 1.0), (0.31, 0.34), (-5.0, 1e6), (7.0, 7.0), (0.0, 0.0)])
def test_ticks_are_round_and_inside(values):
    """There are three to six ticks between the ends, one value alone included."""
    axis = Axis.over(list(values), ["a"])
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 6
    assert axis.low <= min(ticks) <= max(ticks) <= axis.high


def test_a_forest_has_a_dot_and_a_line_for_each_system():
    """Dots are in the order of values, and lines go from bound to bound."""
    drawn = forest("m", [result("a", 0.2, 0.1, 0.3), result("b", 0.6, 0.4, 0.7)])
    left, right = (float(dot.get("cx")) for dot in drawn.iter("circle"))
    assert left < right
    spans = [one for one in drawn.iter("line") if one.get("class") == "span"]
    assert [float(x.get("x1")) < float(x.get("x2")) for x in spans] == [True, True]


def test_histograms():
    """Each system has bars and its median."""
    drawn = ridges("m", {"a": [0.0, 0.5, 1.0], "b": [1.0]})
    texts = {"".join(one.itertext()) for one in drawn.iter("text")}
    assert {"0.5", "1"} <= texts
    assert sum(one.get("class") == "median" for one in drawn.iter("line")) == 2

"""Plots of plans."""

from sacreval.features.plan.plan import Curves, power_curve
from sacreval.features.plan.result import Curve, PlanRow, PlanSettings
from support import missing
from support.sizes import few

LINES = [
    Curve(name=name, items=[10, 100, 1000], values=[None, 0.5, 0.9]) for name in ("one", "two")
]


def row(**values):
    """Return a row of 100 items."""
    return PlanRow(systems="", needed=False, items=100, exact=None, groups=None, samples=1,
                   raters=1, comparisons=1, method="simulation", **values)  # fmt: skip


@few(
    1,
    ("rows", "settings", "label"),
    [
        ([row(difference=0.1, power=0.5, power_error=0.05)], PlanSettings(), "power"),
        ([row(smallest=0.1)], PlanSettings(), "smallest difference at power 0.8"),
        ([row(half_width=0.1)], PlanSettings(half_width=0.1), "half-width of the interval"),
    ],
)
def test_axes(rows, settings, label, tmp_path):
    """The vertical axis is named for what is planned, and lines are in the legend."""
    missing.module("matplotlib", "plots")
    path = power_curve(tmp_path / "p.svg", Curves(LINES, rows, settings, ["An answer."]))
    text = path.read_text(encoding="utf-8")
    for shown in (label, "items", "An answer.", "two"):
        assert f"<!-- {shown} -->" in text, shown


def test_long_answers_are_cut(tmp_path):
    """A long answer does not widen the plot."""
    missing.module("matplotlib", "plots")
    answers = ["word " * 200]
    path = power_curve(tmp_path / "p.svg", Curves(LINES[:1], [], PlanSettings(), answers))
    assert "word " * 70 not in path.read_text(encoding="utf-8").replace("&#160;", " ")

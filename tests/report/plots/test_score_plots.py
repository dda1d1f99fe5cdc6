"""Plots of scores show every system, every group and every bin."""

import numpy as np
import pytest
from msgspec.structs import replace

from sacreval.core.results import Interval
from sacreval.report.plots.matplotlib_figures import PALETTE
from sacreval.report.plots.score_plots import Panel, PlotLine, groups, lengths, precisions
from support import missing
from support.set_results import result

NAN = float("nan")


@pytest.fixture(autouse=True)
def needs_matplotlib():
    missing.module("matplotlib", "plots")


def test_lengths():
    """A line a system over all bins; what is undefined has no point; bins say how many they are."""
    lines = [PlotLine("a", np.array([1.0, 2.0])), PlotLine("b", np.array([NAN, 3.0]))]
    figure = lengths(
        [Panel("x", lines), Panel("y", lines)], bins=["1-3", "4-9"], counts=["5", "6"], unit="words"
    )
    first, second = figure.axes
    assert [list(line.get_ydata()) for line in first.lines] == [
        [1, 2],
        pytest.approx([NAN, 3], nan_ok=True),
    ]
    assert [text.get_text() for text in second.get_xticklabels()] == ["1-3\nn = 5", "4-9\nn = 6"]
    assert (first.get_xlabel(), second.get_ylabel()) == ("length of reference in words", "y")
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]


def test_lines_can_be_told_apart():
    """Of twenty systems no two have the same colour, marker and dashes."""
    lines = [PlotLine(f"s{i}", np.array([1.0, 2.0])) for i in range(20)]
    [axes] = precisions([Panel("x", lines)]).axes
    styles = {(x.get_color(), x.get_marker(), x.get_linestyle()) for x in axes.lines}
    assert len(styles) == 20
    assert {line.get_color() for line in axes.lines} == set(PALETTE)


def test_precisions():
    """Orders begin at one; a metric of fewer orders has a shorter line."""
    lines = [PlotLine("a", np.array([50.0, 20.0, 10.0])), PlotLine("b", np.array([40.0, 15.0]))]
    [axes] = precisions([Panel("bleu", lines)]).axes
    assert [list(line.get_xdata()) for line in axes.lines] == [[1, 2, 3], [1, 2]]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "3"]
    assert axes.get_ylim()[0] == 0


def test_groups():
    """Rows are all records and the groups with their sizes; a score of none has no point."""
    around = Interval(low=0.2, high=0.6, level=0.95, method="t")
    results = [
        replace(result("a", 0.5), interval=around),
        result("a", 0.4, group="domain=news"),
        result("b", 0.7),
        result("b", None, group="domain=news"),
    ]
    figure = groups([("x", results)])
    [axes] = figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "all records\nn = 10", "domain=news\nn = 10",
    ]  # fmt: skip
    dots = [line for line in axes.lines if line.get_linestyle() == "None"]
    assert [dot.get_xdata()[0] for dot in dots] == [0.5, 0.4, 0.7]
    assert [round(dot.get_ydata()[0]) for dot in dots] == [0, 1, 0]
    assert [0.2, 0.6] in [list(line.get_xdata()) for line in axes.lines]
    assert figure.get_suptitle() == "Scores by group, 95 % intervals"

"""Plots of comparisons show differences, findings, and wins, ties and losses."""

import pytest

from sacreval.core.results import Interval
from sacreval.features.compare.plots import FINDINGS, forest, outcomes
from support import missing
from support.pairs import compared

AROUND = Interval(low=-1.0, high=3.0, level=0.9, method="percentile")


@pytest.fixture(autouse=True)
def there():
    missing.module("matplotlib", "plots")


def named(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


def test_forest():
    """A row a comparison, with its interval; dots are filled where a difference was found."""
    better = compared(other="b", difference=2.0, finding="better", interval=AROUND)
    figure = forest([("x", [better, compared(other="c", difference=-1.0)])])
    [axes] = figure.axes
    assert named(axes) == ["b", "c"]
    interval, first, second = axes.lines[:3]
    assert list(interval.get_xdata()) == [-1.0, 3.0]
    assert (first.get_xdata()[0], first.get_markerfacecolor()) == (2.0, FINDINGS["better"])
    assert (second.get_xdata()[0], second.get_markerfacecolor()) == (-1.0, "white")
    assert axes.get_xlabel() == "difference in x (higher is better)"
    assert figure.get_suptitle() == "Differences from a, 90 % intervals"
    shown = [text.get_text() for text in figure.legends[0].get_texts()]
    assert shown == ["better", "no difference shown"]


def test_pairs_and_groups_are_named():
    """Rows say the base where there are several, and the group."""
    pairs = [compared(other="b"), compared(other="c", base="b", group="domain=news")]
    figure = forest([("x", pairs), ("y", [compared(other="b", higher_is_better=False)])])
    assert named(figure.axes[0]) == ["b − a", "c − b, domain=news"]
    assert figure.get_suptitle() == "Differences"
    assert figure.axes[1].get_xlabel() == "difference in y (lower is better)"


def test_outcomes():
    """Bars are as long as the counts, which are written on them, or all at the right end."""
    one = compared(n=100, wins=60, ties=2, losses=38)
    figure = outcomes([("x", [one])])
    [axes] = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [60, 2, 38]
    assert [bar.get_x() for bar in axes.patches] == [0, 60, 62]
    assert [text.get_text() for text in axes.texts] == ["60 / 2 / 38"]
    assert axes.texts[0].get_position()[0] > 100
    wide = compared(n=100, wins=60, ties=0, losses=40)
    [axes] = outcomes([("x", [wide, compared(n=100, wins=88, ties=7, losses=5)])]).axes
    assert [text.get_text() for text in axes.texts] == ["60", "40", "88", "7", "5"]
    assert figure.get_suptitle() == "Records on which systems are better or worse than a"

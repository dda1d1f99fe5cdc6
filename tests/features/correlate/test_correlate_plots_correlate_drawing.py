"""What a plot of `correlate` shows is the first level and coefficient of its run."""

from pathlib import Path

from sacreval.cli.options.plot_options import Plot
from sacreval.features.correlate.correlate_plots import Drawing
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.report.plots.matplotlib_figures import PLAIN
from sacreval.stats.association.levels import Level


def drawing(names, **options):
    notices = []
    given = CorrelationOptions(human=("h",), **options)
    results = [{"metric": name, "level": "system"} for name in names]
    plot = Plot("scatter", Path("a.png"))
    return Drawing(plot, None, given, names, PLAIN, notices, results)


def test_the_first_level_and_coefficient():
    """They are in the title."""
    one = drawing(["a"], level=["system", "summary"], coefficient=["kendall", "pearson"])
    assert one.level is Level.SYSTEM
    assert one.title == "h, system level, kendall"


def test_levels_in_the_words_that_were_asked_for():
    """A title calls a level as the command did, after --level or after @."""
    assert drawing(["a"], level=["segment"]).title == "h, segment level, pearson"
    placed = drawing(["a"], coefficient=["acc-eq@item", "pearson"])
    assert placed.title == "h, item level, acc-eq"
    assert placed.at(Level.GLOBAL) == "global level"


def test_results_of_a_metric():
    """Results are found by any of their fields."""
    one = drawing(["a", "b"])
    assert one.of_first(metric="b", level="system") == [one.results[1]]
    assert one.of_first(metric="b", level="global") == []


def test_panels():
    """The first sixteen metrics have one, and the others are counted in a notice."""
    one = drawing([f"m{i}" for i in range(17)])
    assert list(one.with_panels()) == one.names[:16]
    assert one.notices == ["a.png: of 17 metrics the first 16 are shown; left out: 1"]

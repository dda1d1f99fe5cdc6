"""Plots of comparisons: forests of differences, findings, wins and ties."""

import re
from pathlib import Path

import pytest

from sacreval.core.results import Interval
from sacreval.features.compare.comparison_plots import (
    FINDINGS,
    critical_difference_plot,
    forest,
    outcomes,
)
from support import missing
from support.mirror import CHECKOUT
from support.pages import SAMPLE
from support.pairs import compared
from support.sizes import few

AROUND = Interval(low=-1.0, high=3.0, level=0.9, method="percentile")


@pytest.fixture
def needs_matplotlib():
    missing.module("matplotlib", "plots")


def named(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


@pytest.mark.usefixtures("needs_matplotlib")
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


@pytest.mark.usefixtures("needs_matplotlib")
def test_pairs_and_groups_are_named():
    """Rows say the base where there are several, and the group."""
    pairs = [compared(other="b"), compared(other="c", base="b", group="domain=news")]
    figure = forest([("x", pairs), ("y", [compared(other="b", higher_is_better=False)])])
    assert named(figure.axes[0]) == ["b − a", "c − b, domain=news"]
    assert figure.get_suptitle() == "Differences"
    assert figure.axes[1].get_xlabel() == "difference in y (lower is better)"


@pytest.mark.usefixtures("needs_matplotlib")
def test_outcomes():
    """Bars are as long as the counts, which are written on them, or all at the right end."""
    comparison = compared(n=100, wins=60, ties=2, losses=38)
    figure = outcomes([("x", [comparison])])
    [axes] = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [60, 2, 38]
    assert [bar.get_x() for bar in axes.patches] == [0, 60, 62]
    assert [text.get_text() for text in axes.texts] == ["60 / 2 / 38"]
    assert axes.texts[0].get_position()[0] > 100
    wide = compared(n=100, wins=60, ties=0, losses=40)
    [axes] = outcomes([("x", [wide, compared(n=100, wins=88, ties=7, losses=5)])]).axes
    assert [text.get_text() for text in axes.texts] == ["60", "40", "88", "7", "5"]
    assert figure.get_suptitle() == "Records on which systems are better or worse than a"


def draw(path, groups):
    ranks = {"c4.5": 3.143, "c4.5+m": 2.0, "c4.5+cf": 2.893, "c4.5+m+cf": 1.964}
    return critical_difference_plot(
        path, mean_ranks=ranks, difference=1.25, groups=groups, title="auc"
    )


@pytest.mark.long
def test_plot(tmp_path):
    """Bars are as many as groups; equal data give equal bytes."""
    missing.module("matplotlib", "plots")
    svg = draw(tmp_path / "a.svg", [["c4.5", "c4.5+m"]]).read_text()
    same = draw(tmp_path / "b.svg", [["c4.5", "c4.5+m"]]).read_text()
    two = draw(tmp_path / "c.svg", [["c4.5", "c4.5+m"], ["c4.5+cf", "c4.5+m"]]).read_text()
    assert svg == same
    thick = re.compile("stroke-width: 3")
    assert (len(thick.findall(svg)), len(thick.findall(two))) == (1, 2)
    for text in ("c4.5+m+cf (1.96)", "critical difference 1.25", "auc"):
        assert f"<!-- {text} -->" in svg


WORDS = ["--trials", "100", "--resamples", "100"]


@pytest.mark.long
def test_plots(cli, figures):
    """Each output has a panel with the numbers of the table, and only results are printed."""
    words = ["compare", "suite", "-m", "chrf", "-m", "ter", SAMPLE, *WORDS, "--format", "json"]
    done = cli(*words, "--plot", "forest=f.svg", "--plot", "outcomes=o.png", "--plot-title", "T")
    assert (done.code, done.err) == (0, "")
    rows = done.json()["comparisons"]
    for panel, output in zip(figures["f.svg"].axes, ("chrf", "ter"), strict=True):
        of_output = [row for row in rows if row["output"] == output]
        dots = [line for line in panel.lines if line.get_marker() == "o"]
        assert [dot.get_xdata()[0] for dot in dots] == [row["difference"] for row in of_output]
    assert named(figures["f.svg"].axes[0]) == [row["other"] for row in of_output]
    assert figures["f.svg"].axes[1].get_xlabel() == "difference in TER (lower is better)"
    [first, _] = figures["o.png"].axes
    widths = [bar.get_width() for bar in first.patches[:3]]
    assert sorted(widths) == sorted(rows[0][name] for name in ("wins", "ties", "losses"))
    assert figures["o.png"].get_suptitle() == "T"


@pytest.mark.long
def test_groups_and_pairs(cli, figures):
    """With --by and --all-pairs each comparison has a row that says what it is."""
    words = ["compare", "chrf", SAMPLE, *WORDS, "--by", "domain", "--all-pairs"]
    assert cli(*words, "--plot", "forest=f.svg").code == 0
    rows = named(figures["f.svg"].axes[0])
    assert len(rows) == len(set(rows)) > 6
    assert rows[0] == "literal \N{MINUS SIGN} careful"
    assert any(row.endswith(", domain=weather") for row in rows)


@pytest.mark.long
def test_data_sets(cli, figures):
    """Each data set has a file; an output without a direction has no outcomes, which is said."""
    config = (CHECKOUT / "configs/sample/data-sets.yaml").read_text()
    Path("c.yaml").write_text(config.replace("configs/sample/outputs.jsonl", str(SAMPLE)))
    done = cli("compare", "suite", "c.yaml", *WORDS, "--plot", "forest=f.svg", "-q")
    assert (done.code, done.err) == (0, "")
    assert sorted(figures) == ["f-news.svg", "f-travel.svg"]
    assert len(figures["f-news.svg"].axes) == 1
    words = ["compare", "suite", "-m", "length", "-m", "chrf", SAMPLE, *WORDS]
    done = cli(*words, "--plot", "outcomes=o.svg")
    assert done.code == 0
    assert "sacreval: o.svg: " in done.err
    assert "left out, of which neither direction is better" in done.err
    assert [axes.get_xlabel() for axes in figures["o.svg"].axes] == ["records by chrF2"]


@few(
    3,
    ("words", "said"),
    [
        (["--plot", "lengths=a.png"], "no such plot; available: forest, outcomes"),
        (["--plot", "forest=a.txt"], "a.txt: plots are written as .png"),
        (["--plot", "forest=none/a.png"], "none"),
        (["--plot", "forest=a.png", "--plot", "outcomes=a.png"], "named twice"),
        (["--plot", "forest=a.png", "-o", "a.png"], "a.png"),
        (["--plot", "forest=taken.png"], "taken.png"),
        (["--plot", "forest=a.png", "--plot-size", "6"], "as in 6x4"),
        (["--plot", "forest=a.png", "--plot-dpi", "5"], "--plot-dpi"),
        (["--plot", "forest=a.png", "--plot-font-size", "nan"], "--plot-font-size"),
        (["--plot", "outcomes=a.png", "--other", "careful"], "careful"),
    ],
)
def test_refused(cli, figures, tmp_path, words, said):
    """What cannot be drawn is one sentence with exit code 2, and nothing is written."""
    (tmp_path / "taken.png").write_text("mine")
    done = cli("compare", "chrf", SAMPLE, *WORDS, *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not figures
    assert [path.name for path in tmp_path.iterdir()] == ["taken.png"]
    assert (tmp_path / "taken.png").read_text() == "mine"

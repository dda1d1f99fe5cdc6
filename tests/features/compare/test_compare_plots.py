"""`sacreval compare --plot`: forests of differences, and wins, ties and losses."""

from pathlib import Path

import pytest

from support.mirror import CHECKOUT
from support.pages import SAMPLE
from support.sizes import few

WORDS = ["--trials", "100", "--resamples", "100"]


def named(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


@pytest.mark.long
def test_plots(cli, figures):
    """Each output has a panel with the numbers of the table, and only results are printed."""
    words = ["compare", "suite", "-m", "chrf", "-m", "ter", SAMPLE, *WORDS, "--format", "json"]
    done = cli(*words, "--plot", "forest=f.svg", "--plot", "outcomes=o.png", "--plot-title", "T")
    assert (done.code, done.err) == (0, "")
    found = done.json()["comparisons"]
    for panel, output in zip(figures["f.svg"].axes, ("chrf", "ter"), strict=True):
        own = [one for one in found if one["output"] == output]
        dots = [line for line in panel.lines if line.get_marker() == "o"]
        assert [dot.get_xdata()[0] for dot in dots] == [one["difference"] for one in own]
    assert named(figures["f.svg"].axes[0]) == [one["other"] for one in own]
    assert figures["f.svg"].axes[1].get_xlabel() == "difference in TER (lower is better)"
    [first, _] = figures["o.png"].axes
    widths = [bar.get_width() for bar in first.patches[:3]]
    assert sorted(widths) == sorted(found[0][name] for name in ("wins", "ties", "losses"))
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

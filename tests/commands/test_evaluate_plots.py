"""`sacreval evaluate --plot`: scores by length of reference and by group, and precisions."""

from pathlib import Path

import pytest

from sacreval.commands.evaluate_plots import wrong_plots
from support import missing
from support.mirror import CHECKOUT
from support.pages import SAMPLE


def test_lengths(cli, figures):
    """Every system has a line with a score for each bin, beside the usual table."""
    words = ["evaluate", "suite", "-m", "bleu", "-m", "chrf", SAMPLE]
    done = cli(*words, "--plot", "lengths=l.svg")
    assert (done.code, done.err) == (0, "")
    assert done.out == cli(*words).out
    bleu, chrf = figures["l.svg"].axes
    assert [line.get_label() for line in bleu.lines] == ["careful", "literal", "terse"]
    assert [axes.get_ylabel() for axes in (bleu, chrf)] == ["BLEU", "chrF2"]
    bins = [text.get_text() for text in chrf.get_xticklabels()]
    assert sum(int(text.split("n = ")[1]) for text in bins) == 20
    assert all(len(line.get_xdata()) == len(bins) > 1 for line in chrf.lines)


def test_one_bin_is_the_score(cli, figures, tmp_path):
    """Where all lengths are equal, the point is the score of the table."""
    (tmp_path / "out.txt").write_text("a b\nc d\n")
    (tmp_path / "ref.txt").write_text("a b\nc e\n")
    done = cli(
        "evaluate", "chrf", "out.txt", "-r", "ref.txt", "--plot", "lengths=l.svg",
        "--format", "json",
    )  # fmt: skip
    [line] = figures["l.svg"].axes[0].lines
    assert list(line.get_ydata()) == [done.json()["results"][0]["value"]]


def test_groups(cli, figures):
    """Every group has a row with a dot for each system, and an interval with --ci."""
    words = ["evaluate", "chrf", SAMPLE, "--by", "domain", "--ci", "--resamples", "100"]
    done = cli(*words, "--plot", "groups=g.svg", "--format", "json")
    assert done.code == 0, done.err
    [axes] = figures["g.svg"].axes
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() in "os^"]
    assert sorted(dots) == sorted(one["value"] for one in done.json()["results"])
    assert axes.get_xlabel() == "chrF2"
    assert axes.get_yticklabels()[0].get_text() == "all records\nn = 20"


def test_precisions(cli, figures):
    """The profile is that of --details; a metric without n-grams has no panel."""
    words = ["evaluate", "suite", "-m", "bleu", "-m", "chrf", SAMPLE]
    done = cli(*words, "--plot", "precisions=p.svg", "--format", "json")
    [axes] = figures["p.svg"].axes
    [first] = [
        one for one in done.json()["results"]
        if (one["output"], one["system_id"]) == ("bleu", "careful")
    ]  # fmt: skip
    assert axes.get_ylabel() == "precision in BLEU, %"
    wanted = [first["details"][f"precision_{n}"]["value"] for n in range(1, 5)]
    assert list(axes.lines[0].get_ydata()) == wanted


@pytest.mark.long
def test_data_sets(cli, figures):
    """Each data set has a file, whose bins are of its own records."""
    config = (CHECKOUT / "configs/sample/data-sets.yaml").read_text()
    Path("c.yaml").write_text(config.replace("configs/sample/outputs.jsonl", str(SAMPLE)))
    assert cli("evaluate", "suite", "c.yaml", "--plot", "lengths=l.svg").code == 0
    assert sorted(figures) == ["l-news.svg", "l-travel.svg"]
    assert len(figures["l-travel.svg"].axes) > len(figures["l-news.svg"].axes) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--plot", "forest=a.png"], "no such plot; available: lengths, groups, precisions"),
        (["--plot", "groups=a.png"], "--plot groups shows the groups of --by; give that too"),
        (["--plot", "precisions=a.png"], "the precisions of n-grams of BLEU; add the metric bleu"),
        (["--plot", "lengths=a.jpeg"], "a.jpeg: plots are written as .png"),
        (["--plot", "lengths=a.png", "--instances", "a.png"], "named twice"),
        (["--plot", "lengths"], "write KIND=FILE, as in lengths=plot.png"),
    ],
)
def test_refused(cli, figures, tmp_path, words, said):
    """What cannot be drawn is one sentence with exit code 2, and nothing is written."""
    done = cli("evaluate", "chrf", SAMPLE, *words, "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not figures
    assert not list(tmp_path.iterdir())


def test_no_references(cli, figures, tmp_path):
    """A metric without references has nothing to draw lengths of, and no file is written."""
    (tmp_path / "out.txt").write_text("a b\n")
    done = cli("evaluate", "length", "out.txt", "--plot", "lengths=l.svg", "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert "no record has references" in done.err
    assert not figures
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_look_without_a_plot(cli):
    """An option that changes nothing is a notice."""
    done = cli("evaluate", "chrf", SAMPLE, "--plot-dpi", "300")
    assert (done.code, done.err) == (0, "sacreval: without --plot, --plot-dpi has no effect\n")


def test_plots_of_a_config():
    """A plot of another verb has a sentence that begins with the option."""
    missing.module("matplotlib", "plots")
    [text] = wrong_plots(["groups=g.svg", "wins=x.png"])
    assert text.startswith("--plot wins=x.png: ")

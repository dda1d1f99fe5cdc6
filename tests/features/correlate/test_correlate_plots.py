"""`sacreval correlate`: plots, and options for tables."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from sacreval.cli.options.plot_options import Plot
from sacreval.features.correlate.correlate_plots import Drawing
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.report.plots.matplotlib_figures import PLAIN
from sacreval.stats.association.levels import Level
from support import missing
from support.mirror import CHECKOUT

FAST = ["--interval", "none", "--coefficient", "pearson"]


@pytest.fixture
def needs_matplotlib():
    missing.module("matplotlib", "plots")


@pytest.fixture
def table(tmp_path):
    """Write scores of twenty metrics: the first of two kinds, which alternate, is the better."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(8, 12))
    good, bad = rng.normal(size=(2, 8, 12))
    with (tmp_path / "s.jsonl").open("w") as file:
        for i in range(8):
            for k in range(12):
                scores = {
                    f"m{m:02d}": human[i, k] + (good if m % 2 else 3 * bad)[i, k] + m * 1e-3 * i
                    for m in range(20)
                }
                file.write(json.dumps({
                    "instance_id": str(k), "system_id": f"s{i}", "scores": scores,
                    "judgments": {"h": human[i, k]},
                }) + "\n")  # fmt: skip
    return tmp_path / "s.jsonl"


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.long
@pytest.mark.parametrize("kind", ["scatter", "histogram", "ties"])
def test_panels(cli, figures, table, kind):
    """The first sixteen metrics have a panel, and a notice counts the others."""
    words = ["correlate", "scores", table, "--human", "h", *FAST]
    done = cli(*words, "--plot", f"{kind}=p.svg")
    assert done.code == 0, done.err
    notice = "sacreval: p.svg: of 20 metrics the first 16 are shown; left out: 4\n"
    assert notice in done.err
    assert len(figures["p.svg"].axes) == 16
    few = [word for m in ("m03", "m05") for word in ("--metric", m)]
    done = cli(*words, *few, "--plot", f"{kind}=q.svg")
    first, second = figures["q.svg"].axes
    name = first.get_xlabel() if kind == "scatter" else first.get_title(loc="left").split("\n")[0]
    assert name == "m03"
    assert "p.svg" not in done.err
    assert second.get_title(loc="left") if kind != "scatter" else second.get_xlabel() == "m05"


@pytest.mark.usefixtures("needs_matplotlib")
def test_the_heat_map_is_ordered(cli, figures, table):
    """The judgments are first; metrics of one kind are together, the better kind first."""
    assert (
        cli("correlate", "scores", table, "--human", "h", *FAST, "--plot", "heatmap=h.svg").code
        == 0
    )
    names = [text.get_text() for text in figures["h.svg"].axes[0].get_yticklabels()]
    assert names[0] == "h"
    kinds = [int(name[1:]) % 2 for name in names[1:]]
    assert kinds == [1] * 10 + [0] * 10


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.long
def test_a_histogram_is_of_the_level_asked_for(cli, figures, table):
    """Its title names the level; a level of one group is refused, and nothing is written."""
    words = ["correlate", "scores", table, "--human", "h", *FAST, "--metric", "m01"]
    plot = ["--plot", "histogram=h.svg"]
    assert cli(*words, "--level", "group-by-system", *plot).code == 0
    assert figures["h.svg"].get_suptitle() == "h, group-by-system level, pearson"
    assert sum(bar.get_height() for bar in figures["h.svg"].axes[0].patches) == 8
    assert (
        cli(*words, "--level", "system", "--level", "summary", "--plot", "histogram=i.svg").code
        == 0
    )
    assert figures["i.svg"].get_suptitle() == "h, summary level, pearson"
    done = cli(*words, "--level", "system", "--plot", "histogram=j.svg", "-o", "r.json")
    assert (done.code, done.out) == (2, "")
    assert "system level has one group; add --level summary" in done.err
    assert not {path.name for path in table.parent.iterdir()} & {"j.svg", "r.json"}


@pytest.mark.usefixtures("needs_matplotlib")
def test_the_look(cli, figures, table):
    """Title, size and text are those of the options."""
    look = ["--plot-title", "Mine", "--plot-size", "5x3", "--plot-font-size", "12"]
    words = ["correlate", "scores", table, "--human", "h", *FAST, *look]
    assert cli(*words, "--plot", "forest=f.svg").code == 0
    figure = figures["f.svg"]
    assert figure.get_suptitle() == "Mine"
    assert tuple(figure.get_size_inches()) == (5, 3)
    assert figure.axes[0].xaxis.label.get_size() == 12


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_forest_has_the_intervals_of_the_run(cli, figures, table):
    """Each line is an interval of the table, and the title has their level."""
    words = ["correlate", "scores", table, "--human", "h", "--metric", "m01", "--level", "system"]
    words += ["--coefficient", "pearson", "--confidence", "0.9", "--format", "json"]
    done = cli(*words, "--plot", "forest=f.svg")
    [result] = done.json()["results"]
    interval, dot, *_ = figures["f.svg"].axes[0].lines
    assert list(interval.get_xdata()) == [result["interval"]["low"], result["interval"]["high"]]
    assert list(dot.get_xdata()) == [result["value"]]
    assert figures["f.svg"].get_suptitle() == "h, system level, pearson, 90 % intervals"


@pytest.fixture
def folder(tmp_path):
    """Write a folder of WMT: BLEU has scores of outputs and of systems, chrF of systems only."""
    systems, human, metric = "abcdef", tmp_path / "w/human-scores", tmp_path / "w/metric-scores/x-y"
    human.mkdir(parents=True)
    metric.mkdir(parents=True)
    rng = np.random.default_rng(5)
    for name, path in (("mqm", human / "x-y.mqm"), ("BLEU", metric / "BLEU-refA")):
        lines = [f"{s}\t{v:.3f}" for s in systems for v in rng.normal(size=4)]
        path.with_name(f"{path.name}.seg.score").write_text("\n".join(lines) + "\n")
        assert name in path.name
    for path in (human / "x-y.mqm", metric / "BLEU-refA", metric / "chrF-refA"):
        lines = [f"{s}\t{v:.3f}" for s, v in zip(systems, rng.normal(size=6), strict=True)]
        path.with_name(f"{path.name}.sys.score").write_text("\n".join(lines) + "\n")
    return tmp_path / "w"


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.long
def test_scores_of_systems_from_files(cli, figures, folder):
    """Plots have the scores that the run correlates, and metrics that have these alone."""
    words = ["correlate", "scores", folder, "--human", "mqm", *FAST, "--level", "system"]
    plots = ["--plot", "heatmap=h.svg", "--plot", "scatter=s.svg"]
    done = cli(*words, "--system-scores", "files", *plots, "--format", "json")
    assert done.code == 0, done.err
    values = {result["metric"]: result["value"] for result in done.json()["results"]}
    axes = figures["h.svg"].axes[0]
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert set(names) == {"mqm", *values}
    drawn = dict(zip(names, axes.images[0].get_array()[0], strict=True))
    assert {name: drawn[name] for name in values} == pytest.approx(values)
    assert figures["s.svg"].get_suptitle() == "mqm by metric, scores of systems from files"
    panels = {axes.get_xlabel(): axes for axes in figures["s.svg"].axes}
    assert set(panels) == set(values)
    first, *_ = (folder / "metric-scores/x-y/chrF-refA.sys.score").read_text().split("\n")
    name = next(panel for panel in panels if panel.startswith("chrF"))
    points = {round(float(dot.get_offsets()[0][0]), 3) for dot in panels[name].collections}
    assert float(first.split("\t")[1]) in points
    means = ["--system-scores", "mean", "--plot", "heatmap=i.svg"]
    done = cli(*words, *means, "--format", "json")
    assert "chrF-refA has scores of whole systems only" in done.json()["notes"][-1]
    assert len(figures["i.svg"].axes[0].get_yticklabels()) == 2


@pytest.mark.usefixtures("needs_matplotlib")
def test_soft_accuracy_in_a_heat_map_is_over_outputs(cli, figures, folder):
    """Beside official scores of systems too, as in the table."""
    words = ["correlate", "scores", folder, "--human", "mqm", "--level", "system", "--interval"]
    words += ["none", "--system-scores", "files", "--metric", "BLEU-refA", "--coefficient", "spa"]
    done = cli(*words, "--coefficient", "pearson", "--plot", "heatmap=h.svg", "--format", "json")
    assert done.code == 0, done.err
    value = next(x["value"] for x in done.json()["results"] if x["coefficient"] == "spa")
    drawn = figures["h.svg"].axes[0].images[0].get_array()
    assert float(drawn[0][1]) == pytest.approx(value)


def drawing(names, **options):
    notices = []
    stated = CorrelationOptions(human=("h",), **options)
    results = [{"metric": name, "level": "system"} for name in names]
    plot = Plot("scatter", Path("a.png"))
    return Drawing(plot, None, stated, names, PLAIN, notices, results)


def test_the_first_level_and_coefficient():
    """They are in the title."""
    drawn = drawing(["a"], level=["system", "summary"], coefficient=["kendall", "pearson"])
    assert drawn.level is Level.SYSTEM
    assert drawn.title == "h, system level, kendall"


def test_levels_in_the_words_that_were_asked_for():
    """A title calls a level as the command did, after --level or after @."""
    assert drawing(["a"], level=["segment"]).title == "h, segment level, pearson"
    placed = drawing(["a"], coefficient=["acc-eq@item", "pearson"])
    assert placed.title == "h, item level, acc-eq"
    assert placed.at(Level.GLOBAL) == "global level"


def test_results_of_a_metric():
    """Results are found by any of their fields."""
    drawn = drawing(["a", "b"])
    assert drawn.of_first(metric="b", level="system") == [drawn.results[1]]
    assert drawn.of_first(metric="b", level="global") == []


def test_panels_of_drawing():
    """The first sixteen metrics have one, and the others are counted in a notice."""
    drawn = drawing([f"m{i}" for i in range(17)])
    assert list(drawn.with_panels()) == drawn.names[:16]
    assert drawn.notices == ["a.png: of 17 metrics the first 16 are shown; left out: 1"]


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

WORDS = [
    "correlate", "suite", "-m", "bleu", "-m", "chrf", "-m", "ter", SAMPLE,
    "--human", "fluency", "--coefficient", "pearson", "--interval", "none",
]  # fmt: skip


def metrics_of(out):
    return [line.split()[1] for line in out.splitlines()[1:] if " x " in line]


def test_sorted_and_cut(cli, tmp_path):
    """The table has the best metric; files have all, in the order given."""
    done = cli(*WORDS, "--level", "system", "--sort", "pearson", "--top", "1", "-o", "a.json")
    results = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    values = {result["metric"]: result["value"] for result in results}
    assert list(values) == ["bleu", "chrf", "ter"]
    assert metrics_of(done.out) == [max(values, key=values.get)]
    assert "2 metrics are left out (--top 1)" in done.out


def test_levels_as_asked(cli, tmp_path):
    """A level has the word that the user chose in tables, and its own name in JSON."""
    done = cli(*WORDS, "--level", "segment", "-o", "a.json")
    assert done.out.splitlines()[1].startswith("segment ")
    assert "segment: the level summary in JSON" in done.out
    results = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    assert {result["level"] for result in results} == {"summary"}


def test_levels_of_coefficients_as_asked(cli):
    """A level that a coefficient names has that word too."""
    done = cli(*WORDS[:-4], "--interval", "none", "--coefficient", "kendall@item")
    assert done.out.splitlines()[1].startswith("item ")
    assert "item: the level summary in JSON" in done.out


def test_matrix(cli):
    """Tests of pairs are a matrix with a line on what its numbers are."""
    done = cli(
        *WORDS, "--level", "summary", "--test", "perm-inputs", "--resamples", "50", "--matrix"
    )
    assert "summary pearson" in done.out
    assert "Matrix: the correlation of the row's metric less" in done.out
    assert " > " not in done.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sort", "size"], "--sort size: available: given, name, pearson"),
        (["--top", "0"], "--top"),
        (["--matrix"], "--matrix shows tests of pairs of metrics; add --test, as --test auto"),
        (
            ["--ranks", "wmt"],
            "--ranks wmt: ranks follow from tests of pairs of metrics; add --test",
        ),
    ],
)
def test_wrong_words(cli, words, sentence):
    """Wrong words, and options of tests without tests, are one sentence with exit code 2."""
    done = cli(*WORDS, "--level", "system", *words)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_digits_and_percent(cli, tmp_path):
    """Tables have correlations times 100 with the digits asked for; files are as they are."""
    words = [*WORDS, "--level", "system", "--digits", "1"]
    plain, scaled = cli(*words, "-o", "a.json"), cli(*words, "--percent", "--test", "perm-systems")
    results = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["results"]
    value = results[0]["value"]
    assert f"{value:.1f}" in plain.out.splitlines()[1]
    assert f"{100 * value:.1f}" in scaled.out.splitlines()[1]
    assert "Correlations are times 100." in scaled.out
    paper = cli(*words, "--percent", "--style", "paper", "--format", "md").out
    assert f"{100 * value:.1f}" in paper.splitlines()[2]
    assert "Correlations are times 100." in paper


def test_three_notes(cli):
    """Text has three lines of notes, the last one on all others; --notes has all of them."""
    words = [*WORDS, "--level", "system", "--test", "perm-systems"]
    short, long = cli(*words).out, cli(*words, "--notes").out
    notes = short.partition("significant.\n")[2].splitlines()
    assert len(notes) == 3
    assert notes[0].startswith("Tests and ranks rest on: perm-systems")
    assert "more lines: --notes" in notes[-1]
    assert "signature of tests" in long
    assert "--notes" not in long


def test_a_matrix_of_many_pairs(cli, tmp_path):
    """More than 20 pairs are a matrix, unless a list is asked for."""
    rng = random.Random(1)
    rows = (
        {"instance_id": str(i), "system_id": f"s{s}", "judgments": {"h": rng.random()},
         "scores": {f"m{k}": rng.random() for k in range(7)}}
        for i in range(4) for s in range(6)
    )  # fmt: skip
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(x)}\n" for x in rows))
    words = ["correlate", "scores", "a.jsonl", "--human", "h", "--level", "system"]
    words += ["--coefficient", "pearson", "--interval", "none", "--test", "perm-systems"]
    assert "Matrix: the correlation" in cli(*words).out
    listed = cli(*words, "--no-matrix").out
    assert sum(" > " in line for line in listed.splitlines()) == 21
    six = [word for k in range(6) for word in ("--metric", f"m{k}")]
    assert "Matrix" not in cli(*words, *six).out
    assert "exclude each other" in cli(*words, "--matrix", "--no-matrix").err

"""Options of data sets and of plots: forms, and what is refused before any work."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from sacreval.cli.options.data_set_options import parse
from sacreval.cli.options.plot_options import (
    MOST_PANELS,
    LookOptions,
    Plot,
    first_panels,
    own_path,
    parse_plots,
)
from sacreval.errors import UsageError
from sacreval.report.plots.matplotlib_figures import PLAIN, Look
from support import missing
from support.program import write_jsonl
from support.sizes import long
from support.two_sets import RECORDS, WORDS, write_lines, write_two_sets


def test_forms():
    """NAME=INPUT adds an input; keys in braces have the forms that they have in configs."""
    keys = '{"inputs": {"x": ["1", "2"]}, "map": {"input": "q"}, "metrics": [{"rouge": {"a": 1}}]}'
    sets = parse(["a=x.jsonl", "a=sys=y.jsonl", f"b{keys}"])
    assert sets["a"] == {"inputs": ["x.jsonl", "sys=y.jsonl"]}
    assert sets["b"] == {
        "inputs": ["x=1", "x=2"],
        "map": ["input=q"],
        "metrics": ['rouge{"a":1}'],
    }


def test_own_values_and_those_of_the_run(cli, tmp_path):
    """A key of a data set replaces the value of the run; -r NAME=FILE is for one data set."""
    (tmp_path / "a.txt").write_text("x y\n")
    (tmp_path / "b.txt").write_text("x z\n")
    (tmp_path / "refs.txt").write_text("x y\n")
    words = ["--dataset", "one=a.txt", "--dataset", "two=b.txt", "-r", "one=refs.txt",
             "-r", "two=b.txt"]  # fmt: skip
    done = cli("evaluate", "chrf", *words, "--format", "json")
    assert [r["value"] for r in done.json()["results"] if r["dataset"] != "(mean)"] == [100, 100]
    assert "there is no data set 'tow'" in cli("evaluate", "chrf", *words, "-r", "tow=x").err
    write_lines(tmp_path / "o.jsonl", RECORDS)
    stated = 'b{"inputs": ["o.jsonl"], "map": {"references": "references"}}'
    done = cli("evaluate", "chrf", "--dataset", "a=o.jsonl", "--dataset", stated, "--map",
               "references=sources", "--format", "json")  # fmt: skip
    a, b, _ = (r["value"] for r in done.json()["results"])
    assert a != b


def test_verbs_write_the_data_set(cli, tmp_path):
    """evaluate --instances and score write the data set of every record, and the manifest too."""
    write_two_sets(tmp_path)
    assert cli("evaluate", "chrf", *WORDS, "--instances", "i.jsonl").code == 0
    assert cli("evaluate", "chrf", *WORDS, "--instances", "i.csv").code == 0
    assert cli("score", "chrf", *WORDS, "-o", "s.jsonl").code == 0
    for name in ("i.jsonl", "s.jsonl"):
        lines = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        assert [line["dataset"] for line in lines].count("boolq") == 6
        assert len({(x["dataset"], x["system_id"], x["instance_id"]) for x in lines}) == 10
    assert (tmp_path / "i.csv").read_text().startswith("dataset,system_id,instance_id")
    manifest = json.loads((tmp_path / "s.manifest.json").read_text())
    assert manifest["datasets"]["nq"]["counts"]["records"] == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--dataset", "a="], "--dataset a=: write NAME=INPUT"),
        (["--dataset", "=x"], "--dataset =x: write NAME=INPUT"),
        (["--dataset", "x"], "--dataset x: write NAME=INPUT"),
        (["--dataset", "(mean)=o.jsonl"], "cannot be the name of a data set"),
        (["--dataset", 'a{"inptus": []}'], "unknown key 'inptus'; did you mean 'inputs'?"),
        (["--dataset", 'a{"inputs": []}'], "data set a: it has no inputs"),
        (["--dataset", 'a{"inputs": [3]}'], "inputs must be text"),
        (["--dataset", 'a{"inputs": "o.jsonl"}', "--dataset", "a=o.jsonl"], "named twice"),
        (["--dataset", "a=o.jsonl", "--dataset", 'a{"inputs": "o.jsonl"}'], "named twice"),
        (["--dataset", "a=o.jsonl", "o.jsonl"], "o.jsonl: this input is of no data set"),
        (["--dataset", "a=o.jsonl", "--dataset", "a=o.jsonl"], "the same file is named twice"),
        (["--dataset", "a=no.jsonl"], "no.jsonl: there is no such file"),
        (["--dataset", "a=x="], "there is no file after the equals sign"),
    ],
)
def test_wrong_values_are_refused(cli, tmp_path, words, sentence):
    """Wrong names, keys and files are errors in one sentence."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    done = cli("evaluate", "chrf", *words)
    assert (done.code, sentence in done.err) == (2, True), done.err


def test_a_data_set_needs_metrics(cli, tmp_path):
    """A suite without metrics is refused where a data set has none of its own."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    stated = 'a{"inputs": ["o.jsonl"], "metrics": ["chrf"]}'
    assert cli("evaluate", "suite", "--dataset", stated).code == 0
    done = cli("evaluate", "suite", "--dataset", stated, "--dataset", "b=o.jsonl")
    assert "data set b: it needs metrics" in done.err


@pytest.fixture
def needs_matplotlib():
    missing.module("matplotlib", "plots")


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.png", r"--plot a\.png: write KIND=FILE, as in one=plot\.png"),
        ("one=", "write KIND=FILE"),
        ("", "write KIND=FILE"),
        ("pie=a.png", r"there is no such plot; available: one, two"),
        ("one=a.gif", r"a\.gif: plots are written as \.png, \.svg, \.pdf, \.html"),
        ("one=a", "choose one of these endings"),
    ],
)
def test_bad_plots(text, said):
    """The sentence names what there is."""
    with pytest.raises(UsageError, match=said):
        parse_plots([text], ("one", "two"))


@pytest.mark.usefixtures("needs_matplotlib")
def test_parts_have_files_of_their_own():
    """A task or data set stands in the name of its file; two may not have the same one."""
    plots = parse_plots(["one=x/a.svg"], ("one",), ("en-de", "he en"))
    assert plots == [
        Plot("one", Path("x/a-en-de.svg"), "en-de"),
        Plot("one", Path("x/a-he-en.svg"), "he en"),
    ]
    assert own_path(Path("a.svg"), "") == Path("a.svg")
    with pytest.raises(UsageError, match="'a b' and 'a-b' would both be p-a-b.png; rename one"):
        parse_plots(["one=p.png"], ("one",), ("a b", "a-b"))


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize("size", ["6", "6x", "x4", "0x4", "6x4x2", "axb", "6x-4", "1e3x4", "6x101"])
def test_bad_sizes(size):
    """The sentence has an example."""
    with pytest.raises(UsageError, match=r"write WIDTHxHEIGHT in inches.*as in 6x4"):
        options(plot_size=size).look()


def options(**changes):
    defaults = {"plot_title": None, "plot_size": None, "plot_font_size": 8.5, "plot_dpi": 130}
    return LookOptions(**defaults | changes)


@pytest.mark.usefixtures("needs_matplotlib")
def test_look():
    """What is not given is as in the plain look; a picture of too many pixels is refused."""
    assert options().look() == PLAIN
    look = {"plot_size": "6.5x4", "plot_title": "", "plot_dpi": 300}
    assert options(**look).look() == Look("", (6.5, 4.0), dpi=300)
    with pytest.raises(UsageError, match=r"60x4 at --plot-dpi 600 is more than 20,000 pixels"):
        options(plot_size="60x4", plot_dpi=600).look()


@pytest.mark.usefixtures("needs_matplotlib")
def test_options_without_a_plot_are_told():
    """An option that changes nothing is named."""
    assert options().without_effect([]) == []
    [notice] = options(plot_dpi=300).without_effect([])
    assert notice == "without --plot, --plot-dpi has no effect"
    assert options(plot_dpi=300).without_effect([Plot("one", Path("a.png"))]) == []


@pytest.mark.usefixtures("needs_matplotlib")
def test_what_has_no_panel_is_counted():
    """Sixteen have panels; a notice says how many others there are."""
    notices = []
    plot = Plot("one", Path("a.png"))
    assert first_panels(plot, range(MOST_PANELS), "metrics", notices) == range(MOST_PANELS)
    assert notices == []
    assert len(first_panels(plot, range(20), "metrics", notices)) == MOST_PANELS
    assert notices == ["a.png: of 20 metrics the first 16 are shown; left out: 4"]


NAMES = ["_under", "$x_{$", "a\tb\x01", "-- --> <b>&", "long" * 30]


@pytest.fixture(name="odd")
def write_odd(tmp_path):
    """Write records of systems and groups with names that matplotlib or XML could read wrongly."""
    lines = [
        {
            "instance_id": str(i), "system_id": name, "prediction": f"the cat {name[:i]}",
            "references": ["the cat"], "groups": {"$d_": f"{i % 2}_$"},
            "judgments": {"$h_{": i + len(name)},
        }
        for name in NAMES
        for i in range(6)
    ]  # fmt: skip
    write_jsonl(tmp_path / "odd.jsonl", lines)


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        long(["evaluate", "chrf", "--by", "$d_"], ["lengths", "groups"]),
        (["evaluate", "bleu"], ["precisions"]),
        long(["compare", "chrf", "--trials", "100", "--resamples", "100"], ["forest", "outcomes"]),
        long(
            [
                "correlate",
                "chrf",
                "--human",
                "$h_{",
                "--coefficient",
                "pearson",
                "--interval",
                "none",
            ],
            ["scatter", "forest", "heatmap", "histogram", "ties"],
        ),
    ],
)
@pytest.mark.usefixtures("odd")
@pytest.mark.filterwarnings("error")
def test_odd_names(cli, tmp_path, words, kinds):
    """Every plot is well-formed XML without control characters, and is drawn without a warning."""
    plots = [word for kind in kinds for word in ("--plot", f"{kind}={kind}.svg")]
    done = cli(*words, "odd.jsonl", *plots, "--plot-title", "$a$ x_{")
    assert done.code == 0, done.err
    for kind in kinds:
        ET.parse(tmp_path / f"{kind}.svg")  # noqa: S314 - our own file


@pytest.mark.usefixtures("needs_matplotlib")
def test_letters_that_the_font_lacks(cli, tmp_path):
    """They are told once a file, in words."""
    record = {"prediction": "a", "references": ["a"], "system_id": "\U000e0fff\u9fff"}
    write_jsonl(tmp_path / "r.jsonl", [record])
    done = cli("evaluate", "chrf", "r.jsonl", "--plot", "lengths=l.svg")
    assert done.code == 0
    [line] = [line for line in done.err.splitlines() if "font" in line]
    assert line.startswith("sacreval: l.svg: the font of plots lacks some letters of names")


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_size_that_is_too_small(cli, tmp_path):
    """A plot whose labels do not fit is written, and that is said."""
    write_jsonl(
        tmp_path / "r.jsonl", [{"prediction": "a", "references": ["a"], "system_id": "s" * 40}]
    )
    done = cli("evaluate", "chrf", "r.jsonl", "--plot", "lengths=l.svg", "--plot-size", "1x1")
    assert done.code == 0
    assert "l.svg: the labels do not fit; give a larger --plot-size" in done.err

"""`sacreval correlate --plot`: a panel for each metric, and what is left out is said."""

import json

import numpy as np
import pytest

from support import missing

FAST = ["--interval", "none", "--coefficient", "pearson"]


@pytest.fixture(autouse=True)
def there():
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


@pytest.mark.parametrize("kind", ["scatter", "histogram", "ties"])
def test_panels(cli, figures, table, kind):
    """The first sixteen metrics have a panel, and a notice counts the others."""
    words = ["correlate", "scores", table, "--human", "h", *FAST]
    done = cli(*words, "--plot", f"{kind}=p.svg")
    assert done.code == 0, done.err
    told = "sacreval: p.svg: of 20 metrics the first 16 are shown; left out: 4\n"
    assert told in done.err
    assert len(figures["p.svg"].axes) == 16
    few = [word for m in ("m03", "m05") for word in ("--metric", m)]
    done = cli(*words, *few, "--plot", f"{kind}=q.svg")
    first, second = figures["q.svg"].axes
    name = first.get_xlabel() if kind == "scatter" else first.get_title(loc="left").split("\n")[0]
    assert name == "m03"
    assert "p.svg" not in done.err
    assert second.get_title(loc="left") if kind != "scatter" else second.get_xlabel() == "m05"


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


def test_the_look(cli, figures, table):
    """Title, size and text are those of the options."""
    look = ["--plot-title", "Mine", "--plot-size", "5x3", "--plot-font-size", "12"]
    words = ["correlate", "scores", table, "--human", "h", *FAST, *look]
    assert cli(*words, "--plot", "forest=f.svg").code == 0
    figure = figures["f.svg"]
    assert figure.get_suptitle() == "Mine"
    assert tuple(figure.get_size_inches()) == (5, 3)
    assert figure.axes[0].xaxis.label.get_size() == 12


def test_a_forest_has_the_intervals_of_the_run(cli, figures, table):
    """Each line is an interval of the table, and the title has their level."""
    words = ["correlate", "scores", table, "--human", "h", "--metric", "m01", "--level", "system"]
    words += ["--coefficient", "pearson", "--confidence", "0.9", "--format", "json"]
    done = cli(*words, "--plot", "forest=f.svg")
    [found] = done.json()["results"]
    interval, dot, *_ = figures["f.svg"].axes[0].lines
    assert list(interval.get_xdata()) == [found["interval"]["low"], found["interval"]["high"]]
    assert list(dot.get_xdata()) == [found["value"]]
    assert figures["f.svg"].get_suptitle() == "h, system level, pearson, 90 % intervals"

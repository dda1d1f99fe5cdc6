"""Plots are written in every format, and say how to get matplotlib where it is missing."""

import sys

import numpy as np
import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.report import plots
from support import missing


def draw(path):
    """Draw 30 labelled systems."""
    rng = np.random.default_rng(0)
    human = rng.normal(size=30)
    return plots.scatter(
        path,
        metric=human + rng.normal(size=30),
        human=human,
        names=[f"System-{i}" for i in range(30)],
        metric_name="metric",
        human_name="human",
    )


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "html"])
def test_every_format(tmp_path, ending):
    """The ending of the name decides the format; nothing but the file is left."""
    missing.module("matplotlib", "plots")
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "html": b"<!doctype html>"}
    path = draw(tmp_path / f"plot.{ending}")
    assert path.read_bytes().startswith(starts[ending])
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_the_same_data_give_the_same_bytes(tmp_path):
    """SVG holds neither dates nor random ids."""
    missing.module("matplotlib", "plots")
    assert draw(tmp_path / "a.svg").read_bytes() == draw(tmp_path / "b.svg").read_bytes()


def test_labels_of_thirty_systems_do_not_cover_each_other():
    """No label lies on another, nor on a point."""
    missing.module("matplotlib", "plots")
    from sacreval.report.matplotlib_figures import new_figure
    from sacreval.report.point_labels import place_labels

    figure, axes = new_figure(7.2, 5.4)
    x, y = np.random.default_rng(1).normal(size=(2, 30))
    axes.scatter(x, y)
    axes.margins(0.12)
    place_labels(axes, x, y, [f"System-{i:02d}" for i in range(30)])
    renderer = figure.canvas.get_renderer()
    boxes = [t.get_window_extent(renderer) for t in axes.texts if t.get_text()]
    assert len(boxes) == 30
    overlaps = [
        (a, b)
        for a in range(30)
        for b in range(a)
        if min(boxes[a].x1, boxes[b].x1) > max(boxes[a].x0, boxes[b].x0)
        and min(boxes[a].y1, boxes[b].y1) > max(boxes[a].y0, boxes[b].y0)
    ]
    assert overlaps == []


@pytest.mark.long
def test_the_other_plots(tmp_path):
    """Forest, grid, heatmap, histogram and curve are drawn, undefined values included."""
    missing.module("matplotlib", "plots")
    nan = float("nan")
    bars = [plots.Bar("a", 0.5, 0.2, 0.7), plots.Bar("b", nan, nan, nan)]
    plots.forest(tmp_path / "f.png", bars=bars, title="t", value_name="r")
    p = np.array([[nan, 0.01], [0.99, nan]])
    plots.significance_grid(
        tmp_path / "g.png", names=["a", "b"], p_better=p, survives=p < 0.02, title="t"
    )
    plots.heatmap(tmp_path / "h.png", rows=["a", "b"], columns=["a", "b"], values=p, title="t")
    plots.histogram(tmp_path / "i.png", values=np.array([0.1, nan]), title="t", value_name="r")
    plots.tie_curve(
        tmp_path / "c.png",
        epsilons=np.array([0.0, 1.0]),
        accuracies=np.array([0.5, 0.6]),
        chosen=1.0,
        title="t",
    )
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.parametrize("count", [1, 2, 30])
@pytest.mark.long
def test_nothing_is_cut_off(tmp_path, count):
    """The border of a table of cells stays white, however few its cells and long its names."""
    missing.module("matplotlib", "plots")
    from matplotlib.image import imread

    names = [f"metric-{i}-with-a-rather-long-name" for i in range(count)]
    title = "expert_relevance, group-by-system level, pairwise-accuracy, perm-both-cells"
    p = np.full((count, count), 0.01)
    grid, heat = tmp_path / "g.png", tmp_path / "h.png"
    plots.significance_grid(grid, names=names, p_better=p, survives=p < 0.02, title=title)
    plots.heatmap(heat, rows=names, columns=names, values=p, title=title)
    for path in (grid, heat):
        picture = imread(path)
        edges = picture[0], picture[-1], picture[:, 0], picture[:, -1]
        assert all((edge == 1).all() for edge in edges)


def test_unknown_endings(tmp_path):
    """Another ending is refused with the ones there are."""
    missing.module("matplotlib", "plots")
    with pytest.raises(UsageError, match=r"\.png, \.svg, \.pdf, \.html"):
        draw(tmp_path / "plot.gif")


def test_without_matplotlib(tmp_path, monkeypatch):
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[plots\]'"):
        draw(tmp_path / "plot.png")

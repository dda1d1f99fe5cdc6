"""Plots of a meta-evaluation show what they are given."""

import numpy as np
import pytest

from sacreval.features.correlate.tables import correlation_plots
from sacreval.features.correlate.tables.correlation_plots import (
    Bar,
    Points,
    TieCurve,
    heatmap,
    place_labels,
    significance_grid,
)
from sacreval.report.plots.matplotlib_figures import Look, new_figure, save
from support import missing
from support.sizes import long

NAN = float("nan")


@pytest.fixture
def needs_matplotlib():
    missing.module("matplotlib", "plots")


def labels(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def overlaps(boxes):
    return [
        (a, b)
        for b in range(len(boxes))
        for a in range(b)
        if min(boxes[a].x1, boxes[b].x1) > max(boxes[a].x0, boxes[b].x0)
        and min(boxes[a].y1, boxes[b].y1) > max(boxes[a].y0, boxes[b].y0)
    ]


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize("count", [1, long(4)])
def test_labels_of_thirty_systems_do_not_cover_each_other(count):
    """No label lies on another in a single panel; in four small ones hardly any does."""
    rng = np.random.default_rng(1)
    systems = [f"System-{i:02d}" for i in range(30)]
    of = [Points(f"m{i}", rng.normal(size=30)) for i in range(count)]
    figure = correlation_plots.scatter(
        of, human=rng.normal(size=30), systems=systems, human_name="human"
    )
    renderer = figure.canvas.get_renderer()
    for axes in figure.axes:
        boxes = [t.get_window_extent(renderer) for t in axes.texts if t.get_text()]
        assert len(boxes) == 30
        assert len(overlaps(boxes)) <= (0 if count == 1 else 3)


@pytest.mark.usefixtures("needs_matplotlib")
def test_scatter():
    """Each metric has a panel with its points and lines; a system without a score has no point."""
    human = np.array([1.0, 2.0, 3.0])
    of = [Points("a", np.array([0.1, 0.2, 0.4]), ["r 0.9"]), Points("b", np.array([1, NAN, 2.0]))]
    figure = correlation_plots.scatter(
        of, human=human, systems=["x", "y", "z"], human_name="adequacy", references=["z"]
    )
    first, second = figure.axes
    assert sorted(labels(first)) == ["x", "y", "z"]
    assert sorted(labels(second)) == ["x", "z"]
    assert [tuple(c.get_offsets()[0]) for c in first.collections] == [(0.1, 1), (0.2, 2), (0.4, 3)]
    assert (first.get_xlabel(), first.get_ylabel()) == ("a", "adequacy")
    assert first.get_title(loc="left") == "r 0.9"
    shapes = [len(collection.get_paths()[0].vertices) for collection in first.collections]
    assert shapes[0] == shapes[1] != shapes[2]


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_forest_fits_its_values():
    """Metrics are in the order of their values; the axis does not reach out for zero."""
    bars = [Bar("low", 0.8, 0.7, 0.85), Bar("none", NAN, NAN, NAN), Bar("high", 0.9, NAN, NAN)]
    [axes] = correlation_plots.forest(bars, title="t", value_name="r", look=Look(font_size=12)).axes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["high", "low", "none"]
    assert axes.get_xlim()[0] > 0.5
    assert axes.xaxis.label.get_size() == 12
    around = correlation_plots.forest([Bar("a", 0.1, -0.2, 0.4)], title="t", value_name="r").axes[0]
    at_zero = [line for line in around.lines if set(line.get_xdata()) == {0}]
    assert len(at_zero) == 1


@pytest.mark.usefixtures("needs_matplotlib")
def test_histograms_share_their_bins():
    """Bars count the groups; what is negative or undefined is written over the panel."""
    of = [("a", np.array([-0.5, 0.2, 0.3, NAN])), ("b", np.array([0.9, NAN, NAN, NAN]))]
    figure = correlation_plots.histograms(of, title="t", value_name="r")
    first, second = figure.axes
    assert [sum(bar.get_height() for bar in axes.patches) for axes in (first, second)] == [3, 1]
    assert [bar.get_x() for bar in first.patches] == [bar.get_x() for bar in second.patches]
    assert first.get_title(loc="left") == "a\nmean 0.000 (line), 1 negative, 1 undefined"
    assert first.get_xlim() == (-0.5, 0.9)
    [empty] = correlation_plots.histograms([("a", np.array([NAN]))], title="t", value_name="r").axes
    assert "0 negative, 1 undefined" in empty.get_title(loc="left")


@pytest.mark.usefixtures("needs_matplotlib")
def test_tie_curves():
    """The maximum is among the steps of a long curve, and the chosen threshold is a line."""
    epsilons = np.linspace(0, 1, 10_000)
    accuracies = np.full(10_000, 0.5)
    accuracies[4_321] = 0.75
    [axes] = correlation_plots.tie_curves(
        [TieCurve("a", epsilons, accuracies, epsilons[4_321])], title="t"
    ).axes
    step, chosen = axes.lines
    assert max(step.get_ydata()) == 0.75
    assert len(step.get_xdata()) <= 2_001
    assert set(chosen.get_xdata()) == {epsilons[4_321]}
    assert "accuracy 0.7500" in axes.get_title(loc="left")


def test_labels_are_inside_the_frame():
    """A point at the right edge has its label at its left."""
    missing.module("matplotlib", "plots")
    figure, axes = new_figure(4, 3)
    x, y = np.array([0.0, 1.0]), np.array([0.0, 1.0])
    axes.scatter(x, y)
    figure.canvas.draw()
    place_labels(axes, x, y, ["left", "right-at-the-edge"], size=8)
    renderer = figure.canvas.get_renderer()
    frame = axes.get_window_extent(renderer)
    for label in axes.texts:
        box = label.get_window_extent(renderer)
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        assert label.get_size() == 8
    assert {label.get_text() for label in axes.texts} == {"left", "right-at-the-edge"}


def cells(axes):
    return {(round(t.get_position()[1]), round(t.get_position()[0])): t for t in axes.texts}


@pytest.mark.usefixtures("needs_matplotlib")
def test_significance():
    """Cells have p adjusted, and are filled by it."""
    adjusted = np.array([[NAN, 0.03, 0.06], [NAN, NAN, 1.0], [NAN, NAN, NAN]])
    figure = significance_grid(names=["a", "b", "c"], p_adjusted=adjusted, title="t")
    [axes] = figure.axes
    written = {place: text.get_text() for place, text in cells(axes).items()}
    assert written == {(0, 1): "0.0300", (0, 2): "0.0600", (1, 2): "1.0000"}
    filled = np.asarray(axes.images[0].get_array()) > 0
    assert {tuple(map(int, place)) for place in np.argwhere(filled)} == {(0, 1)}
    assert "p adjusted ≤ 0.05" in axes.get_title(loc="left")


@pytest.mark.usefixtures("needs_matplotlib")
def test_titles_are_as_wide_as_the_table():
    """Lines of titles are wrapped at about the width of the cells, and not within words."""
    values = np.full((12, 12), 0.5)
    for n in (3, 12):
        names = list("abcdefghijkl"[:n])
        title = "expert_relevance, system level, pairwise-accuracy"
        figure = heatmap(rows=names, columns=names, values=values[:n, :n], title=title)
        lines = figure.axes[0].get_title(loc="left").splitlines()
        assert " ".join(lines) == title
        assert len(lines) == {3: 2, 12: 1}[n]


@pytest.mark.usefixtures("needs_matplotlib")
def test_colours_fit_the_values():
    """The range leaves out the diagonal, which is grey, and far outliers, which the bar marks."""
    values = np.array([[1.0, 0.9, 0.86], [0.9, 1.0, 0.95], [0.86, 0.95, 1.0]])
    names = ["a", "b", "c"]
    figure = heatmap(rows=names, columns=names, values=values, title="t")
    image = figure.axes[0].images[0]
    assert (image.norm.vmin, image.norm.vmax) == (0.86, 0.95)
    assert cells(figure.axes[0])[0, 2].get_text() == ".86"
    assert np.array_equal(image.get_array().mask, np.eye(3, dtype=bool))
    grey = figure.axes[0].images[1].get_array()
    assert np.array_equal(~grey.mask, np.eye(3, dtype=bool))
    assert cells(figure.axes[0])[1, 1].get_text() == "1.00"
    many = np.full((20, 20), 0.9) + np.arange(20) / 400
    many[3, 5] = -1.0
    figure = heatmap(rows=list("abcdefghijklmnopqrst"), columns=["x"] * 20, values=many, title="t")
    image = figure.axes[0].images[0]
    assert 0.7 < image.norm.vmin < 0.9
    assert image.colorbar.extend == "min"
    assert cells(figure.axes[0])[3, 5].get_text() == "-1.00"


@pytest.mark.usefixtures("needs_matplotlib")
def test_text_can_be_read_on_its_cell():
    """Numbers are white on dark cells and black on light ones; an undefined cell has none."""
    values = np.array([[NAN, 0.1], [0.9, NAN]])
    figure = heatmap(rows=["a", "b"], columns=["c", "d"], values=values, title="t")
    written = cells(figure.axes[0])
    assert {place: text.get_color() for place, text in written.items()} == {
        (0, 1): "white",
        (1, 0): "black",
    }
    undefined = heatmap(rows=["a"], columns=["c"], values=np.array([[NAN]]), title="t")
    assert not undefined.axes[0].texts


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize("count", [1, 2, 30])
@pytest.mark.long
def test_nothing_is_cut_off(tmp_path, count):
    """The border stays white, however few the cells, long the names, and large the text."""
    from matplotlib.image import imread

    names = [f"metric-{i}-with-a-rather-long-name" for i in range(count)]
    title = "expert_relevance, group-by-system level, pairwise-accuracy, perm-both-cells"
    p = np.full((count, count), 0.01)
    for number, look in enumerate((Look(), Look(font_size=14))):
        grid = significance_grid(names=names, p_adjusted=p, title=title, look=look)
        heat = heatmap(rows=names, columns=names, values=p, title=title, look=look)
        for kind, figure in (("g", grid), ("h", heat)):
            picture = imread(save(figure, tmp_path / f"{kind}{number}.png", "t", look))
            edges = picture[0], picture[-1], picture[:, 0], picture[:, -1]
            assert all((edge == 1).all() for edge in edges)

"""Tables of cells have the numbers, and colours that fit them."""

import numpy as np
import pytest

from sacreval.features.correlate.tables.plots import heatmap, significance_grid
from sacreval.report.plots.matplotlib_figures import Look, save
from support import missing

NAN = float("nan")


@pytest.fixture(autouse=True)
def there():
    missing.module("matplotlib", "plots")


def cells(axes):
    return {(round(t.get_position()[1]), round(t.get_position()[0])): t for t in axes.texts}


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

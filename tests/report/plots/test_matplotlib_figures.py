"""Figures are written by the ending of the file, with the title in HTML."""

from pathlib import Path

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.report.plots import matplotlib_figures
from sacreval.report.plots.matplotlib_figures import (
    LONGEST,
    MOST_COLUMNS,
    PALETTE,
    PLAIN,
    Look,
    check_plottable,
    legend_below,
    name_rows,
    new_figure,
    panels,
    plain,
    plain_axes,
    save,
    write_title,
)
from support import missing
from support.sizes import long


@pytest.fixture
def needs_matplotlib():
    missing.module("matplotlib", "plots")


@pytest.mark.usefixtures("needs_matplotlib")
def test_save(tmp_path):
    """HTML has the SVG and its escaped title; another ending is refused, and nothing is written."""
    figure, axes = new_figure(2, 1)
    plain_axes(axes)
    page = save(figure, tmp_path / "a.html", "a < b").read_text()
    assert "<title>a &lt; b</title>" in page
    assert "<svg" in page
    with pytest.raises(UsageError, match=r"a\.bmp: plots are written as \.png"):
        save(figure, tmp_path / "a.bmp", "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.parametrize("ending", ["png", "svg", long("pdf"), "html"])
def test_every_format(tmp_path, ending):
    """The ending of the name decides the format; equal figures give equal bytes."""
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "html": b"<!doctype html>"}
    images = []
    for name in ("a", "b"):
        figure, axes = new_figure(2, 1)
        axes.plot([1, 2], [1, 2])
        images.append(save(figure, tmp_path / f"{name}.{ending}", "one").read_bytes())
    assert images[0].startswith(starts[ending])
    assert images[0] == images[1]


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_size_is_kept_to_the_pixel(tmp_path):
    """A figure with a size has it, however long its labels are; others are as wide as these."""
    from matplotlib.image import imread

    look = Look(size=(3, 2), dpi=100)
    figure, axes = new_figure(9, 9, look=look)
    axes.set_ylabel("long " * 30)
    tall, wide = imread(save(figure, tmp_path / "a.png", "a", look)).shape[:2]
    assert (wide, tall) == (300, 200)
    figure, axes = new_figure(3, 2)
    axes.set_ylabel("long " * 30)
    assert imread(save(figure, tmp_path / "b.png", "b")).shape[0] > 2 * PLAIN.dpi


@pytest.mark.usefixtures("needs_matplotlib")
@pytest.mark.long
def test_panels():
    """A grid has as many axes as panels: up to three in a row, and never more than four."""
    each = {"look": PLAIN, "single": (6.0, 4.0), "each": (3.0, 2.0)}
    for count, columns in ((1, 1), (3, 3), (4, 2), (16, 4), (30, MOST_COLUMNS)):
        figure, axes = panels(count, **each)
        assert len(axes) == len(figure.axes) == count
        assert axes[0].get_gridspec().ncols == columns
    figure, _ = panels(2, look=Look(size=(5, 4)), single=(6, 4), each=(3, 2))
    assert tuple(figure.get_size_inches()) == (5, 4)


@pytest.mark.usefixtures("needs_matplotlib")
def test_colours_differ():
    """No colour is there twice."""
    assert len(set(PALETTE)) == len(PALETTE)


@pytest.mark.usefixtures("needs_matplotlib")
def test_without_matplotlib(monkeypatch):
    """It is asked for before any work, with what to install; and so is the ending."""
    check_plottable(Path("a.svg"))
    with pytest.raises(UsageError, match=r"a\.gif: plots are written as \.png, \.svg"):
        check_plottable(Path("a.gif"))
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[plots\]'"):
        check_plottable(Path("a.svg"))
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[plots\]'"):
        matplotlib_figures.new_figure(1, 1)


def test_sizes_of_text_are_shares():
    """Smaller text is a share of the size that was chosen."""
    assert Look(font_size=10).text(0.8) == 8
    assert PLAIN.text() == PLAIN.font_size


@pytest.mark.usefixtures("needs_matplotlib")
def test_the_title_is_the_users():
    """The plot's own lines stand over it, unless the user gives a title, which may be empty."""

    def shown(title):
        figure, _ = new_figure(4, 3)
        write_title(figure, Look(title=title), "own", "more")
        return figure.get_suptitle()

    assert shown(None) == "own\nmore"
    assert shown("mine") == "mine"
    assert shown("") == ""
    assert max(map(len, shown("word " * 40).splitlines())) < 80


@pytest.mark.usefixtures("needs_matplotlib")
def test_names_are_drawn_as_they_are():
    """Dollars begin no formula, control characters are escaped, long names keep both ends."""
    from matplotlib.text import Text

    assert plain("a_b") == "a_b"
    assert plain("a\tb") == "a\\tb"
    assert len(plain("x" * 100 + "end")) == LONGEST
    assert plain("x" * 100 + "end").endswith("end")
    for name in ("$x_{$", "$a$", "$", r"\$a$"):
        shown, formula = Text()._preprocess_math(plain(name))
        assert (shown, formula) == (name, False)


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_name_with_an_underscore_is_in_the_legend():
    """matplotlib leaves out such labels where it chooses them itself."""
    from matplotlib.lines import Line2D

    figure, _ = new_figure(5, 3)
    legend_below(figure, PLAIN, [Line2D([], [], label="_a"), Line2D([], [], label="b")])
    assert [text.get_text().strip() for text in figure.legends[0].get_texts()] == ["_a", "b"]


@pytest.mark.usefixtures("needs_matplotlib")
def test_rows_are_named_once():
    """Panels with the same rows are named in the first column; others each for themselves."""
    for second, shown in ((["a", "b"], False), (["a", "c"], True)):
        _, axes = panels(2, look=PLAIN, single=(6, 4), each=(3, 2))
        name_rows(axes, [["a", "b"], second])
        assert [text.get_text() for text in axes[0].get_yticklabels()] == ["a", "b"]
        assert axes[1].yaxis.get_tick_params()["labelleft"] is shown


@pytest.mark.usefixtures("needs_matplotlib")
def test_a_legend_covers_no_data():
    """It is below the panels, and has a row more where names are long."""
    from matplotlib.lines import Line2D

    def columns(name):
        figure, axes = new_figure(5, 3)
        legend_below(figure, PLAIN, [Line2D([], [], label=f"{name}{i}") for i in range(6)])
        figure.canvas.draw()
        box = figure.legends[0].get_window_extent()
        assert box.y1 <= axes.get_tightbbox().y0
        assert box.x1 <= figure.bbox.x1
        return figure.legends[0]._ncols

    assert columns("a") > columns("a-long-name-of-a-system-")

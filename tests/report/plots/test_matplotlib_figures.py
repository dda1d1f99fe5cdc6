"""Figures are written by the ending of the file, with the title in HTML."""

from pathlib import Path

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.report.plots import matplotlib_figures
from sacreval.report.plots.matplotlib_figures import (
    MOST_COLUMNS,
    PALETTE,
    PLAIN,
    Look,
    check_plottable,
    new_figure,
    panels,
    plain_axes,
    save,
)
from support import missing
from support.sizes import long


@pytest.fixture(autouse=True)
def plots():
    missing.module("matplotlib", "plots")


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


@pytest.mark.parametrize("ending", ["png", "svg", long("pdf"), "html"])
def test_every_format(tmp_path, ending):
    """The ending of the name decides the format; equal figures give equal bytes."""
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "html": b"<!doctype html>"}
    made = []
    for name in ("a", "b"):
        figure, axes = new_figure(2, 1)
        axes.plot([1, 2], [1, 2])
        made.append(save(figure, tmp_path / f"{name}.{ending}", "one").read_bytes())
    assert made[0].startswith(starts[ending])
    assert made[0] == made[1]


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


def test_colours_differ():
    """No colour is there twice."""
    assert len(set(PALETTE)) == len(PALETTE)


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

"""Texts of plots cover no data, and are drawn as they are."""

import pytest

from sacreval.report.plots.matplotlib_figures import (
    LONGEST,
    PLAIN,
    Look,
    legend_below,
    name_rows,
    new_figure,
    panels,
    plain,
    write_title,
)
from support import missing


@pytest.fixture(autouse=True)
def plots():
    missing.module("matplotlib", "plots")


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


def test_a_name_with_an_underscore_is_in_the_legend():
    """matplotlib leaves out such labels where it chooses them itself."""
    from matplotlib.lines import Line2D

    figure, _ = new_figure(5, 3)
    legend_below(figure, PLAIN, [Line2D([], [], label="_a"), Line2D([], [], label="b")])
    assert [text.get_text().strip() for text in figure.legends[0].get_texts()] == ["_a", "b"]


def test_rows_are_named_once():
    """Panels with the same rows are named in the first column; others each for themselves."""
    for second, shown in ((["a", "b"], False), (["a", "c"], True)):
        _, axes = panels(2, look=PLAIN, single=(6, 4), each=(3, 2))
        name_rows(axes, [["a", "b"], second])
        assert [text.get_text() for text in axes[0].get_yticklabels()] == ["a", "b"]
        assert axes[1].yaxis.get_tick_params()["labelleft"] is shown


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

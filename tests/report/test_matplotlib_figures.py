"""Figures are saved by the ending of their file."""

import pytest

from sacreval.errors import UsageError
from sacreval.report.matplotlib_figures import new_figure, save
from support import missing


def test_a_page_holds_the_figure_and_its_title(tmp_path):
    """HTML is one page with the figure as SVG, whose title is escaped."""
    missing.module("matplotlib", "plots")
    figure, axes = new_figure(2, 1)
    axes.set_xlabel("items")
    text = save(figure, tmp_path / "p.html", "a < b").read_text(encoding="utf-8")
    assert "<title>a &lt; b</title>" in text
    assert "<!-- items -->" in text


def test_other_endings_are_refused(tmp_path):
    """A file with another ending is not written."""
    missing.module("matplotlib", "plots")
    figure, _ = new_figure(2, 1)
    with pytest.raises(UsageError, match="one of these endings"):
        save(figure, tmp_path / "p.xyz", "t")
    assert not list(tmp_path.iterdir())

"""Figures are written by the ending of the file, with the title in HTML."""

import pytest

from sacreval.errors import UsageError
from sacreval.report.matplotlib_figures import new_figure, plain_axes, save
from support import missing


def test_save(tmp_path):
    """HTML has the SVG and its escaped title; another ending is refused, and nothing is written."""
    missing.module("matplotlib", "plots")
    figure, axes = new_figure(2, 1)
    plain_axes(axes)
    page = save(figure, tmp_path / "a.html", "a < b").read_text()
    assert "<title>a &lt; b</title>" in page
    assert "<svg" in page
    with pytest.raises(UsageError, match=r"a\.bmp: plots are written as \.png"):
        save(figure, tmp_path / "a.bmp", "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]

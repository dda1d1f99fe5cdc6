"""The page about plots shows every kind, each drawn by a command on the page."""

import re

import pytest

from generator import plot_figures
from generator.pages import ROOT
from sacreval.commands import evaluate_plots
from sacreval.features.compare import compare_plots
from sacreval.features.correlate import correlate_output
from support import missing

TEXT = (ROOT / plot_figures.PAGE).read_text(encoding="utf-8")
ONE_LINE = TEXT.replace("\\\n", " ")
DRAWN = re.findall(r"^sacreval (\w+) .*--plot (\w+)=(\S+)", ONE_LINE, re.MULTILINE)


def test_every_kind_is_shown():
    """Each kind of each verb has a command and its figure, and no figure has none."""
    kinds = {
        "compare": compare_plots.KINDS,
        "evaluate": evaluate_plots.KINDS,
        "correlate": correlate_output.PLOTS,
    }
    wanted = [(verb, kind) for verb, named in kinds.items() for kind in named]
    assert sorted((verb, kind) for verb, kind, _ in DRAWN) == sorted(wanted)
    assert [name for _, _, name in DRAWN] == plot_figures.shown(TEXT)


def test_marks_become_images():
    """An image has its description; the site has no mark left."""
    filled = plot_figures.fill("<!-- figure a.svg: Two lines. -->", ROOT)
    assert filled == "![Two lines.](images/plots/a.svg)"
    assert "<!-- figure" not in plot_figures.fill(TEXT, ROOT)


@pytest.mark.long
def test_figures():
    """They are the files that the page shows."""
    missing.module("matplotlib", "plots")
    made = plot_figures.figures(ROOT)
    assert list(made) == [f"images/plots/{name}" for name in plot_figures.shown(TEXT)]
    assert all(b"<svg" in picture for picture in made.values())


def test_a_command_that_fails(tmp_path):
    """The build ends with what the command says."""
    (tmp_path / "docs").mkdir()
    (tmp_path / plot_figures.PAGE).write_text("```sh\nsacreval evaluate bleu none.txt\n```\n")
    with pytest.raises(RuntimeError, match=r"none\.txt"):
        plot_figures.figures(tmp_path)

"""The look of a plot."""

from sacreval.report.plots.matplotlib_figures import PLAIN, Look


def test_sizes_of_text_are_shares():
    """Smaller text is a share of the size that was chosen."""
    assert Look(font_size=10).text(0.8) == 8
    assert PLAIN.text() == PLAIN.font_size

"""Labels of points keep away from each other and from the edge of the plot."""

import numpy as np

from sacreval.features.correlate.tables.plots import place_labels
from sacreval.report.plots.matplotlib_figures import new_figure
from support import missing


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

"""Plots of a meta-evaluation: a panel for each metric, or all metrics on one axis."""

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.features.correlate.tables.point_labels import place_labels
from sacreval.report.plots.matplotlib_figures import (
    ACCENT,
    DARK,
    GRID,
    MUTED,
    SECOND,
    new_figure,
    panels,
    plain_axes,
)
from sacreval.report.plots.plot_look import PLAIN, Look
from sacreval.report.plots.plot_texts import plain, write_title

Floats = npt.NDArray[np.float64]
_BINS = 24
_STEPS = 2_000  # of a curve; a screen shows about a thousand


class Bar(NamedTuple):
    """A value with its interval; the bounds are NaN if there is none."""

    name: str
    value: float
    low: float
    high: float


class Points(NamedTuple):
    """The systems in the panel of one metric.

    Args:
        metric: Name of the metric.
        scores: Its score of each system, shape (systems,).
        lines: Lines below the name, such as coefficients with intervals.
    """

    metric: str
    scores: Floats
    lines: Sequence[str] = ()


class TieCurve(NamedTuple):
    """Pairwise accuracy of a metric by the tie threshold.

    Args:
        metric: Name of the metric.
        epsilons: Thresholds, ascending, shape (candidates,).
        accuracies: Mean accuracy at each, in [0, 1], shape (candidates,).
        chosen: The threshold that was chosen.
    """

    metric: str
    epsilons: Floats
    accuracies: Floats
    chosen: float


def scatter(
    of: Sequence[Points],
    *,
    human: Floats,
    systems: Sequence[str],
    human_name: str,
    what: str = "means of systems",
    references: Sequence[str] = (),
    look: Look = PLAIN,
) -> Any:
    """Draw human against metric scores, a labelled point for each system, with regression lines.

    Args:
        of: The metrics, a panel for each.
        human: Human score of each system, shape (systems,).
        systems: Names of the systems.
        human_name: Label of the vertical axes.
        what: What the points are.
        references: Systems drawn as diamonds.
        look: Title, size and text.

    Returns:
        The figure.
    """
    figure, axes = panels(len(of), look=look, single=(7.2, 5.4), each=(4.0, 3.4))
    write_title(figure, look, f"{human_name} by metric, {what}")
    drawn = []
    for panel, points in zip(axes, of, strict=True):
        seen = ~(np.isnan(points.scores) | np.isnan(human))
        x, y = points.scores[seen], human[seen]
        shown = [name for name, there in zip(systems, seen, strict=True) if there]
        for i, name in enumerate(shown):
            colour, marker = (SECOND, "D") if name in references else (ACCENT, "o")
            panel.scatter(x[i], y[i], s=18, marker=marker, color=colour, linewidths=0, zorder=3)
        _draw_line(panel, x, y)
        panel.margins(0.12 if len(of) == 1 else 0.28, 0.12)
        plain_axes(panel, look, x=plain(points.metric), y=plain(human_name))
        panel.set_title("\n".join(points.lines), loc="left", fontsize=look.text(0.85))
        drawn.append((panel, x, y, [plain(name) for name in shown]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that a font lacks are told once, by `save`
        figure.canvas.draw()  # labels are placed once all panels have their place
        for panel, x, y, shown in drawn:
            place_labels(panel, x, y, shown, size=look.text(0.72 if len(of) == 1 else 0.62))
    return figure


def _draw_line(axes: Any, x: Floats, y: Floats) -> None:
    if len(x) > 1 and np.ptp(x) > 0:
        slope, start = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        axes.plot(ends, slope * ends + start, color=MUTED, lw=1.2, zorder=1)


def forest(bars: Sequence[Bar], *, title: str, value_name: str, look: Look = PLAIN) -> Any:
    """Draw metrics with their intervals, best on top, on an axis that fits them.

    Args:
        bars: Metrics with their intervals.
        title: Title of the plot.
        value_name: Label of the horizontal axis.
        look: Title, size and text.

    Returns:
        The figure. A line at zero is drawn if zero is among the values.
    """
    ordered = sorted(bars, key=lambda b: (np.isnan(b.value), -np.nan_to_num(b.value), b.name))
    figure, axes = new_figure(6.6, 1.1 + 0.24 * max(3, len(ordered)), look=look)
    for place, bar in enumerate(ordered):
        axes.plot([bar.low, bar.high], [place, place], color=MUTED, lw=2, solid_capstyle="butt")
        axes.plot(bar.value, place, "o", color=ACCENT, ms=5)
    low, high = axes.get_xlim()
    if low < 0 < high and any(np.isfinite(bar.value) for bar in ordered):
        axes.axvline(0, color=DARK, lw=0.6)
    axes.set_yticks(range(len(ordered)), [plain(bar.name) for bar in ordered])
    axes.set_ylim(len(ordered) - 0.5, -0.5)
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_axisbelow(True)
    plain_axes(axes, look, x=value_name)
    write_title(figure, look, title)
    return figure


def histograms(
    of: Sequence[tuple[str, Floats]], *, title: str, value_name: str, look: Look = PLAIN
) -> Any:
    """Draw histograms of the values of single groups, with the same bins in all panels.

    Args:
        of: Metrics with one value for each group, NaN where undefined; a panel for each.
        title: Title of the plot.
        value_name: Label of the horizontal axes.
        look: Title, size and text.

    Returns:
        The figure; the line over each panel counts negative and undefined values.
    """
    figure, axes = panels(len(of), look=look, single=(6.0, 3.6), each=(3.3, 2.5))
    write_title(figure, look, title)
    known = np.concatenate([values[~np.isnan(values)] for _, values in of])
    edges = np.histogram_bin_edges(known, bins=_BINS) if len(known) else np.linspace(-1, 1, _BINS)
    for panel, (metric, values) in zip(axes, of, strict=True):
        defined = values[~np.isnan(values)]
        panel.hist(defined, bins=edges, color=ACCENT, edgecolor="white", lw=0.4)
        panel.set_xlim(edges[0], edges[-1])
        if edges[0] < 0 < edges[-1]:
            panel.axvline(0, color=DARK, lw=0.6)
        mean = ""
        if len(defined):
            panel.axvline(defined.mean(), color=SECOND, lw=1.4)
            mean = f"mean {defined.mean():.3f} (line), "
        counts = f"{int((defined < 0).sum())} negative, {int(np.isnan(values).sum())} undefined"
        panel.set_title(f"{plain(metric)}\n{mean}{counts}", loc="left", fontsize=look.text(0.85))
        plain_axes(panel, look, x=value_name, y="groups")
    return figure


def tie_curves(of: Sequence[TieCurve], *, title: str, look: Look = PLAIN) -> Any:
    """Draw pairwise accuracy over the tie threshold, and the threshold that was chosen.

    Args:
        of: The metrics, a panel for each.
        title: Title of the plot.
        look: Title, size and text.

    Returns:
        The figure.
    """
    figure, axes = panels(len(of), look=look, single=(6.0, 3.6), each=(3.3, 2.6))
    write_title(figure, look, title)
    for panel, curve in zip(axes, of, strict=True):
        best = int(np.nanargmax(curve.accuracies))
        among = np.linspace(0, len(curve.epsilons) - 1, _STEPS).astype(int)
        kept = np.unique(np.append(among, best))  # the maximum is among the steps
        panel.step(curve.epsilons[kept], curve.accuracies[kept], where="post", color=ACCENT, lw=1.4)
        panel.axvline(curve.chosen, color=SECOND, lw=1.2, ls="--")
        chosen = f"ε = {curve.chosen:.4g} (line), accuracy {curve.accuracies[best]:.4f}"
        panel.set_title(f"{plain(curve.metric)}\n{chosen}", loc="left", fontsize=look.text(0.85))
        plain_axes(panel, look, x="ε: differences up to this are ties", y="pairwise accuracy")
    return figure

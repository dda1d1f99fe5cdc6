"""Plots of a meta-evaluation. Each function takes plain arrays and names, and writes one file."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.report.matplotlib_figures import (
    ACCENT,
    MUTED,
    SECOND,
    cell_axes,
    colour_bar,
    new_figure,
    plain_axes,
    save,
)
from sacreval.report.point_labels import place_labels

Floats = npt.NDArray[np.float64]


class Bar(NamedTuple):
    """A value with its interval; the bounds are NaN if there is none."""

    name: str
    value: float
    low: float
    high: float


def scatter(
    path: str | Path,
    *,
    metric: Floats,
    human: Floats,
    names: Sequence[str],
    metric_name: str,
    human_name: str,
    caption: Sequence[str] = (),
    hollow: Sequence[str] = (),
    references: Sequence[str] = (),
) -> Path:
    """Draw human against metric scores, a labelled point for each system, with the regression line.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        metric: Metric score of each system, shape (systems,).
        human: Human score of each system, shape (systems,).
        names: Names of the systems.
        metric_name: Label of the horizontal axis.
        human_name: Label of the vertical axis.
        caption: Lines in the corner, e.g. coefficients with intervals.
        hollow: Systems drawn hollow, such as outliers.
        references: Systems drawn as diamonds.
    """
    figure, axes = new_figure(7.2, 5.4)
    seen = ~(np.isnan(metric) | np.isnan(human))
    x, y = metric[seen], human[seen]
    shown = [n for n, there in zip(names, seen, strict=True) if there]
    for i, name in enumerate(shown):
        colour = SECOND if name in references else ACCENT
        face = "none" if name in hollow else colour
        marker = "D" if name in references else "o"
        axes.scatter(x[i], y[i], s=22, marker=marker, facecolors=face, edgecolors=colour, zorder=3)
    if len(x) > 1 and np.ptp(x) > 0:
        slope, start = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        axes.plot(ends, slope * ends + start, color=MUTED, lw=1.2, zorder=1)
    axes.margins(0.12)
    axes.set_xlabel(metric_name)
    axes.set_ylabel(human_name)
    plain_axes(axes)
    if caption:
        # Above the frame, where there are no points.
        axes.set_title("   ".join(caption), loc="left", fontsize=8)
    if shown:
        place_labels(axes, x, y, shown)
    return save(figure, path, f"{metric_name} and {human_name}")


def forest(
    path: str | Path, *, bars: Sequence[Bar], title: str, value_name: str, zero_line: bool = True
) -> Path:
    """Draw metrics with their intervals, best on top.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        bars: Metrics with their intervals.
        title: Title of the plot.
        value_name: Label of the horizontal axis.
        zero_line: Whether to draw a line at zero.
    """
    ordered = sorted(bars, key=lambda b: (np.isnan(b.value), -np.nan_to_num(b.value), b.name))
    figure, axes = new_figure(6.6, 1.1 + 0.24 * max(3, len(ordered)))
    for place, bar in enumerate(ordered):
        if not np.isnan(bar.low):
            axes.plot([bar.low, bar.high], [place, place], color=MUTED, lw=2, solid_capstyle="butt")
        axes.plot(bar.value, place, "o", color=ACCENT, ms=5)
    if zero_line:
        axes.axvline(0, color="#333333", lw=0.6)
    axes.set_yticks(range(len(ordered)), [bar.name for bar in ordered])
    axes.set_ylim(len(ordered) - 0.5, -0.5)
    axes.set_xlabel(value_name)
    axes.set_title(title, loc="left", fontsize=9)
    plain_axes(axes)
    return save(figure, path, title)


def significance_grid(
    path: str | Path,
    *,
    names: Sequence[str],
    p_better: Floats,
    survives: npt.NDArray[np.bool_],
    title: str,
    alpha: float = 0.05,
) -> Path:
    """Draw a grid of cells, filled where the row is better, boxed if significant as corrected.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        names: Metrics, best first.
        p_better: p-values of row better than column, shape (names, names); NaN if not tested.
        survives: Whether cells are significant after correction, shape (names, names).
        title: Title of the plot, with the test, its sides and the correction.
        alpha: Level; cells with p <= alpha are filled.
    """
    n = len(names)
    figure, axes = cell_axes(n, n)
    filled = np.where(np.isnan(p_better), 0.0, (p_better <= alpha).astype(float))
    axes.imshow(filled, cmap="Blues", vmin=0, vmax=1.6, aspect="auto")
    from matplotlib.patches import Rectangle

    for row, column in zip(*np.nonzero(survives), strict=True):
        box = Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, ec=SECOND, lw=1.4, zorder=3)
        axes.add_patch(box)
    _name_cells(axes, names, names)
    axes.set_xticks(np.arange(n + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(n + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", lw=0.6)
    axes.tick_params(which="minor", length=0)
    axes.set_title(
        f"{title}\nfilled: row beats column, p ≤ {alpha:g}; boxed: p adjusted ≤ {alpha:g}",
        loc="left",
        fontsize=8,
    )
    return save(figure, path, title)


def heatmap(
    path: str | Path, *, rows: Sequence[str], columns: Sequence[str], values: Floats, title: str
) -> Path:
    """Draw a table of correlations as colours, with the numbers in the cells.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        rows: Names of the rows, such as metrics.
        columns: Names of the columns, such as metrics or dimensions.
        values: Shape (rows, columns), in [-1, 1]; NaN stays white.
        title: Title of the plot.
    """
    figure, axes = cell_axes(len(columns), len(rows))
    image = axes.imshow(values, cmap="RdBu_r", vmin=-1, vmax=1, aspect="auto")
    _name_cells(axes, rows, columns)
    for i, k in zip(*np.nonzero(~np.isnan(values)), strict=True):
        dark = abs(values[i, k]) > 0.6  # noqa: PLR2004 - white on a strong colour
        text = f"{round(values[i, k], 2) + 0.0:.2f}".replace("0.", ".", 1)
        axes.text(
            k, i, text, ha="center", va="center", fontsize=5.5, color="white" if dark else "black"
        )
    colour_bar(figure, image)
    axes.set_title(title, loc="left", fontsize=9)
    return save(figure, path, title)


def _name_cells(axes: object, rows: Sequence[str], columns: Sequence[str]) -> None:
    from matplotlib.axes import Axes

    if isinstance(axes, Axes):
        axes.set_xticks(range(len(columns)), columns, rotation=90, fontsize=7)
        axes.set_yticks(range(len(rows)), rows, fontsize=7)
        axes.tick_params(length=0)


def histogram(path: str | Path, *, values: Floats, title: str, value_name: str) -> Path:
    """Draw a histogram of the values of single groups; the title counts undefined ones.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        values: One value per group, NaN where undefined.
        title: Title of the plot.
        value_name: Label of the horizontal axis.
    """
    figure, axes = new_figure(6.0, 3.6)
    defined = values[~np.isnan(values)]
    axes.hist(defined, bins=np.linspace(-1, 1, 41), color=ACCENT, edgecolor="white", lw=0.4)
    if len(defined):
        axes.axvline(defined.mean(), color=SECOND, lw=1.4, label=f"mean {defined.mean():.3f}")
        axes.legend(frameon=False, fontsize=8, loc="upper left")
    else:
        axes.set_ylim(0, 1)
    axes.axvline(0, color="#333333", lw=0.6)
    below, missing = int((defined < 0).sum()), int(np.isnan(values).sum())
    axes.set_title(
        f"{title}\n{len(defined)} groups, {below} negative, {missing} undefined",
        loc="left",
        fontsize=9,
    )
    axes.set_xlabel(value_name)
    axes.set_ylabel("groups")
    plain_axes(axes)
    return save(figure, path, title)


def tie_curve(
    path: str | Path, *, epsilons: Floats, accuracies: Floats, chosen: float, title: str
) -> Path:
    """Draw pairwise accuracy over the tie threshold, and the threshold that was chosen.

    Args:
        path: A path ending in .png, .svg, .pdf or .html.
        epsilons: Candidates, ascending, shape (candidates,).
        accuracies: Mean accuracy at each, in [0, 1], shape (candidates,).
        chosen: The chosen threshold.
        title: Title of the plot.
    """
    figure, axes = new_figure(6.0, 3.6)
    # A screen shows about a thousand steps; the maximum is kept among them.
    kept = np.unique(
        np.append(np.linspace(0, len(epsilons) - 1, 2_000).astype(int), np.nanargmax(accuracies))
    )
    axes.step(epsilons[kept], accuracies[kept], where="post", color=ACCENT, lw=1.4)
    best = float(np.nanmax(accuracies))
    axes.axvline(
        chosen, color=SECOND, lw=1.2, ls="--", label=f"ε = {chosen:.4g}, accuracy {best:.4f}"
    )
    axes.legend(frameon=False, fontsize=8)
    axes.set_xlabel("ε: metric differences up to this are ties")
    axes.set_ylabel("pairwise accuracy")
    axes.set_title(title, loc="left", fontsize=9)
    plain_axes(axes)
    return save(figure, path, title)

"""Plots of a meta-evaluation: panels of points, and tables of coloured cells."""

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.report.numbers import p_text
from sacreval.report.plots.matplotlib_figures import (
    ACCENT,
    DARK,
    GRID,
    MUTED,
    PLAIN,
    SECOND,
    Look,
    cell_axes,
    colour_bar,
    new_figure,
    panels,
    plain,
    plain_axes,
    write_cell_title,
    write_title,
)

Boxes = list[tuple[float, float, float, float]]

_DISTANCES = (0.0, 10.0, 20.0, 32.0, 46.0, 62.0, 80.0)
_DIRECTIONS = ((6, 4), (6, -11), (-6, 4), (-6, -11), (0, 8), (0, -15))


def place_labels(
    axes: Any,
    x: npt.NDArray[np.float64],
    y: npt.NDArray[np.float64],
    names: Sequence[str],
    *,
    size: float = 6.5,
) -> None:
    """Write a name beside each point, away from points and names already placed."""
    figure = axes.figure
    renderer = figure.canvas.get_renderer()
    frame = axes.get_window_extent(renderer)
    points = axes.transData.transform(np.column_stack([x, y]))
    taken = [(px - 4, py - 4, px + 4, py + 4) for px, py in points]
    for index in np.argsort(-points[:, 1], kind="stable"):
        point = (float(x[index]), float(y[index]))
        label = axes.annotate(
            names[index], point, textcoords="offset points", xytext=(6, 4), fontsize=size
        )
        label.set_in_layout(False)
        _place(label, taken, frame, renderer)


def _place(label: Any, taken: Boxes, frame: Any, renderer: Any) -> None:
    """Move a label to the position with the least overlap, the nearest of equal ones."""
    best, cost, side = (6.0, 4.0), float("inf"), 6
    for distance in _DISTANCES:
        for dx, dy in _DIRECTIONS:
            offset = _offset(dx, dy, distance)
            _move(label, offset, dx)
            covered = _covered(label.get_window_extent(renderer), taken, frame)
            if covered + distance * 0.01 < cost:
                best, cost, side = offset, covered + distance * 0.01, dx
            if covered == 0:
                break
        if cost < 1:
            break
    _move(label, best, side)
    if max(abs(best[0]), abs(best[1])) > 20:  # points; a far label needs a line
        line = {"arrowstyle": "-", "color": "#6b747c", "lw": 0.6, "shrinkA": 0, "shrinkB": 2}
        label.axes.annotate("", label.xy, textcoords="offset points", xytext=best, arrowprops=line)
    box = label.get_window_extent(renderer)
    taken.append((box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1))


def _offset(dx: int, dy: int, distance: float) -> tuple[float, float]:
    return dx + np.sign(dx) * distance * 0.6, dy + np.sign(dy) * distance


def _move(label: Any, offset: tuple[float, float], side: int) -> None:
    label.set_position(offset)
    label.set_horizontalalignment("left" if side > 0 else "right" if side < 0 else "center")


def _covered(box: Any, taken: Boxes, frame: Any) -> float:
    """Return the area that overlaps other labels or is outside the frame."""
    shared = 0.0
    for x0, y0, x1, y1 in taken:
        shared += max(0.0, min(box.x1, x1) - max(box.x0, x0)) * max(
            0.0, min(box.y1, y1) - max(box.y0, y0)
        )
    outside = max(0.0, frame.x0 - box.x0) + max(0.0, box.x1 - frame.x1)
    outside += max(0.0, frame.y0 - box.y0) + max(0.0, box.y1 - frame.y1)
    return float(shared + outside * box.height)


Floats = npt.NDArray[np.float64]
_DARK = 0.5  # luminance below which text is white
_FAR_OUT = 3  # interquartile ranges below the lower quartile (Tukey 1977)


def significance_grid(
    *,
    names: Sequence[str],
    p_adjusted: Floats,
    title: str,
    alpha: float = 0.05,
    look: Look = PLAIN,
) -> Any:
    """Draw a grid of cells with adjusted p-values, filled where the row is significantly better.

    Args:
        names: Metrics, best first.
        p_adjusted: p-values of row better than column after correction, shape (names, names), which
            are written in the cells; NaN if not tested.
        title: Title of the plot, with the test, its sides and the correction.
        alpha: Level; cells with p adjusted <= alpha are filled.
        look: Title, size and text.

    Returns:
        The figure.
    """
    n = len(names)
    figure, axes = cell_axes(n, n, look)
    with np.errstate(invalid="ignore"):
        filled = p_adjusted <= alpha
    axes.imshow(np.where(filled, 0.45, 0.0), cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, column in zip(*np.nonzero(~np.isnan(p_adjusted)), strict=True):
        colour = "black" if filled[row, column] else "#6b747c"
        _write(axes, (row, column), p_text(float(p_adjusted[row, column])), colour, look)
    _name_cells(axes, names, names, look)
    axes.set_xticks(np.arange(n + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(n + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="#d5d9dd", lw=0.6)
    axes.tick_params(which="minor", length=0)
    legend = f"Numbers: p adjusted. Filled: row beats column, p adjusted ≤ {alpha:g}"
    write_cell_title(axes, look, *title.splitlines(), legend)
    return figure


def heatmap(
    *, rows: Sequence[str], columns: Sequence[str], values: Floats, title: str, look: Look = PLAIN
) -> Any:
    """Draw a table of correlations as colours, with the numbers in the cells.

    Args:
        rows: Names of the rows, such as metrics.
        columns: Names of the columns, such as metrics or dimensions.
        values: Shape (rows, columns); NaN stays white.
        title: Title of the plot.
        look: Title, size and text.

    Returns:
        The figure. Colours range over the values, without those of a name with itself, which are
        grey, and those far below all others, which would leave no differences among these.
    """
    figure, axes = cell_axes(len(columns), len(rows), look)
    same = np.array([[row == column for column in columns] for row in rows], dtype=bool)
    low, high = _range(values[~same])
    coloured = np.where(same, np.nan, values)
    image = axes.imshow(coloured, cmap="cividis", vmin=low, vmax=high, aspect="auto")
    axes.imshow(np.where(same, 0.12, np.nan), cmap="Greys", vmin=0, vmax=1, aspect="auto")
    _name_cells(axes, rows, columns, look)
    for i, k in zip(*np.nonzero(~np.isnan(values)), strict=True):
        red, green, blue, _ = image.cmap(image.norm(values[i, k]))
        dark = not same[i, k] and 0.299 * red + 0.587 * green + 0.114 * blue < _DARK
        text = f"{round(values[i, k], 2) + 0.0:.2f}".replace("0.", ".", 1)
        _write(axes, (i, k), text, "white" if dark else "black", look)
    below = bool((coloured < low).any())
    colour_bar(figure, image, look, below=below)
    write_cell_title(axes, look, title)
    return figure


def _range(values: Floats) -> tuple[float, float]:
    known = values[~np.isnan(values)]
    if not len(known):
        return 0.0, 1.0
    quarter, three = np.quantile(known, [0.25, 0.75])
    fence = float(quarter - _FAR_OUT * (three - quarter))
    low, high = max(float(known.min()), fence), float(known.max())
    return (low, high) if high > low else (low - 0.05, high + 0.05)


def _write(axes: Any, cell: tuple[int, int], text: str, colour: str, look: Look) -> None:
    row, column = cell
    size = look.text(0.68)
    axes.text(column, row, text, ha="center", va="center", fontsize=size, color=colour)


def _name_cells(axes: Any, rows: Sequence[str], columns: Sequence[str], look: Look) -> None:
    size = look.text(0.85)
    axes.set_xticks(
        range(len(columns)), [plain(name) for name in columns], rotation=90, fontsize=size
    )
    axes.set_yticks(range(len(rows)), [plain(name) for name in rows], fontsize=size)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


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
    """Draw human against metric scores, a labelled point for each system, with regression lines."""
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
    """Draw metrics with their intervals, best on top, on an axis that fits them."""
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
    """Draw histograms of the values of single groups, with the same bins in all panels."""
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
    """Draw pairwise accuracy over the tie threshold, and the threshold that was chosen."""
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

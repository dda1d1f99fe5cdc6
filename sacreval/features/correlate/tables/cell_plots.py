"""Plots that are tables of cells: correlations as colours, and which metric is better."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sacreval.report.p_values import p_text
from sacreval.report.plots.matplotlib_figures import cell_axes, colour_bar
from sacreval.report.plots.plot_look import PLAIN, Look
from sacreval.report.plots.plot_texts import plain, write_cell_title

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

"""Plots of the scores of systems: by length of reference, by group, and precisions by order."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.core.results import Result
from sacreval.report.plots.matplotlib_figures import (
    GRID,
    PALETTE,
    PLAIN,
    Look,
    legend_below,
    name_rows,
    panels,
    plain,
    plain_axes,
    write_title,
)

Floats = npt.NDArray[np.float64]
MARKERS = "os^Dv*X"  # of the first seven systems, the next seven, ...
DASHES = ("-", "--", ":", "-.")


class PlotLine(NamedTuple):
    """The values of a system over the places of a horizontal axis; NaN where there is none."""

    system: str
    values: Floats


class Panel(NamedTuple):
    """The lines of one output."""

    output: str
    lines: Sequence[PlotLine]


def lengths(
    of: Sequence[Panel],
    *,
    bins: Sequence[str],
    counts: Sequence[str],
    unit: str,
    look: Look = PLAIN,
) -> Any:
    """Draw the scores of systems over bins of the length of references.

    Args:
        of: Outputs; a panel for each.
        bins: Names of the bins, such as `3-12`.
        counts: Number of records of a system in each bin, as text.
        unit: What the length counts.
        look: Title, size and text.

    Returns:
        The figure.
    """
    figure, axes = panels(len(of), look=look, single=(6.6, 4.2), each=(4.0, 3.4))
    write_title(figure, look, "Scores by length of reference")
    names = [f"{name}\nn = {count}" for name, count in zip(bins, counts, strict=True)]
    for panel, content in zip(axes, of, strict=True):
        _draw_lines(panel, content.lines, range(len(bins)))
        panel.set_xticks(range(len(bins)), names)
        panel.margins(x=0.06)
        plain_axes(panel, look, x=f"length of reference in {unit}", y=plain(content.output))
        panel.tick_params(axis="x", labelsize=look.text(0.8))
    legend_below(figure, look, _handles([line.system for line in of[0].lines]))
    return figure


def precisions(of: Sequence[Panel], *, look: Look = PLAIN) -> Any:
    """Draw the precisions of n-grams by their order.

    Args:
        of: Outputs with a precision in percent for each order from 1; a panel for each.
        look: Title, size and text.

    Returns:
        The figure.
    """
    figure, axes = panels(len(of), look=look, single=(6.0, 4.0), each=(3.8, 3.4))
    write_title(figure, look, "Precision of n-grams")
    for panel, content in zip(axes, of, strict=True):
        orders = range(1, max(len(line.values) for line in content.lines) + 1)
        _draw_lines(panel, content.lines, orders)
        panel.set_xticks(orders)
        panel.set_ylim(bottom=0)
        plain_axes(panel, look, x="order n", y=f"precision in {plain(content.output)}, %")
    legend_below(figure, look, _handles([line.system for line in of[0].lines]))
    return figure


def groups(of: Sequence[tuple[str, Sequence[Result]]], *, look: Look = PLAIN) -> Any:
    """Draw the scores of systems in groups of records, with intervals if they were computed.

    Args:
        of: Outputs with their results, those of all records among them; a panel for each.
        look: Title, size and text.

    Returns:
        The figure; the systems of a group are below each other.
    """
    results = [result for _, members in of for result in members]
    systems = list(dict.fromkeys(result.system_id for result in results))
    rows = list(dict.fromkeys(result.group for result in results))
    step = 0.8 / len(systems)
    height = 1.1 + len(rows) * max(0.3, 0.09 * len(systems))
    figure, axes = panels(len(of), look=look, single=(6.4, height), each=(4.0, height))
    level = next((result.interval.level for result in results if result.interval), None)
    bounds = f", {100 * level:g} % intervals" if level else ""
    write_title(figure, look, f"Scores by group{bounds}")
    name_rows(axes, [_row_names(rows, members) for _, members in of])
    for panel, (output, members) in zip(axes, of, strict=True):
        for result in members:
            place = systems.index(result.system_id)
            y = rows.index(result.group) + (place - (len(systems) - 1) / 2) * step
            style = _style(place)
            if result.interval is not None:
                ends = [result.interval.low, result.interval.high]
                panel.plot(ends, [y, y], color=style["color"], lw=1.2, alpha=0.6, zorder=2)
            if result.value is not None:
                panel.plot(result.value, y, ls="", ms=4, zorder=3, **style)
        for place in range(1, len(rows)):
            panel.axhline(place - 0.5, color=GRID, lw=0.8, zorder=1)
        plain_axes(panel, look, x=plain(output))
    legend_below(figure, look, _handles(systems))
    return figure


def _row_names(rows: Sequence[str | None], results: Sequence[Result]) -> list[str]:
    """Return the names of groups, with the number of records of a system in each."""
    sizes = {row: max((r.n for r in results if r.group == row), default=0) for row in rows}
    return [f"{plain(row or 'all records')}\nn = {size}" for row, size in sizes.items()]


def _draw_lines(axes: Any, lines: Sequence[PlotLine], places: Sequence[int]) -> None:
    axes.grid(axis="y", color=GRID, lw=0.6)
    axes.set_axisbelow(True)
    for place, line in enumerate(lines):
        at = list(places)[: len(line.values)]
        dashes = _dashes(place)
        axes.plot(
            at, line.values, lw=1.3, ls=dashes, ms=4.5, label=plain(line.system), **_style(place)
        )


def _style(place: int) -> dict[str, Any]:
    """Return colour and marker of a system; those of 49 differ."""
    marker = MARKERS[place // len(PALETTE) % len(MARKERS)]
    return {"color": PALETTE[place % len(PALETTE)], "marker": marker, "mec": "white", "mew": 0.4}


def _dashes(place: int) -> str:
    """Return the style of a system's line: solid for the first seven."""
    return DASHES[place // len(PALETTE) % len(DASHES)]


def _handles(systems: Sequence[str]) -> list[Any]:
    """Return what the legend explains: a marker for each system."""
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], lw=1.3, ls=_dashes(place), ms=5, label=plain(system), **_style(place))
        for place, system in enumerate(systems)
    ]

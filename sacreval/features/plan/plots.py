"""Plot of a plan: power, smallest difference or half-width by the number of items."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from sacreval.features.plan.result import Curve, PlanRow, PlanSettings
from sacreval.report.plots.matplotlib_figures import (
    DARK,
    MUTED,
    PALETTE,
    literal,
    new_figure,
    plain,
    plain_axes,
    save,
)

LINE = 105  # characters of a line of the title
TITLE_LINES = 3  # a longer answer is cut


class Curves(NamedTuple):
    """What a plot shows.

    Args:
        lines: The lines.
        rows: The rows of the plan; simulated powers are drawn as points with their errors.
        settings: What was asked.
        answers: Sentences, the first of which is the title.
    """

    lines: Sequence[Curve]
    rows: Sequence[PlanRow]
    settings: PlanSettings
    answers: Sequence[str]


def power_curve(path: str | Path, curves: Curves) -> Path:
    """Draw the lines of a plan over a logarithmic number of items."""
    figure, axes = new_figure(6.6, 4.0)
    named = any(line.name for line in curves.lines)
    for j, line in enumerate(curves.lines):
        values = [float("nan") if value is None else value for value in line.values]
        colour = PALETTE[j % len(PALETTE)]
        axes.plot(line.items, values, color=colour, lw=1.6, label=plain(line.name) or None)
    _draw_simulated(axes, curves)
    what, goal = _axis(curves)
    if goal is not None:
        axes.axhline(goal, color=MUTED, lw=1, ls="--")
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    if named and len(curves.lines) > 1:
        axes.legend(frameon=False, fontsize=8)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.xaxis.set_minor_formatter("")
    title = curves.answers[0] if curves.answers else what
    lines = wrap(title, LINE, max_lines=TITLE_LINES, placeholder=" …")
    axes.set_title("\n".join(map(literal, lines)), loc="left", fontsize=8)
    plain_axes(axes, x="items", y=what)
    return save(figure, path, title)


def _axis(curves: Curves) -> tuple[str, float | None]:
    """Return the label of the vertical axis, and the value that is asked for."""
    settings = curves.settings
    if settings.goal == "interval":
        return "half-width of the interval", settings.half_width
    if any(row.difference is not None for row in curves.rows):
        return "power", settings.power
    return f"smallest difference at power {settings.power:g}", None


def _draw_simulated(axes: object, curves: Curves) -> None:
    from matplotlib.axes import Axes

    drawn = [row for row in curves.rows if row.power_error is not None]
    if drawn and isinstance(axes, Axes):
        axes.errorbar(
            [row.items for row in drawn],
            [row.power or 0.0 for row in drawn],
            yerr=[row.power_error or 0.0 for row in drawn],
            fmt="o", ms=4, color=DARK, lw=1, label="simulated",
        )  # fmt: skip

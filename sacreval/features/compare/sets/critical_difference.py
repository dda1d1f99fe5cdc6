"""Critical-difference plot of mean ranks over data sets (Demsar 2006, figure 1)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacreval.report.plots.matplotlib_figures import (
    ACCENT,
    DARK,
    MUTED,
    SECOND,
    literal,
    new_figure,
    plain,
    save,
)

_ROW = 0.32  # inches between names
_BAR = 0.16  # inches between bars


def critical_difference_plot(
    path: str | Path,
    *,
    mean_ranks: Mapping[str, float],
    difference: float,
    groups: Sequence[Sequence[str]],
    title: str,
) -> Path:
    """Draw mean ranks on an axis, with a bar over systems that are not distinguished."""
    ordered = sorted(mean_ranks.items(), key=lambda ranked: ranked[1])
    half = (len(ordered) + 1) // 2
    bars = _BAR * (len(groups) + 1)
    depth = bars + _ROW * half
    figure, axes = new_figure(6.6, 1.2 + depth)
    _draw_axis(axes, len(ordered), depth)
    _draw_scale(axes, difference, len(ordered))
    for place, group in enumerate(groups):
        ranks = [mean_ranks[name] for name in group]
        y = -_BAR * (place + 0.8)
        ends = [min(ranks) - 0.04, max(ranks) + 0.04]
        axes.plot(ends, [y, y], color=SECOND, lw=3, solid_capstyle="butt", zorder=3)
    for place, (name, rank) in enumerate(ordered):
        left = place < half
        row = place if left else len(ordered) - 1 - place
        _draw_name(axes, name, rank, -bars - _ROW * (row + 0.5), left=left, worst=len(ordered))
    axes.set_title(literal(title), loc="left", fontsize=9)
    return save(figure, path, title)


def _draw_axis(axes: Any, worst: int, depth: float) -> None:
    axes.set_xlim(0.4, worst + 0.6)
    axes.set_ylim(-depth, 0.6)
    axes.axis("off")
    axes.plot([1, worst], [0, 0], color=DARK, lw=0.8)
    for rank in range(1, worst + 1):
        axes.plot([rank, rank], [0, 0.07], color=DARK, lw=0.8)
        axes.text(rank, 0.1, str(rank), ha="center", va="bottom", fontsize=8)


def _draw_scale(axes: Any, difference: float, worst: int) -> None:
    """Draw the critical difference over the axis, from its left end."""
    y, end = 0.4, min(1 + difference, worst + 0.6)
    axes.plot([1, end], [y, y], color=ACCENT, lw=1.4)
    for x in (1, 1 + difference):
        axes.plot([x, x], [y - 0.04, y + 0.04], color=ACCENT, lw=1.4)
    label = f"critical difference {difference:.2f}"
    axes.text(1, y + 0.05, label, ha="left", va="bottom", fontsize=8, color=ACCENT)


def _draw_name(axes: Any, name: str, rank: float, y: float, *, left: bool, worst: int) -> None:
    """Draw a line from a rank down to the name of its system, at the left or right end."""
    end = 0.9 if left else worst + 0.1
    axes.plot([rank, rank, end], [0, y, y], color=MUTED, lw=0.8, zorder=1)
    axes.plot(rank, 0, "o", color=ACCENT, ms=4, zorder=4)
    label = f"{plain(name)} ({rank:.2f})"
    side = "right" if left else "left"
    axes.text(end + (-0.05 if left else 0.05), y, label, ha=side, va="center", fontsize=8)

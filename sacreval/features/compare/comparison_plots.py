"""Plots of compared systems: differences, wins and losses, critical differences of ranks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacreval.features.compare.result import Comparison
from sacreval.report.plots.matplotlib_figures import (
    ACCENT,
    DARK,
    GRID,
    MUTED,
    PALETTE,
    PLAIN,
    SECOND,
    Look,
    legend_below,
    literal,
    name_rows,
    new_figure,
    panels,
    plain,
    plain_axes,
    save,
    write_title,
)

FINDINGS = {"better": PALETTE[0], "worse": PALETTE[1], "different": PALETTE[4]}
"""Colours of findings; all others are hollow."""
OUTCOMES = {"better": PALETTE[0], "equal": "#d5d9dd", "worse": PALETTE[1]}
_TEXT_ON = {"better": "white", "equal": "black", "worse": "white"}
_ROW = 0.25  # inches
_DIGIT = 0.027  # share of the axis that a digit of a number needs
_BESIDE = 0.01  # the same for the space beside a number

Panel = tuple[str, Sequence[Comparison]]


def forest(of: Sequence[Panel], *, look: Look = PLAIN) -> Any:
    """Draw the differences of systems from their base, with intervals and findings."""
    from matplotlib.lines import Line2D

    figure, axes = _grid(of, look)
    first = of[0][1][0]
    write_title(figure, look, f"Differences{_against(of, ' from')}{_level(first)}")
    for panel, (output, comparisons) in zip(axes, of, strict=True):
        for place, comparison in enumerate(comparisons):
            if comparison.interval is not None:
                ends = [comparison.interval.low, comparison.interval.high]
                panel.plot(ends, [place, place], "|-", color=MUTED, lw=2, ms=7, mew=1.2, zorder=2)
            colour = FINDINGS.get(comparison.finding, DARK)
            face = colour if comparison.finding in FINDINGS else "white"
            panel.plot(comparison.difference, place, "o", mec=colour, mfc=face, ms=4.5, zorder=3)
        panel.axvline(0, color=DARK, lw=0.8, zorder=1.5)
        panel.grid(axis="x", color=GRID, lw=0.6)
        panel.set_axisbelow(True)
        plain_axes(panel, look, x=f"difference in {plain(output)}{_better(comparisons[0])}")
    shown = {c.finding for _, comparisons in of for c in comparisons}
    handles = [
        Line2D([], [], ls="", marker="o", mec=colour, mfc=colour, label=name)
        for name, colour in FINDINGS.items()
        if name in shown
    ]
    if shown - set(FINDINGS):
        other = ", ".join(sorted(shown - set(FINDINGS)))
        handles.append(Line2D([], [], ls="", marker="o", mec=DARK, mfc="white", label=other))
    legend_below(figure, look, handles)
    return figure


def outcomes(of: Sequence[Panel], *, look: Look = PLAIN) -> Any:
    """Draw on how many records each system is better than its base, equal, or worse."""
    from matplotlib.patches import Patch

    figure, axes = _grid(of, look)
    write_title(
        figure, look, f"Records on which systems are better or worse{_against(of, ' than')}"
    )
    for panel, (output, comparisons) in zip(axes, of, strict=True):
        widest = max(c.n for c in comparisons)
        for place, comparison in enumerate(comparisons):
            left = 0
            counts = comparison.wins or 0, comparison.ties, comparison.losses or 0
            fit = all(_fits(count, widest) for count in counts)
            if not fit:
                panel.text(
                    widest * (1 + _BESIDE), place, " / ".join(map(str, counts)), ha="left",
                    va="center", color=DARK, fontsize=look.text(0.82),
                )  # fmt: skip
            for (name, colour), count in zip(OUTCOMES.items(), counts, strict=True):
                panel.barh(place, count, left=left, height=0.72, color=colour)
                if fit and count:
                    panel.text(
                        left + count / 2, place, str(count), ha="center", va="center",
                        color=_TEXT_ON[name], fontsize=look.text(0.82),
                    )  # fmt: skip
                left += count
        panel.set_xlim(0, widest)
        panel.locator_params(axis="x", integer=True)
        plain_axes(panel, look, x=f"records by {plain(output)}")
        panel.spines["left"].set_visible(False)
    legend_below(figure, look, [Patch(color=y, label=x) for x, y in OUTCOMES.items()])
    return figure


def _fits(count: int, widest: int) -> bool:
    """Return whether a part of a bar has room for its number; an empty one needs none."""
    return count == 0 or count >= (_DIGIT * len(str(count)) + _BESIDE) * widest


def _grid(of: Sequence[Panel], look: Look) -> tuple[Any, list[Any]]:
    """Create a panel for each output with a row for each comparison, named at the left."""
    rows = max(len(comparisons) for _, comparisons in of)
    height = 0.75 + _ROW * max(2, rows)
    figure, axes = panels(len(of), look=look, single=(6.4, height + 0.5), each=(3.6, height + 0.2))
    name_rows(axes, [[_name(c, of) for c in comparisons] for _, comparisons in of])
    return figure, axes


def _name(comparison: Comparison, of: Sequence[Panel]) -> str:
    """Name a comparison: the system, with its base and group where they differ."""
    bases = {each.base for _, comparisons in of for each in comparisons}
    other = plain(comparison.other)
    pair = other if len(bases) == 1 else f"{other} − {plain(comparison.base)}"  # noqa: RUF001
    return f"{pair}, {plain(comparison.group)}" if comparison.group else pair


def _against(of: Sequence[Panel], word: str) -> str:
    """Name the base after a word, if all comparisons have the same one."""
    bases = {c.base for _, comparisons in of for c in comparisons}
    return f"{word} {bases.pop()}" if len(bases) == 1 else ""


def _level(comparison: Comparison) -> str:
    return f", {100 * comparison.interval.level:.4g} % intervals" if comparison.interval else ""


def _better(comparison: Comparison) -> str:
    """Return which direction is better in words; nothing where neither is."""
    return {True: " (higher is better)", False: " (lower is better)", None: ""}[
        comparison.higher_is_better
    ]


_NAME_ROW = 0.32  # inches between names
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
    depth = bars + _NAME_ROW * half
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
        _draw_name(axes, name, rank, -bars - _NAME_ROW * (row + 0.5), left=left, worst=len(ordered))
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

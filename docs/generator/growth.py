"""The page on how cost grows with size, from the points that `benchmarks/growth.py` measured."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isnan, log
from typing import Any

from generator.markdown import table

FIGURES = "docs/growth.json"
PAGE = "docs/growth.md"
PICTURE = "docs/images/growth.png"

Line = Mapping[str, Any]
Points = Sequence[Sequence[float]]  # size, CPU seconds, MiB

HEAD = """# How cost grows

<!-- Written by `python benchmarks/growth.py --write` from growth.json; do not edit. -->

CPU seconds, user and system, of whole commands whose input grows in one way alone. Each line of
the figure is start + slope x size, fitted to the points by relative error; a cost that grows faster
than in proportion would leave its line upwards."""
TABLE = """## Slopes

The exponent is the slope of the logarithms after the start is taken off: 1 is in proportion, 2 is
quadratic; below 1, something is shared. Memory is that of the smallest and of the largest size.
Where systems grow, each has 500 outputs; where metrics, references or resamples grow, there are
10,000 pairs of about 21 words a side."""
AFTER = """`python benchmarks/growth.py --write` measures all of it anew, and writes this page and
the figure. [Large inputs](long_runs.md#large-inputs) has what single huge records cost, and
[execution](execution.md) what several cores and machines bring."""


def page(lines: Sequence[Line]) -> str:
    """Write the page.

    Args:
        lines: The content of `docs/growth.json`.
    """
    head = ("what grows", "command", "sizes", "start, s", "slope", "exponent", "MiB", "points, s")
    parts = [
        HEAD,
        measured(lines),
        "![CPU seconds against size, a panel for each way to grow](images/growth.png)",
        TABLE,
        table(head, map(row, lines)),
        AFTER,
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def fit(points: Points) -> tuple[float, float]:
    """Return start and slope of the line with the least squares of relative errors."""
    weights = [1 / seconds**2 for _, seconds, *_ in points]
    total = sum(weights)
    x = sum(w * p[0] for w, p in zip(weights, points, strict=True)) / total
    y = sum(w * p[1] for w, p in zip(weights, points, strict=True)) / total
    spread = sum(w * (p[0] - x) ** 2 for w, p in zip(weights, points, strict=True))
    shared = sum(w * (p[0] - x) * (p[1] - y) for w, p in zip(weights, points, strict=True))
    slope = shared / spread
    return max(0.0, y - slope * x), slope


def exponent(points: Points) -> float:
    """Return the slope of the logarithms, after the start is taken off.

    Only points that take at least half as long again as the start count, since noise of the start
    would decide the others; with fewer than two of them there is none.
    """
    start, _ = fit(points)
    above = [(log(p[0]), log(p[1] - start)) for p in points if p[1] > 1.5 * start]
    if len(above) < 2:  # a slope needs two points
        return float("nan")
    x = sum(p[0] for p in above) / len(above)
    y = sum(p[1] for p in above) / len(above)
    spread = sum((p[0] - x) ** 2 for p in above)
    return sum((p[0] - x) * (p[1] - y) for p in above) / spread


def row(line: Line) -> list[str]:
    """Return the row of a line."""
    points = line["points"]
    start, _ = fit(points)
    return [
        line["axis"],
        line["name"],
        f"{points[0][0]:,} to {points[-1][0]:,}",
        f"{start:.2f}",
        cost(line),
        _plain(exponent(points)),
        f"{points[0][2]} to {points[-1][2]}",
        " ".join(f"{seconds:.2f}" for _, seconds, *_ in points),
    ]


def cost(line: Line) -> str:
    """Return what one more costs, as in `5.1 ms a system`."""
    return f"{_scaled(fit(line['points'])[1])} a {line['axis'].removesuffix('s')}"


def _plain(number: float) -> str:
    return "" if isnan(number) else f"{number:.2f}"


def _scaled(seconds: float) -> str:
    """Write seconds with a unit that leaves one to three digits before the point."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def measured(lines: Sequence[Line]) -> str:
    """Say when and where the points were measured."""
    machines = [line["measured"] for line in lines]
    days = sorted({one["date"] for one in machines})
    loads = [float(one["load"]) for one in machines]
    return (
        f"Measured on {' to '.join(dict.fromkeys((days[0], days[-1])))} on "
        f"{machines[-1]['processor']}, Python {machines[-1]['python']}, under a load of "
        f"{min(loads):.1f} to {max(loads):.1f}; above 1 other work was going on."
    )


def written(lines: Sequence[Line]) -> str:
    """Write the figures as the file has them."""
    return json.dumps(list(lines), indent=1, ensure_ascii=False) + "\n"

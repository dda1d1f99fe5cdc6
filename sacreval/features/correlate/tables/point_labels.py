"""Labels of the points of a plot, placed without overlaps."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

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
    """Write a name beside each point, away from points and names already placed.

    Args:
        axes: Axes with the points, at their final limits, of a figure that was drawn.
        x: Horizontal coordinates, shape (points,).
        y: Vertical coordinates, shape (points,).
        names: One name per point.
        size: Size of the text in points.
    """
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
    if max(abs(best[0]), abs(best[1])) > 20:  # noqa: PLR2004 - points; a far label needs a line
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

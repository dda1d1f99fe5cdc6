"""SVG figures: scores with intervals, and distributions of the scores of records."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sacreval.core.results import Result
from sacreval.features.page.parts import Node, element
from sacreval.report.result_tables import digits, value_text

WIDTH, VALUE, ROW, RIDGE = 330, 56, 26, 46
RIGHT = WIDTH - VALUE
BINS = 24
_LETTERS = 16
_LETTER = 8  # width of a letter in pixels, wide enough for capitals and underscores
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Axis:
    """A horizontal axis.

    Args:
        low: Its lowest value.
        high: Its highest value.
        left: Pixels to its left, for names.
    """

    low: float
    high: float
    left: float

    @classmethod
    def over(cls, values: Sequence[float], names: Iterable[str], *, pad: float = 0.04) -> Axis:
        """Create an axis for values, with space for names on its left."""
        low, high = min(values), max(values)
        room = (high - low) * pad if high > low else abs(high) * 0.1 or 1.0
        longest = max(len(_clipped(name)) for name in names)
        return cls(low - room, high + room, longest * _LETTER + 10.0)

    def at(self, value: float) -> str:
        """Return the horizontal position of a value in pixels."""
        share = (value - self.low) / (self.high - self.low)
        return _short(self.left + share * (RIGHT - self.left))

    def ticks(self) -> list[float]:
        """Return three to six round values."""
        raw = (self.high - self.low) / 4
        unit = 10.0 ** math.floor(math.log10(raw))
        step = next(unit * s for s in _STEPS if unit * s >= raw)
        first = math.ceil(self.low / step)
        return [step * i for i in range(first, math.floor(self.high / step) + 1)]


def forest(output: str, results: Sequence[Result]) -> Node:
    """Draw the scores of systems with their intervals."""
    known = [float(r.value) for r in results if r.value is not None]
    bounds = [x for r in results if r.interval for x in (r.interval.low, r.interval.high)]
    axis, places = Axis.over([*known, *bounds], [r.system_id for r in results]), digits(results)
    height = ROW * len(results) + 30
    drawn = [_ticks(axis, height)]
    for i, (result, value) in enumerate(zip(results, known, strict=True)):
        y = ROW * i + ROW // 2 + 4
        drawn.append(_name(result.system_id, axis, y))
        if result.interval is not None:
            low, high = axis.at(result.interval.low), axis.at(result.interval.high)
            line = {"x1": low, "x2": high, "y1": y, "y2": y, "class": "span"}
            drawn.append(element("line", line))
        drawn.append(element("circle", {"cx": axis.at(value), "cy": y, "r": 4, "class": "dot"}))
        drawn.append(_text(value_text(result, places), WIDTH - 2, y, "end", "value"))
    return _figure(output, f"{output} of each system; the numbers are in the table", drawn, height)


def ridges(output: str, columns: dict[str, Sequence[float]]) -> Node:
    """Draw a histogram of the scores of each system's records, each scaled to its maximum."""
    import numpy as np

    everything = [x for column in columns.values() for x in column]
    axis = Axis.over(everything, columns, pad=0.0)
    counts = {
        system: np.histogram(column, bins=BINS, range=(axis.low, axis.high))[0]
        for system, column in columns.items()
    }
    height = RIDGE * len(columns) + 30
    drawn = [_ticks(axis, height)]
    for i, (system, heights) in enumerate(counts.items()):
        bottom = RIDGE * (i + 1)
        drawn += [_name(system, axis, bottom - 12), *_bars(heights.tolist(), axis, bottom)]
        median = float(np.median(columns[system]))
        x = axis.at(median)
        drawn.append(
            element("line", {"x1": x, "x2": x, "y1": bottom - 38, "y2": bottom, "class": "median"})
        )
        drawn.append(_text(f"{median:.4g}", WIDTH - 2, bottom - 12, "end", "value"))
    description = (
        f"Histograms of {output} of single records, with medians; the table below has numbers"
    )
    return _figure(output, description, drawn, height)


def _bars(counts: Sequence[int], axis: Axis, bottom: int) -> list[Node]:
    top = max(counts)
    width = (RIGHT - axis.left) / len(counts)
    drawn = []
    for i, count in enumerate(counts):
        tall = 36 * count / top
        if count:
            box = {
                "x": _short(axis.left + i * width + 0.5), "y": _short(bottom - tall),
                "width": _short(width - 1), "height": _short(max(tall, 1)), "class": "bar",
            }  # fmt: skip
            drawn.append(element("rect", box))
    line = {"x1": axis.left, "x2": RIGHT, "y1": bottom, "y2": bottom, "class": "base"}
    return [*drawn, element("line", line)]


def _ticks(axis: Axis, height: int) -> Node:
    marks = []
    for value in axis.ticks():
        x = axis.at(value)
        line = {"x1": x, "x2": x, "y1": 2, "y2": height - 22, "class": "grid"}
        marks += [element("line", line), _text(f"{value:.6g}", x, height - 10, "middle", "tick")]
    return element("g", None, marks)


def _clipped(system: str) -> str:
    return system if len(system) <= _LETTERS else f"{system[: _LETTERS - 1]}…"


def _name(system: str, axis: Axis, y: int) -> Node:
    drawn = _text(_clipped(system), axis.left - 10, y, "end", "name")
    drawn.append(element("title", None, system))
    return drawn


def _text(text: str, x: float | str, y: int, anchor: str, kind: str) -> Node:
    where = {"x": x, "y": y, "dy": "0.35em", "text-anchor": anchor, "class": kind}
    return element("text", where, text)


def _figure(title: str, description: str, drawn: Sequence[Node], height: int) -> Node:
    box = {"viewBox": f"0 0 {WIDTH} {height}", "role": "img", "aria-label": description}
    caption = element("figcaption", None, title)
    return element("figure", {"class": "card"}, caption, element("svg", box, drawn))


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

"""Width of the interval of one system's score, and the items that a width needs."""

from __future__ import annotations

import math
from statistics import NormalDist

from sacreval.features.plan.plan_design import MOST_NEEDED, Design, Needed, rounded_up
from sacreval.stats.intervals.student import central_t
from sacreval.stats.power.proportion_width import wilson_half_width, wilson_records


def half_width(design: Design, items: int) -> float | None:
    """Compute half of the width of the interval.

    Args:
        design: The scores of one system; the confidence is one minus its level.
        items: Number of items.

    Returns:
        A number above 0; None if there are too few groups.
    """
    known, confidence = design.spread, 1 - design.alpha
    if design.method == "wilson" and known.share is not None:
        return known.highest * wilson_half_width(known.share, items, confidence=confidence)
    degrees = design.degrees(items)
    if degrees < 1:
        return None
    return _quantile(degrees, confidence) * design.error(items)


def items_for(design: Design, width: float) -> Needed:
    """Compute the number of items whose interval has half the width.

    Args:
        design: The scores of one system; the confidence is one minus its level.
        width: Half of the width, above 0.
    """
    known, confidence = design.spread, 1 - design.alpha
    if design.method == "wilson" and known.share is not None:
        found = wilson_records(known.share, width / known.highest, confidence=confidence)
        return Needed(None, found)
    size = known.group_size
    if design.variance == 0:
        return Needed(None, None)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    groups = z * z * design.variance / size / width**2
    if design.method == "normal":
        return rounded_up(groups, size)
    if not groups * size < MOST_NEEDED:
        return Needed(None, None)
    low, high = 1, max(2, math.ceil(groups))  # two is the least with a spread
    while not _narrow(design, high, width):
        low, high = high, high + max(1, high // 8)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _narrow(design, middle, width) else (middle, high)
    return Needed(None, math.ceil(high * size))


def _narrow(design: Design, groups: int, width: float) -> bool:
    found = half_width(design, math.ceil(groups * design.spread.group_size))
    return found is not None and found <= width


def _quantile(degrees: float, confidence: float) -> float:
    if math.isinf(degrees):
        return NormalDist().inv_cdf((1 + confidence) / 2)
    return central_t(degrees, confidence)

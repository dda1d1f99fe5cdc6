"""Design of a comparison: its power, smallest difference, items, and widths of intervals.

Items are the units, or groups of items, whose design effect D is Kish's. Samples of an item and
ratings of a sample are nested: with K samples of R ratings each, an item adds a variance of
D between + (within + rater / R) / K. A test that exchanges units has no p below 2 ** -units, with
mid-p; fewer units than reach the level find nothing.

Sources: Cochran (1977), chapter 10 (three-stage sampling); Kish (1965); Miller (2024, arXiv
2411.00640), equation for the sample size.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

from sacreval.features.plan.result import Spread, UsedMethod
from sacreval.stats.intervals.bounds import central_t
from sacreval.stats.power import mcnemar_power, power
from sacreval.stats.power.power import wilson_half_width, wilson_records

COUNTED = ("mid-p", "mcnemar")
MOST_COUNTED = 20_000  # items; above, the t test has the same power to three digits
MOST_NEEDED = 1e15  # items; a design that needs more is reported as impossible
MOST_NOISE = 1_000_000  # samples or raters that are tried
SLACK = 1e-9  # of a number of items before it is rounded up


class Needed(NamedTuple):
    """The number of items that a design needs.

    Args:
        exact: Before rounding; None for a number that is counted.
        items: Rounded up, to whole groups where there are groups; None if no number is enough.
    """

    exact: float | None
    items: int | None


class Design(NamedTuple):
    """A comparison of two systems.

    Args:
        spread: How the differences vary.
        alpha: Level of the two-sided test, with its correction.
        power: The chance to find the difference.
        method: How power is computed; simulation uses the formula of t here.
        samples: Samples of each item.
        raters: Ratings of each sample.
    """

    spread: Spread
    alpha: float
    power: float
    method: UsedMethod
    samples: float = 1
    raters: float = 1

    @property
    def variance(self) -> float:
        """The variance that one item adds: the squared standard error times the items."""
        known = self.spread
        noise = known.within + known.rater / self.raters
        return known.design_effect * known.between + noise / self.samples

    @property
    def least(self) -> int:
        """The least number of units that can reach the level."""
        return 2 if self.method == "normal" else max(2, math.ceil(-math.log2(self.alpha)))

    def is_enough(self, items: float) -> bool:
        """Whether some items, or their groups, can reach the level."""
        return items / self.spread.group_size >= self.least - SLACK

    def degrees(self, items: float) -> float:
        """Return the degrees of freedom of the t test; infinity for the normal formula."""
        return math.inf if self.method == "normal" else items / self.spread.group_size - 1

    def error(self, items: float) -> float:
        """Return the standard error of the difference."""
        return math.sqrt(self.variance / items)

    def counts(self, items: float) -> bool:
        """Whether power is counted over discordant items."""
        return self.method in COUNTED and items <= MOST_COUNTED


def power_at(design: Design, items: int, difference: float) -> float:
    """Compute the chance to find a difference.

    Args:
        design: The comparison.
        items: Number of items, at least 2.
        difference: The true difference.

    Returns:
        A number in [0, 1]; 0 if there are too few groups for a test.
    """
    known = design.spread
    if design.counts(items) and known.discordant is not None:
        return mcnemar_power.mcnemar_power(
            *_chances(known.discordant, difference / known.highest),
            items,
            alpha=design.alpha,
            mid=design.method == "mid-p",
        )
    error, degrees = design.error(items), design.degrees(items)
    if not design.is_enough(items):
        return 0.0
    if error == 0:
        return 1.0 if difference else design.alpha
    size = abs(difference) / error
    if math.isinf(degrees):
        edge = NormalDist().inv_cdf(1 - design.alpha / 2)
        return NormalDist().cdf(size - edge) + NormalDist().cdf(-size - edge)
    return power.t_power(size, degrees, alpha=design.alpha)


def _chances(discordant: float, difference: float) -> tuple[float, float]:
    """Return the chances that only the better system, or only the worse one, has an item right.

    A difference above the share of discordant items that were seen has a share of its own size.
    """
    gap = abs(difference)
    gain = (max(discordant, gap) + gap) / 2
    return gain, gain - gap


def smallest(design: Design, items: int) -> float | None:
    """Compute the smallest difference that is found with the design's power.

    Returns:
        None if there is none, there are too few items, or nothing tells how they vary.
    """
    known = design.spread
    if design.counts(items) and known.discordant is not None:
        share = mcnemar_power.mcnemar_smallest_difference(
            known.discordant,
            items,
            alpha=design.alpha,
            power=design.power,
            mid=design.method == "mid-p",
        )
        return None if share is None else share * known.highest
    if not design.is_enough(items) or design.variance == 0:
        return None
    return power.smallest_difference(
        design.variance,
        items,
        alpha=design.alpha,
        power=design.power,
        degrees=design.degrees(items),
    )


def needed(design: Design, difference: float) -> Needed:
    """Compute the number of items that find a difference with the design's power."""
    if difference == 0 or (design.variance == 0 and design.spread.discordant is None):
        return Needed(None, None)
    size, known = design.spread.group_size, design.spread
    level = {"alpha": design.alpha, "power": design.power}
    normal = design.method == "normal"
    rough = power.records_needed(design.variance / size, difference, **level, normal=True)
    if known.discordant is not None and design.counts(rough):
        counted = mcnemar_power.mcnemar_records_needed(
            *_chances(known.discordant, difference / known.highest),
            **level,
            mid=design.method == "mid-p",
        )
        return Needed(None, counted)
    groups = power.records_needed(design.variance / size, difference, **level, normal=normal)
    return rounded_up(max(groups, design.least), size)


def rounded_up(groups: float, size: float) -> Needed:
    """Return the items of a number of groups, whole groups and whole items; none if too many."""
    if not groups * size < MOST_NEEDED:
        return Needed(None, None)
    return Needed(groups * size, math.ceil(math.ceil(groups - SLACK) * size - SLACK))


def samples_needed(design: Design, items: int, difference: float) -> int | None:
    """Compute the samples of each item that find a difference; None if no number is enough."""
    return _least(lambda k: design._replace(samples=k), design, items, difference)


def raters_needed(design: Design, items: int, difference: float) -> int | None:
    """Compute the ratings of each sample that find a difference; None if no number is enough."""
    return _least(lambda k: design._replace(raters=k), design, items, difference)


def _least(
    changed: Callable[[float], Design], design: Design, items: int, difference: float
) -> int | None:
    def enough(number: float) -> bool:
        return power_at(changed(number), items, difference) >= design.power

    if not enough(MOST_NOISE):
        return None
    low, high = 0, 1
    while not enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def half_width(design: Design, items: int) -> float | None:
    """Compute half of the width of the interval."""
    known, confidence = design.spread, 1 - design.alpha
    if design.method == "wilson" and known.share is not None:
        return known.highest * wilson_half_width(known.share, items, confidence=confidence)
    degrees = design.degrees(items)
    if degrees < 1:
        return None
    return _quantile(degrees, confidence) * design.error(items)


def items_for(design: Design, width: float) -> Needed:
    """Compute the number of items whose interval has half the width."""
    known, confidence = design.spread, 1 - design.alpha
    if design.method == "wilson" and known.share is not None:
        records = wilson_records(known.share, width / known.highest, confidence=confidence)
        return Needed(None, records)
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
    reach = half_width(design, math.ceil(groups * design.spread.group_size))
    return reach is not None and reach <= width


def _quantile(degrees: float, confidence: float) -> float:
    if math.isinf(degrees):
        return NormalDist().inv_cdf((1 + confidence) / 2)
    return central_t(degrees, confidence)

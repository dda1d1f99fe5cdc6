"""Intervals of means over data sets, from the intervals of the sets, whose records are independent.

The sets are fixed: an interval is for other records of the same sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.core.results import Interval, Result
from sacreval.core.signature import write_conditions
from sacreval.scoring.intervals.methods._base import method_of

if TYPE_CHECKING:
    from sacreval.stats.intervals.bounds import Bounds

SHARE: IntervalName = "wilson"
T = "t"
"""The method of the interval of a mean of scores other than shares."""


class _Share(NamedTuple):
    """A share of records.

    Args:
        value: The share, 0 to 1.
        n: Number of independent records that would have the same interval.
    """

    value: float
    n: float


def why_none(results: Sequence[Result]) -> str:
    """Describe why the mean of results has no interval; empty if it has one, or none of them has.

    Args:
        results: A system's results by one output, one for each data set.
    """
    found = [one.interval for one in results]
    if not any(found):
        return ""
    other = next((one.method for one in found if one and _over_sets(one) is None), None)
    if other is not None:
        return f"{other} intervals of data sets are not combined; drop the option that asks for it"
    lacking = [str(one.dataset) for one in results if one.interval is None]
    if lacking:
        return f"none in {', '.join(lacking)}"
    unknown = any(one.interval and one.interval.method == SHARE for one in results)
    return "no record has a score above 0" if unknown and _highest(results) is None else ""


def interval_of_mean(results: Sequence[Result]) -> Interval | None:
    """Compute the interval of the mean of a system's scores over data sets; None if it has none.

    Args:
        results: Its results by one output, one for each data set.
    """
    found = [one.interval for one in results if one.interval is not None]
    if not found or why_none(results):
        return None
    shares = all(one.method == SHARE for one in found)
    bounds = _of_shares(results, found) if shares else _of_scores(results, found)
    return Interval(
        low=float(bounds.low),
        high=float(bounds.high),
        level=found[0].level,
        method=SHARE if shares else T,
        reason=f"mean of {len(found)} data sets, whose variances are added",
    )


def with_conditions(signature: str, interval: Interval | None) -> str:
    """Add the method and the level to the signature of a mean, before the data."""
    if interval is None:
        return signature
    conditions = write_conditions(ci=interval.method, conf=interval.level)
    return signature.replace("|data:", f"|{conditions}|data:", 1)


def _of_shares(results: Sequence[Result], found: Sequence[Interval]) -> Bounds:
    from sacreval.stats.intervals.independent_means import mean_of_shares

    highest = _highest(results) or 1.0
    shares = [_share(one, highest) for one in results]
    values, n = [one.value for one in shares], [one.n for one in shares]
    bounds = mean_of_shares(values, n, found[0].level)
    return type(bounds)(bounds.low * highest, bounds.high * highest)


def _of_scores(results: Sequence[Result], found: Sequence[Interval]) -> Bounds:
    import numpy as np

    from sacreval.stats.intervals.bounds import Bounds
    from sacreval.stats.intervals.independent_means import mean_of_scores

    highest = _highest(results) or 1.0
    values, below, above, freedom = [], [], [], []
    for one, interval in zip(results, found, strict=True):
        value, df = one.value or 0.0, _freedom(one, interval)
        low, high = _errors(one, interval, value, df, highest)
        if interval.method == "shifted":  # the score itself is biased
            value = (interval.low + interval.high) / 2
            low = high = (low + high) / 2
        values.append(value)
        below.append(low)
        above.append(high)
        freedom.append(df)
    errors = Bounds(np.array(below), np.array(above))
    bounds = mean_of_scores(values, errors, freedom, found[0].level)
    least, greatest = ([one.low for one in found], [one.high for one in found])
    return bounds.within(float(np.mean(least)), float(np.mean(greatest)))  # in the metric's range


def _errors(
    one: Result, interval: Interval, value: float, df: float, highest: float
) -> tuple[float, float]:
    """Return the standard errors below and above a score."""
    from sacreval.stats.intervals.bounds import t_quantile
    from sacreval.stats.intervals.independent_means import share_variances

    if interval.method == SHARE:
        share = _share(one, highest)
        error = highest * float(share_variances([share.value], [share.n])[0]) ** 0.5
        return error, error
    reach = float(t_quantile(df, interval.level))
    return (value - interval.low) / reach, (interval.high - value) / reach


def _freedom(one: Result, interval: Interval) -> float:
    """Return the degrees of freedom of an interval; for groups, whose number is not known, of z.

    Intervals of few groups are then taken for wider ones of many.
    """
    return one.scored - 1 if _over_sets(interval) == "t" and interval.unit is None else inf


def _over_sets(interval: Interval) -> str | None:
    """Return what the interval of a mean over data sets follows from; None where it has none."""
    return method_of(interval.method).over_sets if interval.method in INTERVALS else None


def _share(one: Result, highest: float) -> _Share:
    """Return the share that a result with Wilson's interval is, and its number of records."""
    value = (one.value or 0.0) / highest
    return _Share(value, _z2(one) / _width(one, highest))


def _z2(one: Result) -> float:
    from sacreval.stats.intervals.bounds import z_quantile

    return z_quantile(one.interval.level) ** 2 if one.interval else inf


def _width(one: Result, highest: float) -> float:
    """Return z² / n of Wilson's interval, whose ends t solve (p - t)² = z² / n · t (1 - t)."""
    if one.interval is None or one.interval.unit is None:
        return _z2(one) / one.scored
    p, low, high = ((x or 0.0) / highest for x in (one.value, one.interval.low, one.interval.high))
    end = low if p - low > high - p else high
    return (p - end) ** 2 / (end * (1 - end))


def _highest(results: Sequence[Result]) -> float | None:
    """Return the largest score of a record, by Wilson's intervals; None if they do not show it.

    The ends add up to (2 p + a h) / (1 + a), with a = z² / n and the largest score h.
    """
    for one in results:
        interval, value = one.interval, one.value or 0.0
        if interval is None or interval.method != SHARE:
            continue
        if interval.unit is None:
            a = _z2(one) / one.scored
        elif value > 0 and interval.low > 0:
            a = value**2 / (interval.low * interval.high) - 1
        else:
            continue
        found = ((interval.low + interval.high) * (1 + a) - 2 * value) / a
        return float(f"{found:.8g}")  # without the noise of many records
    return None

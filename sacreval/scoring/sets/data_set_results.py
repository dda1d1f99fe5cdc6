"""Results of a run over data sets: those of each set, and their means with intervals.

Intervals of means over data sets, from the intervals of the sets, whose records are independent.
The sets are fixed: an interval is for other records of the same sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.core.results import MEAN, Interval, Missing, Report, Result
from sacreval.scoring.evaluation import with_interval
from sacreval.scoring.intervals.methods._base import method_of
from sacreval.scoring.result_files import differences, same_options
from sacreval.scoring.rows.fingerprint import MODULUS
from sacreval.scoring.sets.data_sets import of_set
from sacreval.scoring.sets.set_scores import OF_DATA

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
    """Compute the interval of the mean of a system's scores over data sets; None if it has none."""
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


OVER = "datasets"
"""Part of the signature of a mean over data sets: their names."""
_OF_RECORDS = ("interval", "band", "repeats", "corrected", "noticed", "of")
_OF_DATA = ("data", "outputs", "replies-data")  # hashes that are added up
_OF_ONE_SET = ("refs", "ci", "conf", "resamples", "seed")


def merged(parts: Sequence[tuple[str | None, Report]]) -> Report:
    """Return one report of all data sets, with means over them.

    Args:
        parts: Each data set with its report; None for the name in a run without data sets.
    """
    results = [replace(one, dataset=name) for name, part in parts for one in part.results]
    means, notices = means_over_sets(results)
    return Report(
        [*results, *means],
        notices=[*(text for name, part in parts for text in of_set(name, part.notices)), *notices],
        failures=[text for _, part in parts for text in part.failures],
        selection=parts[0][1].selection,
        failures_by={
            (name, system): texts
            for name, part in parts
            for (_, system), texts in part.failures_by.items()
        },
    )


def means_over_sets(results: Sequence[Result]) -> tuple[list[Result], list[str]]:
    """Average the scores over all records of each data set: every set counts alike.

    Args:
        results: Results of data sets.

    Returns:
        The mean of each system by each output that two data sets or more have; and notices on
        systems that lack one of them, on means without an interval, and on options that differ.
    """
    means: list[Result] = []
    bare: dict[tuple[str, str], list[str]] = {}
    gaps: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    notices: list[str] = []
    for output, by_system in _by_output(results).items():
        sets = dict.fromkeys(name for of in by_system.values() for name in of)
        if len(sets) < 2:  # noqa: PLR2004 - there is nothing to average
            continue
        for system, of in by_system.items():
            lacking = [name for name in sets if name not in of or of[name].value is None]
            if lacking:
                gaps.setdefault((output, tuple(lacking)), []).append(f"'{system}'")
            else:
                means.append(mean_of(list(of.values())))
                if why := why_none(list(of.values())):
                    bare.setdefault((output, why), []).append(f"'{system}'")
        notices += _differ(output, [one for of in by_system.values() for one in of.values()])
    notices += [
        f"no mean over data sets of {output} of {', '.join(systems)}: no score in "
        f"{', '.join(lacking)}"
        for (output, lacking), systems in gaps.items()
    ]
    notices += [
        f"no interval of the mean over data sets of {output} of {', '.join(systems)}: {why}"
        for (output, why), systems in bare.items()
    ]
    return means, notices


def _by_output(results: Iterable[Result]) -> dict[str, dict[str, dict[str, Result]]]:
    """Return the results over all records: output to system to data set to result."""
    found: dict[str, dict[str, dict[str, Result]]] = {}
    for one in results:
        if one.group is None and one.dataset not in (None, MEAN):
            found.setdefault(one.output, {}).setdefault(one.system_id, {})[str(one.dataset)] = one
    return found


def mean_of(results: Sequence[Result]) -> Result:
    """Return the mean of one system's scores over data sets, with its interval if they have some.

    Args:
        results: Its results by one output, one for each data set, with values.
    """
    first = results[0]
    values = [one.value for one in results if one.value is not None]
    unanswered, missing = sum(one.unanswered for one in results), _missing(results)
    interval = interval_of_mean(results)
    return replace(
        first,
        value=sum(values) / len(values),
        n=len(values),
        signature=with_interval(_signature(results), interval),
        engine="+".join(dict.fromkeys(one.engine for one in results)),
        dataset=MEAN,
        details={},
        unanswered=unanswered,
        missing=missing,
        records=sum(one.n for one in results) if unanswered or missing else UNSET,
        **{**dict.fromkeys(_OF_RECORDS), "interval": interval},
    )


def _missing(results: Sequence[Result]) -> Missing | None:
    """Add up the missing records of all data sets, and average the bounds of their scores."""
    every = [one.missing for one in results if one.missing is not None]
    if not every:
        return None
    counts: Counter[str] = Counter()
    for one in every:
        counts.update(one.by_reason)
    worst = [x for one in results if (x := one.value_at("if_worst")) is not None]
    best = [x for one in results if (x := one.value_at("if_best")) is not None]
    if len(worst) < len(results):
        return Missing(**counts)
    return Missing(**counts, if_worst=sum(worst) / len(worst), if_best=sum(best) / len(best))


def _signature(results: Sequence[Result]) -> str:
    """Write what all results share, the data sets, and the sums of the hashes of their data."""
    read = [signature.read(one.signature) for one in results]
    name, first = read[0]
    shared = {
        key: value
        for key, value in first.items()
        if key not in (*_OF_DATA, *_OF_ONE_SET) and all(of.get(key) == value for _, of in read)
    }
    sums = {
        key: f"{sum(int(str(of.get(key, '0')), 16) for _, of in read) % MODULUS:016x}"
        for key in _OF_DATA
        if key in first
    }
    over = {OVER: [one.dataset for one in results]}
    return f"{signature.write(name, {**shared, **over})}|" + signature.join(sums, str)


def sets_of_mean(mean: Result) -> list[str]:
    """Return the data sets that a mean is over, by its signature."""
    found = signature.read(mean.signature)[1].get(OVER)
    return [str(one) for one in found] if isinstance(found, list) else []


def _differ(output: str, results: Sequence[Result]) -> Iterator[str]:
    """Describe an output that has other options in some data set, or another metric."""
    first = results[0]
    other = next((one for one in results if not same_options(one, first)), None)
    if other is not None:
        texts = [x for x in differences(other, first) if not any(y in x for y in OF_DATA)]
        if texts:
            where = f"{first.dataset} and {other.dataset}"
            yield f"{output} differs between the data sets {where}: {texts[0]}"


def by_set(results: Iterable[Result]) -> Mapping[str | None, list[Result]]:
    """Group results by data set, in their order."""
    found: dict[str | None, list[Result]] = {}
    for one in results:
        found.setdefault(one.dataset, []).append(one)
    return found

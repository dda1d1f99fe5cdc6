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
    intervals = [result.interval for result in results]
    if not any(intervals):
        return ""
    other = next((x.method for x in intervals if x and _over_sets(x) is None), None)
    if other is not None:
        return f"{other} intervals of data sets are not combined; drop the option that asks for it"
    lacking = [str(result.dataset) for result in results if result.interval is None]
    if lacking:
        return f"none in {', '.join(lacking)}"
    unknown = any(result.interval and result.interval.method == SHARE for result in results)
    return "no record has a score above 0" if unknown and _highest(results) is None else ""


def interval_of_mean(results: Sequence[Result]) -> Interval | None:
    """Compute the interval of the mean of a system's scores over data sets; None if it has none."""
    intervals = [result.interval for result in results if result.interval is not None]
    if not intervals or why_none(results):
        return None
    shares = all(interval.method == SHARE for interval in intervals)
    bounds = _of_shares(results, intervals) if shares else _of_scores(results, intervals)
    return Interval(
        low=float(bounds.low),
        high=float(bounds.high),
        level=intervals[0].level,
        method=SHARE if shares else T,
        reason=f"mean of {len(intervals)} data sets, whose variances are added",
    )


def _of_shares(results: Sequence[Result], intervals: Sequence[Interval]) -> Bounds:
    from sacreval.stats.intervals.independent_means import mean_of_shares

    highest = _highest(results) or 1.0
    shares = [_share(result, highest) for result in results]
    values, n = [share.value for share in shares], [share.n for share in shares]
    bounds = mean_of_shares(values, n, intervals[0].level)
    return type(bounds)(bounds.low * highest, bounds.high * highest)


def _of_scores(results: Sequence[Result], intervals: Sequence[Interval]) -> Bounds:
    import numpy as np

    from sacreval.stats.intervals.bounds import Bounds
    from sacreval.stats.intervals.independent_means import mean_of_scores

    highest = _highest(results) or 1.0
    values, below, above, freedom = [], [], [], []
    for result, interval in zip(results, intervals, strict=True):
        value, df = result.value or 0.0, _freedom(result, interval)
        low, high = _errors(result, interval, value, df, highest)
        if interval.method == "shifted":  # the score itself is biased
            value = (interval.low + interval.high) / 2
            low = high = (low + high) / 2
        values.append(value)
        below.append(low)
        above.append(high)
        freedom.append(df)
    errors = Bounds(np.array(below), np.array(above))
    bounds = mean_of_scores(values, errors, freedom, intervals[0].level)
    least, greatest = ([x.low for x in intervals], [x.high for x in intervals])
    return bounds.within(float(np.mean(least)), float(np.mean(greatest)))  # in the metric's range


def _errors(
    result: Result, interval: Interval, value: float, df: float, highest: float
) -> tuple[float, float]:
    """Return the standard errors below and above a score."""
    from sacreval.stats.intervals.bounds import t_quantile
    from sacreval.stats.intervals.independent_means import share_variances

    if interval.method == SHARE:
        share = _share(result, highest)
        error = highest * float(share_variances([share.value], [share.n])[0]) ** 0.5
        return error, error
    reach = float(t_quantile(df, interval.level))
    return (value - interval.low) / reach, (interval.high - value) / reach


def _freedom(result: Result, interval: Interval) -> float:
    """Return the degrees of freedom of an interval; for groups, whose number is not known, of z.

    Intervals of few groups are then taken for wider ones of many.
    """
    return result.scored - 1 if _over_sets(interval) == "t" and interval.unit is None else inf


def _over_sets(interval: Interval) -> str | None:
    """Return what the interval of a mean over data sets follows from; None where it has none."""
    return method_of(interval.method).over_sets if interval.method in INTERVALS else None


def _share(result: Result, highest: float) -> _Share:
    """Return the share that a result with Wilson's interval is, and its number of records."""
    value = (result.value or 0.0) / highest
    return _Share(value, _z2(result) / _width(result, highest))


def _z2(result: Result) -> float:
    from sacreval.stats.intervals.bounds import z_quantile

    return z_quantile(result.interval.level) ** 2 if result.interval else inf


def _width(result: Result, highest: float) -> float:
    """Return z² / n of Wilson's interval, whose ends t solve (p - t)² = z² / n · t (1 - t)."""
    if result.interval is None or result.interval.unit is None:
        return _z2(result) / result.scored
    p, low, high = (
        (x or 0.0) / highest for x in (result.value, result.interval.low, result.interval.high)
    )
    end = low if p - low > high - p else high
    return (p - end) ** 2 / (end * (1 - end))


def _highest(results: Sequence[Result]) -> float | None:
    """Return the largest score of a record, by Wilson's intervals; None if they do not show it.

    The ends add up to (2 p + a h) / (1 + a), with a = z² / n and the largest score h.
    """
    for result in results:
        interval, value = result.interval, result.value or 0.0
        if interval is None or interval.method != SHARE:
            continue
        if interval.unit is None:
            a = _z2(result) / result.scored
        elif value > 0 and interval.low > 0:
            a = value**2 / (interval.low * interval.high) - 1
        else:
            continue
        top = ((interval.low + interval.high) * (1 + a) - 2 * value) / a
        return float(f"{top:.8g}")  # without the noise of many records
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
    results = [replace(result, dataset=name) for name, part in parts for result in part.results]
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
        if len(sets) < 2:  # there is nothing to average
            continue
        for system, of in by_system.items():
            lacking = [name for name in sets if name not in of or of[name].value is None]
            if lacking:
                gaps.setdefault((output, tuple(lacking)), []).append(f"'{system}'")
            else:
                means.append(mean_of(list(of.values())))
                if why := why_none(list(of.values())):
                    bare.setdefault((output, why), []).append(f"'{system}'")
        notices += _differ(output, [result for of in by_system.values() for result in of.values()])
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
    by_output: dict[str, dict[str, dict[str, Result]]] = {}
    for r in results:
        if r.group is None and r.dataset not in (None, MEAN):
            by_output.setdefault(r.output, {}).setdefault(r.system_id, {})[str(r.dataset)] = r
    return by_output


def mean_of(results: Sequence[Result]) -> Result:
    """Return the mean of one system's scores over data sets, with its interval if they have some.

    Args:
        results: Its results by one output, one for each data set, with values.
    """
    first = results[0]
    values = [result.value for result in results if result.value is not None]
    unanswered, missing = sum(result.unanswered for result in results), _missing(results)
    interval = interval_of_mean(results)
    return replace(
        first,
        value=sum(values) / len(values),
        n=len(values),
        signature=with_interval(_signature(results), interval),
        engine="+".join(dict.fromkeys(result.engine for result in results)),
        dataset=MEAN,
        details={},
        unanswered=unanswered,
        missing=missing,
        records=sum(result.n for result in results) if unanswered or missing else UNSET,
        **{**dict.fromkeys(_OF_RECORDS), "interval": interval},
    )


def _missing(results: Sequence[Result]) -> Missing | None:
    """Add up the missing records of all data sets, and average the bounds of their scores."""
    every = [result.missing for result in results if result.missing is not None]
    if not every:
        return None
    counts: Counter[str] = Counter()
    for missing in every:
        counts.update(missing.by_reason)
    worst = [x for result in results if (x := result.value_at("if_worst")) is not None]
    best = [x for result in results if (x := result.value_at("if_best")) is not None]
    if len(worst) < len(results):
        return Missing(**counts)
    return Missing(**counts, if_worst=sum(worst) / len(worst), if_best=sum(best) / len(best))


def _signature(results: Sequence[Result]) -> str:
    """Write what all results share, the data sets, and the sums of the hashes of their data."""
    read = [signature.read(result.signature) for result in results]
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
    over = {OVER: [result.dataset for result in results]}
    return f"{signature.write(name, {**shared, **over})}|" + signature.join(sums, str)


def sets_of_mean(mean: Result) -> list[str]:
    """Return the data sets that a mean is over, by its signature."""
    names = signature.read(mean.signature)[1].get(OVER)
    return [str(name) for name in names] if isinstance(names, list) else []


def _differ(output: str, results: Sequence[Result]) -> Iterator[str]:
    """Describe an output that has other options in some data set, or another metric."""
    first = results[0]
    other = next((result for result in results if not same_options(result, first)), None)
    if other is not None:
        texts = [x for x in differences(other, first) if not any(y in x for y in OF_DATA)]
        if texts:
            where = f"{first.dataset} and {other.dataset}"
            yield f"{output} differs between the data sets {where}: {texts[0]}"


def by_set(results: Iterable[Result]) -> Mapping[str | None, list[Result]]:
    """Group results by data set, in their order."""
    by_dataset: dict[str | None, list[Result]] = {}
    for result in results:
        by_dataset.setdefault(result.dataset, []).append(result)
    return by_dataset

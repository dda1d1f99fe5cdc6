"""Results of a run over data sets: those of each set, and their means over sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.results import MEAN, Missing, Report, Result
from sacreval.scoring.baseline import differences, same_options
from sacreval.scoring.rows.fingerprint import MODULUS
from sacreval.scoring.sets.data_set_intervals import interval_of_mean, why_none, with_conditions
from sacreval.scoring.sets.data_sets import of_set
from sacreval.scoring.sets.set_scores import OF_DATA

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
    (first, report), *_ = parts
    if first is None:
        return report
    results = [replace(one, dataset=name) for name, part in parts for one in part.results]
    means, notices = means_over_sets(results)
    return Report(
        [*results, *means],
        notices=[*(text for name, part in parts for text in of_set(name, part.notices)), *notices],
        failures=[text for _, part in parts for text in part.failures],
        selection=report.selection,
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
        signature=with_conditions(_signature(results), interval),
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

"""Notices of a run: those of metrics, scores that are undefined, records that systems lack."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import isinf, isnan
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.declarations import of_sets
from sacreval.core.contract.metric_values import CORRELATION
from sacreval.errors import comma_list
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.results import Result


FEW = 6
"""Up to this many systems are named in a notice."""


class ScoredTogether(NamedTuple):
    """Records that were scored together, and their results.

    Args:
        members: The records.
        results: Output to result.
    """

    members: Subset
    results: Mapping[str, Result]


def record_notices(systems: Mapping[str, Collected]) -> list[str]:
    """Return the notices of metrics on the records, without repetition."""
    watches = [watch for rows in systems.values() for watch in rows.watches]
    texts = [text for watch in watches for text in watch.notices()]
    if not texts:
        return []
    from sacreval.core.contract.watches import distinct

    return distinct(texts)


def undefined(scored: Iterable[ScoredTogether]) -> list[str]:
    """Describe which scores are set by convention, since their formula is undefined."""
    where: dict[tuple[str, str, float | None], list[str]] = {}
    for members, results in scored:
        for output, why in members.undefined().items():
            result = results[output]
            where.setdefault((output, why, result.value), []).append(_name(result))
    return [
        f"{output} of {comma_list(names)} is undefined ({why}) and given as {value:.4g}"
        for (output, why, value), names in where.items()
    ]


def correlations_of_two(scored: Iterable[ScoredTogether]) -> list[str]:
    """Describe which correlations are of two records, of which the smallest difference decides."""
    where: dict[str, list[str]] = {}
    for members, results in scored:
        metric = members.entry.metric
        if len(members) != 2 or not of_sets(metric) or metric.score_scale.spans != CORRELATION:
            continue
        for output in results.keys() - members.undefined().keys():
            where.setdefault(output, []).append(_name(results[output]))
    return [
        f"{output} of {comma_list(names)} is of two records, which have no correlation but -1 and 1"
        for output, names in where.items()
    ]


def undefined_records(systems: Mapping[str, Collected]) -> list[str]:
    """Describe how many records have no score by definition of a metric."""
    return [
        f"{count} of {len(rows.places)} records of '{system}' have no score by {entry.name}: "
        f"{entry.metric.undefined_where}"
        for system, rows in systems.items()
        for entry, count in rows.undefined()
    ]


def undefined_scores(results: Iterable[Result], where: Mapping[str, str]) -> list[str]:
    """Describe which scores of systems are undefined, as their metrics state."""
    by_output: dict[str, list[str]] = {}
    for result in results:
        if is_nan(result) and where.get(result.output):
            by_output.setdefault(result.output, []).append(_name(result))
    return [
        f"{output} of {comma_list(names)} is undefined: {where[output]}"
        for output, names in by_output.items()
    ]


def nan_scores(results: Iterable[Result], where: Mapping[str, str]) -> list[str]:
    """Describe which scores of systems are NaN, though their metrics do not state where."""
    return [
        f"{r.system_id}: {r.metric} returns NaN as {r.output}; return a number, or state in "
        "`undefined_where` when there is none"
        for r in results
        if is_nan(r) and not where.get(r.output)
    ]


def infinite(result: Result) -> str:
    """Describe an infinite score, caused by records with numbers near the largest double."""
    if result.value is None or not isinf(result.value):
        return ""
    return f"{result.system_id}: {result.output} is infinite; scale the numbers of its records"


def is_nan(result: Result) -> bool:
    """Return whether the score of at least one record is NaN."""
    return result.value is not None and isnan(result.value) and bool(result.scored)


def _name(result: Result) -> str:
    """Return the system and the group of a result, in quotes."""
    return f"'{' '.join(filter(None, (result.system_id, result.group)))}'"


def without_interval(systems: Mapping[str, Collected]) -> list[str]:
    """Describe which systems have a single record, whose scores have no interval."""
    names = ", ".join(f"'{name}'" for name, rows in systems.items() if len(rows.places) < 2)
    return [f"no interval for {names}: an interval needs two records"] if names else []


def coverage(systems: Mapping[str, Collected]) -> list[str]:
    """Describe how the systems differ in the instances that they have outputs for."""
    if not (counts := _different({x: rows.places.keys() for x, rows in systems.items()})):
        return []
    shared = set.intersection(*(set(rows.places) for rows in systems.values()))
    return [
        f"systems cover different instances ({counts}; {len(shared)} in common): compare with care"
    ]


def _different(sets: Mapping[str, Collection[str]]) -> str:
    """Return the numbers of instances; empty where all systems have the same instances."""
    every = iter(sets.values())
    first = next(every, None)
    return "" if all(ids == first for ids in every) else _counts(sets)


def _counts(sets: Mapping[str, Collection[str]]) -> str:
    """Count the instances of each system; with many systems, of the smallest and the largest."""
    if len(sets) <= FEW:
        return ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    fewest = min(sets, key=lambda system: len(sets[system]))
    most = max(sets, key=lambda system: len(sets[system]))
    return (
        f"{len(sets)} systems, from {fewest} with {len(sets[fewest])} "
        f"to {most} with {len(sets[most])}"
    )

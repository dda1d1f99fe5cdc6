"""The best scores of each column, which a table marks, and the order of systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isnan

from sacreval.core.results import MEAN, Result
from sacreval.report.formats import SystemOrder
from sacreval.stats.rounding import rounded

Best = Mapping[tuple[str | None, str, str | None], float]
"""Data set, output and group to the best value."""


def best_values(results: Iterable[Result]) -> Best:
    """Return the best value of each data set, output and group, in one pass.

    Outputs of a single system, outputs by which all are equal, outputs without a better direction,
    and those of systems with different numbers of records are left out.
    """
    rivals: dict[tuple[str | None, str, str | None], list[Result]] = {}
    for result in results:
        if result.value is not None and result.higher_is_better is not None:
            rivals.setdefault(_place(result), []).append(result)
    best = {}
    for place, those in rivals.items():
        values = [result.value for result in those if result.value is not None]
        low, high = min(values), max(values)
        # No mark on a single system, on all, or where systems cover different records.
        if rounded(low) != rounded(high) and len({result.n for result in those}) == 1:
            best[place] = high if those[0].higher_is_better else low
    return best


def is_best(result: Result, best: Best) -> bool:
    """Return whether no other system is better by this output on this data set, in this group.

    A result without the scores of all records is never the best, and may hide it.

    Args:
        result: The result.
        best: The return value of `best_values` for all results.
    """
    top = best.get(_place(result))
    if result.value is None or top is None or result.missing is not None:
        return False
    return rounded(result.value) == rounded(top)


def _place(result: Result) -> tuple[str | None, str, str | None]:
    return result.dataset, result.output, result.group


def in_order(results: Sequence[Result], order: SystemOrder) -> list[Result]:
    """Return results with their systems in an order; other orders are kept.

    Args:
        results: The results, with systems in the order given.
        order: `given`; `name`; or `score`, the best first by the first output of which one
            direction is better. Over data sets that is its mean. Systems with equal scores stay in
            the order given, and those without a score are last.
    """
    if order == "given":
        return list(results)
    systems = list(dict.fromkeys(result.system_id for result in results))
    names = sorted(systems) if order == "name" else _by_score(results, systems)
    places = {name: place for place, name in enumerate(names)}
    return sorted(results, key=lambda result: places[result.system_id])


def _by_score(results: Sequence[Result], systems: Sequence[str]) -> list[str]:
    means = [result for result in results if result.dataset == MEAN] or results
    first = next((result for result in means if result.higher_is_better is not None), None)
    if first is None:
        return list(systems)
    sign = -1 if first.higher_is_better else 1
    scores = {
        result.system_id: sign * result.value
        for result in reversed(means)
        if result.output == first.output and result.group is None
        if result.value is not None and not isnan(result.value)
    }
    return sorted(systems, key=lambda name: scores.get(name, inf))

"""The order of systems in results: as given, by score or by name."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan

from sacreval.core.results import MEAN, Result
from sacreval.report.formats import SystemOrder


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

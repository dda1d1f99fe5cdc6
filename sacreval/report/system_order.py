"""The order of systems in results and comparisons: as given, by score or by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isnan
from typing import TYPE_CHECKING

from sacreval.core.results import MEAN, Result
from sacreval.report.formats import SystemOrder

if TYPE_CHECKING:
    from sacreval.core.comparisons import Comparison, ComparisonReport, Standing


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
    systems = list(dict.fromkeys(one.system_id for one in results))
    names = sorted(systems) if order == "name" else _by_score(results, systems)
    places = {name: place for place, name in enumerate(names)}
    return sorted(results, key=lambda one: places[one.system_id])


def compared_in_order(report: ComparisonReport, order: SystemOrder) -> ComparisonReport:
    """Return a comparison with its systems in an order; other orders are kept.

    Args:
        report: The comparison, with the base first and systems in the order given.
        order: As for `in_order`; over data sets a score is its mean over them.
    """
    if order == "given":
        return report
    systems = list(dict.fromkeys(one.system_id for one in report.standings))
    names = sorted(systems) if order == "name" else _by_standing(report, systems)
    places = {name: place for place, name in enumerate(names)}
    parts = {key: i for i, key in enumerate(dict.fromkeys(map(_part, report.standings)))}
    return replace(
        report,
        standings=sorted(
            report.standings, key=lambda one: (parts[_part(one)], places[one.system_id])
        ),
        comparisons=sorted(
            report.comparisons,
            key=lambda one: (
                parts[_part(one)],
                *sorted((places[one.base], places[one.other])),
            ),
        ),
    )


def _part(one: Comparison | Standing) -> tuple[str | None, str | None, str]:
    return one.dataset, one.group, one.output


def _by_standing(report: ComparisonReport, systems: Sequence[str]) -> list[str]:
    first = next((one for one in report.comparisons if one.higher_is_better is not None), None)
    if first is None:
        return list(systems)
    sign = -1 if first.higher_is_better else 1
    scores: dict[str, list[float]] = {}
    for one in report.standings:
        if one.output == first.output and one.group is None and not isnan(one.score):
            scores.setdefault(one.system_id, []).append(sign * one.score)
    means = {name: sum(values) / len(values) for name, values in scores.items()}
    return sorted(systems, key=lambda name: means.get(name, inf))


def _by_score(results: Sequence[Result], systems: Sequence[str]) -> list[str]:
    means = [one for one in results if one.dataset == MEAN] or results
    first = next((one for one in means if one.higher_is_better is not None), None)
    if first is None:
        return list(systems)
    sign = -1 if first.higher_is_better else 1
    scores = {
        one.system_id: sign * one.value
        for one in reversed(means)
        if one.output == first.output and one.group is None
        if one.value is not None and not isnan(one.value)
    }
    return sorted(systems, key=lambda name: scores.get(name, inf))

"""Comparisons as tables show them: systems in order, scores times 100, sacrebleu's signatures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, isnan
from typing import TYPE_CHECKING, Any

from sacreval.report.numbers import Numbers, is_share, times_100
from sacreval.report.result_notes import Draws, Style, sacrebleu_line

if TYPE_CHECKING:
    from sacreval.features.compare.result import Comparison, ComparisonReport, Settings, Standing
    from sacreval.report.formats import SystemOrder

_TESTS = {"paired-bs": "bs", "paired-ar": "ar"}
"""The tests that are sacrebleu's, and its words for their numbers of draws."""


def in_order(report: ComparisonReport, order: SystemOrder) -> ComparisonReport:
    """Return a comparison with its systems in an order; other orders are kept."""
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


def in_numbers(report: ComparisonReport, numbers: Numbers) -> ComparisonReport:
    """Return a comparison with scores times 100, if tables show them so.

    Args:
        report: The comparison.
        numbers: How tables show numbers.
    """
    if not numbers.percent:
        return report
    shares = {one.output for one in report.comparisons if is_share(one)}
    return replace(
        report,
        comparisons=_scaled(
            report.comparisons,
            shares,
            ("base_value", "other_value", "difference", "detectable", "interval", "corrected"),
        ),
        standings=_scaled(report.standings, shares, ("value", "value_of_all", "interval")),
    )


def _scaled(rows: Iterable[Any], shares: set[str], names: Sequence[str]) -> list[Any]:
    """Return comparisons or standings, of these outputs with these fields times 100."""
    return [
        replace(one, **{name: times_100(getattr(one, name)) for name in names})
        if one.output in shares
        else one
        for one in rows
    ]


def with_signatures(report: ComparisonReport, style: Style) -> ComparisonReport:
    """Return a report with sacrebleu's signatures, those of its tests with their draws."""
    if style != "sacrebleu":
        return report
    lines = (
        sacrebleu_line(one.base_signature, _draws(one.test, report.settings))
        for one in report.comparisons
    )
    comparisons = [
        one if line is None else replace(one, sacrebleu=line)
        for one, line in zip(report.comparisons, lines, strict=True)
    ]
    return replace(report, comparisons=comparisons)


def _draws(test: str, settings: Settings) -> Draws:
    if test not in _TESTS:
        return ()
    count = settings.trials if test == "paired-ar" else settings.resamples
    return (("seed", settings.seed), (_TESTS[test], count))

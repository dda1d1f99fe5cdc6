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
    systems = list(dict.fromkeys(standing.system_id for standing in report.standings))
    names = sorted(systems) if order == "name" else _by_standing(report, systems)
    places = {name: place for place, name in enumerate(names)}
    parts = {key: i for i, key in enumerate(dict.fromkeys(map(_part, report.standings)))}
    return replace(
        report,
        standings=sorted(report.standings, key=lambda x: (parts[_part(x)], places[x.system_id])),
        comparisons=sorted(
            report.comparisons,
            key=lambda x: (
                parts[_part(x)],
                *sorted((places[x.base], places[x.other])),
            ),
        ),
    )


def _part(row: Comparison | Standing) -> tuple[str | None, str | None, str]:
    return row.dataset, row.group, row.output


def _by_standing(report: ComparisonReport, systems: Sequence[str]) -> list[str]:
    first = next((c for c in report.comparisons if c.higher_is_better is not None), None)
    if first is None:
        return list(systems)
    sign = -1 if first.higher_is_better else 1
    scores: dict[str, list[float]] = {}
    for standing in report.standings:
        if standing.output == first.output and standing.group is None and not isnan(standing.score):
            scores.setdefault(standing.system_id, []).append(sign * standing.score)
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
    shares = {c.output for c in report.comparisons if is_share(c)}
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
        replace(row, **{name: times_100(getattr(row, name)) for name in names})
        if row.output in shares
        else row
        for row in rows
    ]


def with_signatures(report: ComparisonReport, style: Style) -> ComparisonReport:
    """Return a report with sacrebleu's signatures, those of its tests with their draws."""
    if style != "sacrebleu":
        return report
    lines = (
        sacrebleu_line(c.base_signature, _draws(c.test, report.settings))
        for c in report.comparisons
    )
    comparisons = [
        c if line is None else replace(c, sacrebleu=line)
        for c, line in zip(report.comparisons, lines, strict=True)
    ]
    return replace(report, comparisons=comparisons)


def _draws(test: str, settings: Settings) -> Draws:
    if test not in _TESTS:
        return ()
    count = settings.trials if test == "paired-ar" else settings.resamples
    return (("seed", settings.seed), (_TESTS[test], count))

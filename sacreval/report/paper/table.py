"""A table for a paper, of results or of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from sacreval.core.comparisons import ComparisonReport
from sacreval.core.results import Result
from sacreval.report.numbers import PERCENT_OF_CORRELATIONS
from sacreval.report.paper import (
    caption,
    correlation_caption,
    correlation_names,
    correlations,
    scores,
)
from sacreval.report.paper.in_markdown import to_markdown
from sacreval.report.paper.latex import to_latex
from sacreval.report.paper.layout import Choice, Layout, layout

if TYPE_CHECKING:
    from sacreval.report.correlation_view import View

PaperFormat = Literal["tex", "md"]
_WRITE: dict[PaperFormat, Callable[[Layout, caption.Caption], str]] = {
    "tex": to_latex,
    "md": to_markdown,
}


def of_results(results: Sequence[Result], form: PaperFormat, choice: Choice) -> str:
    """Return the table of an evaluation.

    Args:
        results: The results.
        form: Its format.
        choice: What it shows.

    Raises:
        UsageError: If a column is not there, or there are groups.
    """
    table = layout(scores.of_results(results, choice.numbers), choice)
    return _WRITE[form](table, _with(caption.of_results(results, table), choice))


def of_comparison(
    report: ComparisonReport,
    form: PaperFormat,
    choice: Choice,
) -> str:
    """Return the table of compared systems.

    Args:
        report: The comparison.
        form: Its format.
        choice: What it shows.

    Raises:
        UsageError: If a column is not there, or there are groups.
    """
    table = layout(scores.of_comparison(report, choice.numbers), choice)
    return _WRITE[form](table, _with(caption.of_comparison(report, table), choice))


def _with(made: caption.Caption, choice: Choice) -> caption.Caption:
    """Return a caption that says which scores are multiplied."""
    first, *rest = made.sentences
    return replace(made, sentences=[first, *(f"{x}." for x in choice.numbers.notes()), *rest])


def of_correlations(found: Mapping[str, Any], form: PaperFormat, choice: Choice, view: View) -> str:
    """Return the table of correlations of metrics with people.

    Args:
        found: The JSON document of `correlate`.
        form: Its format.
        choice: What it shows.
        view: The order of metrics, how many there are, and words for levels.

    Raises:
        UsageError: If a column is not there.
    """
    order = list(dict.fromkeys(one["metric"] for one in _first(view.of(found)["results"])))
    seen = replace(view, top=None).of(found)
    names = dict.fromkeys([*order, *(one["metric"] for one in seen["results"])], "")
    signatures = correlation_caption.signatures_of(seen)
    names = correlation_names.metric_names(names, signatures)
    shown = correlations.shown(seen, choice, order if view.top is not None else list(names))
    table = correlations.layout(
        shown, names, transposed=choice.transposed, places=view.places(correlations.PLACES)
    )
    made = correlation_caption.caption(shown, table, names)
    first, *rest = made.sentences
    times = [PERCENT_OF_CORRELATIONS] if choice.numbers.percent else []
    return _WRITE[form](table, replace(made, sentences=[first, *times, *rest]))


def _first(results: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the correlations of the first task and level, whose order is that of the rows."""
    first = results[0]
    place = first.get("task"), first["level"]
    return [one for one in results if (one.get("task"), one["level"]) == place]

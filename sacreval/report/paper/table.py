"""A table for a paper, of results or of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from sacreval.core.comparisons import ComparisonReport
from sacreval.core.results import Result
from sacreval.report.paper import caption, scores
from sacreval.report.paper.in_markdown import to_markdown
from sacreval.report.paper.latex import to_latex
from sacreval.report.paper.layout import Choice, Layout, layout

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
    table = layout(scores.of_results(results), choice)
    return _WRITE[form](table, caption.of_results(results, table))


def of_comparison(report: ComparisonReport, form: PaperFormat, choice: Choice) -> str:
    """Return the table of compared systems.

    Args:
        report: The comparison.
        form: Its format.
        choice: What it shows.

    Raises:
        UsageError: If a column is not there, or there are groups.
    """
    table = layout(scores.of_comparison(report), choice)
    return _WRITE[form](table, caption.of_comparison(report, table))

"""A table for a paper, of results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from sacreval.core.results import Result
from sacreval.features.paper import caption, scores
from sacreval.features.paper.in_markdown import to_markdown
from sacreval.features.paper.latex import to_latex
from sacreval.features.paper.layout import Choice, Layout, layout

if TYPE_CHECKING:
    pass

PaperFormat = Literal["tex", "md"]
WRITE: dict[PaperFormat, Callable[[Layout, caption.Caption], str]] = {
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
    return WRITE[form](table, with_numbers(caption.of_results(results, table), choice))


def with_numbers(made: caption.Caption, choice: Choice) -> caption.Caption:
    """Return a caption that says which scores are multiplied."""
    first, *rest = made.sentences
    return replace(made, sentences=[first, *(f"{x}." for x in choice.numbers.notes()), *rest])

"""A table for a paper, of correlations of metrics with people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sacreval.features.correlate.tables import (
    correlation_caption,
    correlation_names,
)
from sacreval.features.correlate.tables import (
    paper_layout as correlations,
)
from sacreval.features.paper.layout import Choice
from sacreval.features.paper.table import WRITE, PaperFormat
from sacreval.report.numbers import PERCENT_OF_CORRELATIONS

if TYPE_CHECKING:
    from sacreval.features.correlate.tables.correlation_view import View


def table_of(found: Mapping[str, Any], form: PaperFormat, choice: Choice, view: View) -> str:
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
    return WRITE[form](table, replace(made, sentences=[first, *times, *rest]))


def _first(results: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the correlations of the first task and level, whose order is that of the rows."""
    first = results[0]
    place = first.get("task"), first["level"]
    return [one for one in results if (one.get("task"), one["level"]) == place]

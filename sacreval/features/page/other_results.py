"""Pages of comparisons and of correlations: their files, and the tables that were printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.errors import InputError
from sacreval.features.compare.result import ComparisonFile, ComparisonReport
from sacreval.features.compare.sets.result import SetComparisonFile, SetReport
from sacreval.features.page.page import footer, head
from sacreval.features.page.parts import Node, element, heading, section, serialize, table
from sacreval.io.whole_files import read_whole
from sacreval.report.tables import Table, legend
from sacreval.text.visible import visible

Other = ComparisonReport | SetReport | dict[str, Any]
_KEYS = {"comparisons": "compare", "ranks": "compare results", "ranking": "correlate"}


def read_other(path: Path, check: Callable[[dict[str, Any]], None]) -> Other | None:
    """Read a result of `compare`, `compare results` or `correlate`."""
    text = read_whole(str(path))
    try:
        keys = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).keys()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    verb = next((verb for key, verb in _KEYS.items() if key in keys), None)
    if verb is None:
        return None
    try:
        return _read(verb, text, check)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{path}: not a whole result of `sacreval {verb}` ({error}); write it again with -o"
        ) from None


def _read(verb: str, text: bytes, check: Callable[[dict[str, Any]], None]) -> Other:
    if verb == "correlate":
        document: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        check(document)
        return document
    if verb == "compare results":
        return _of_sets(msgspec.json.decode(text, type=SetComparisonFile))
    file = msgspec.json.decode(text, type=ComparisonFile)
    compared = {(pair.dataset, pair.group, pair.output) for pair in file.comparisons}
    if any((row.dataset, row.group, row.output) not in compared for row in file.standings):
        raise msgspec.ValidationError("systems are ranked by what is not compared")
    over = None if file.over_sets is None else _of_sets(file.over_sets)
    return ComparisonReport(
        file.settings, file.comparisons, file.standings, selection=file.selection, over_sets=over
    )


def _of_sets(file: SetComparisonFile) -> SetReport:
    if {system.output for system in file.systems} - {rank.output for rank in file.ranks}:
        raise msgspec.ValidationError("systems are ranked by what is not tested")
    return SetReport(file.settings, file.systems, file.ranks)


class OtherResult(NamedTuple):
    """A result without scores of systems.

    Args:
        title: What it is.
        tables: The tables that its verb prints.
        notes: The lines below them.
        markdown: The same as Markdown.
    """

    title: str
    tables: Sequence[Table]
    notes: Sequence[str]
    markdown: str


def of_comparison(report: ComparisonReport) -> OtherResult:
    """Return a comparison of systems as it is shown."""
    from sacreval.features.compare.comparison_notes import lines_on_missing_by_set, notes
    from sacreval.features.compare.tables import render, tables

    on_missing = lines_on_missing_by_set(report.comparisons)  # the verb has them among its notices
    text = render(report, "md", below=on_missing)
    lines = [*notes(report), *on_missing]
    return OtherResult("Comparison of systems", tables(report), lines, text)


def of_sets(report: SetReport) -> OtherResult:
    """Return a comparison over data sets as it is shown."""
    from sacreval.features.compare.sets.tables import notes, render, table_over_sets

    tables = [table_over_sets(report)]
    return OtherResult("Comparison over data sets", tables, notes(report), render(report, "md"))


def of_correlations(document: dict[str, Any]) -> OtherResult:
    """Return a meta-evaluation as it is shown."""
    from sacreval.features.correlate.tables import correlations
    from sacreval.features.correlate.tables.correlations import View

    view = View()
    seen = view.of(document)
    tables, notes = correlations.tables(seen, view), correlations.lines(seen, view)
    text = correlations.render(document, "md", view)
    return OtherResult("Agreement of metrics with people", tables, notes, text)


def page_of(shown: OtherResult) -> str:
    """Return the page, which needs no script and no network."""
    drawn = [_table(table, f"Table {i}") for i, table in enumerate(shown.tables, start=1)]
    lines = [element("li", {"dir": "auto"}, visible(text)) for text in _below(shown)]
    body = element(
        "body",
        None,
        element("header", None, element("p", {"class": "brand"}, "sacreval"),
                element("h1", None, shown.title)),
        element(
            "main", {"id": "main"}, section("results", "Results", drawn),
            section("provenance", "Where the numbers come from",
                    element("ul", {"class": "signatures"}, lines)),
        ),
        footer(""),
    )  # fmt: skip
    return serialize(element("html", {"lang": "en"}, head(shown.title, ""), body))


def _below(shown: OtherResult) -> list[str]:
    return [*legend(list(shown.tables), "bold"), *shown.notes]


def _table(shown: Table, caption: str) -> Node:
    rows = [
        element("tr", None, [_cell(shown, i, j, cell) for j, cell in enumerate(cells)])
        for i, cells in enumerate(shown.rows)
    ]
    return table(caption, [heading(visible(name)) for name in shown.head], rows)


def _cell(shown: Table, i: int, j: int, text: str) -> Node:
    content = element("bdi", None, visible(text))
    bold = element("b", None, content) if (i, j) in shown.best else content
    return element("td", {"class": "number" if j in shown.numeric else None}, bold)

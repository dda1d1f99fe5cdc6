"""The sections of results: scores of systems, findings of tests, gates, and data sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sacreval.core.results import Result, Verdict
from sacreval.features.compare.comparison_notes import corrected_over
from sacreval.features.compare.result import Comparison
from sacreval.features.page.content import CELLS, Content
from sacreval.features.page.figures import forest
from sacreval.features.page.parts import (
    Child,
    Node,
    element,
    folded,
    heading,
    hidden,
    note,
    number,
    row,
    score,
    section,
    table,
    unfolded,
)
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.cited_metrics import PHRASES
from sacreval.report.data_set_tables import has_sets, main_outputs, set_grid, set_notes
from sacreval.report.details import detail_tables
from sacreval.report.lacking import lacking_columns, lacking_lines
from sacreval.report.result_notes import around_lines
from sacreval.report.result_tables import by_output, digits

Line = Sequence[Result | None]


def score_table(
    caption: str,
    corner: Child,
    columns: Sequence[Child],
    lines: Mapping[str, Line],
    *,
    counted: bool = True,
    sign: Callable[[Result], Child] = lambda _: None,
) -> Node:
    """Create a table of scores that can be sorted."""
    results = [result for line in lines.values() for result in line if result is not None]
    places = {output: digits(those) for output, those in by_output(results).items()}
    best = best_values(results)
    there = [[result for result in line if result is not None] for line in lines.values()]
    lacking = lacking_columns(there) if counted else {}
    rows = []
    for i, (name, line) in enumerate(lines.items()):
        counts = [_count(there[i]), *_lacking(lacking, i)] if counted else []
        scores = [
            number("")
            if result is None
            else score(result, places[result.output], sign(result), best=is_best(result, best))
            for result in line
        ]
        rows.append(row(name, *counts, *scores))
    numbers = [*(["records", *lacking] if counted else []), *columns]
    head = [heading(corner), *(heading(label, "number") for label in numbers)]
    return table(caption, head, rows, **{"class": "sortable"})


def title(output: str, result: Result) -> Child:
    """Return the name of an output, with its direction."""
    up = result.higher_is_better
    if up is None:
        return output
    arrow = element("span", {"aria-hidden": "true"}, " ↑" if up else " ↓")
    return [output, arrow, hidden(", higher is better" if up else ", lower is better")]


def _count(results: Sequence[Result]) -> Node:
    counts = [result.n for result in results]
    of = results[0].of if results else None
    low, high = min(counts, default=0), max(counts, default=0)
    text = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return number(text if of is None else f"{text} of {of:,}", low)


def _lacking(columns: Mapping[str, Sequence[int]], i: int) -> list[Node]:
    return [number(f"{column[i]:,}", column[i]) for column in columns.values()]


SIGNS = {
    "better": "▲",
    "worse": "▼",
    "different": "≠",
    "no difference shown": "≈",
    "depends on missing": "?",
}
_FIGURES = 6
_TOGETHER = "\N{NO-BREAK SPACE}"


def results_section(content: Content) -> Node:
    """Create the section of results over all records."""
    return section(
        "results",
        "Results",
        _table(content) if content.outputs else None,
        _legend(content),
        _details(content),
        _figures(content),
        gate_table(content.gates),
    )


def groups_section(content: Content) -> Node | None:
    """Create the section of results by group."""
    results = [r for r in content.results if r.group and r.metric != CELLS]
    if not results:
        return None
    columns = by_output(results)
    outputs = [name for name in content.chief_first if name in columns]
    pieces: list[tuple[str, Child]] = [
        (content.shown(name), _by_group(columns[name], content.shown(name))) for name in outputs
    ]
    return section("groups", "By group", unfolded(pieces))


def _table(content: Content) -> Node:
    cells = {(result.system_id, result.output): result for result in content.overall}
    columns = by_output(content.overall)
    tested = {(pair.other, pair.output): pair for pair in content.comparisons}
    return score_table(
        "Scores of systems over all records",
        "system",
        [title(content.shown(output), columns[output][0]) for output in content.outputs],
        {
            system: [cells.get((system, output)) for output in content.outputs]
            for system in content.systems
        },
        sign=lambda result: _sign(tested.get((result.system_id, result.output))),
    )


def _sign(pair: Comparison | None) -> Child:
    if pair is None:
        return None
    kind = {"better": "gain", "worse": "loss"}.get(pair.finding, "even")
    sign = element("span", {"class": f"sign {kind}", "aria-hidden": "true"}, SIGNS[pair.finding])
    return [sign, hidden(f" ({pair.finding}, against {pair.base})")]


def _legend(content: Content) -> list[Node]:
    lines = [*around_lines(content.overall), *lacking_lines(content.overall)]
    sentences = [f"{line[0].upper()}{line[1:]}." for line in lines]
    if content.comparisons:
        chosen = content.settings
        sentences.append(
            f"Against {content.comparisons[0].base}: {_signs(content)}, by {_tests(content)} at "
            f"{1 - chosen.confidence:.4g} after Holm's correction over "
            f"{corrected_over(content.comparisons, chosen)}."
        )
    if len(content.systems) > 1:
        sentences.append("Bold: the best of each column.")
    return [note(" ".join(sentences))] if sentences else []


def _tests(content: Content) -> str:
    """Name the tests that decide, each once."""
    return ", ".join(dict.fromkeys(PHRASES.get(x.test, x.test) for x in content.comparisons))


def _signs(content: Content) -> str:
    """Explain the signs; that of outputs without a direction only if there are any."""
    undirected = any(pair.higher_is_better is None for pair in content.comparisons)
    open_ones = any(pair.finding == "depends on missing" for pair in content.comparisons)
    absent = {"different": not undirected, "depends on missing": not open_ones}
    shown = {finding: sign for finding, sign in SIGNS.items() if not absent.get(finding)}
    return ", ".join(f"{sign}{_TOGETHER}{finding}" for finding, sign in shown.items())


def _figures(content: Content) -> Child:
    figures = []
    columns = by_output(r for r in content.overall if r.value is not None)
    for output in content.drawn:
        results = columns.get(output, [])
        if len(results) > 1 or any(r.interval for r in results):
            figures.append(forest(content.shown(output), results))
    first, rest = figures[:_FIGURES], figures[_FIGURES:]
    more = folded(f"{len(rest)} further outputs", element("div", {"class": "cards"}, rest))
    cards = element("div", {"class": "cards"}, first)
    return [cards if first else None, more if rest else None]


def _details(content: Content) -> Child:
    """Return what scores are made of, where metrics say."""
    tables = []
    for detail in detail_tables(content.overall):
        name, *names = detail.head
        rows = [row(cells[0], *map(number, cells[1:])) for cells in detail.rows]
        head = [heading(name), *(heading(x, "number") for x in names)]
        tables.append(table(f"Details of {name.removesuffix(' of')}", head, rows))
    return folded("What scores are made of", tables) if tables else None


def _by_group(results: Sequence[Result], output: str) -> Node:
    systems = list(dict.fromkeys(result.system_id for result in results))
    cells = {(result.group or "", result.system_id): result for result in results}
    lines = {
        group: [cells.get((group, system)) for system in systems]
        for group in dict.fromkeys(result.group or "" for result in results)
    }
    return score_table(f"{output} by group", "group", systems, lines)


def gate_table(verdicts: Sequence[Verdict]) -> Child:
    """Create the table of gates; None without any."""
    if not verdicts:
        return None
    rows = [
        row(
            gate.gate,
            element("td", {"dir": "auto"}, gate.system_id),
            element("td", {"class": f"verdict {'gain' if gate.passed else 'loss'}"}, _passed(gate)),
            element("td", {"class": "said"}, gate.sentence),
        )
        for gate in sorted(verdicts, key=lambda gate: gate.passed)
    ]
    return table("Gates", ["gate", "system", "", "found"], rows)


def _passed(gate: Verdict) -> str:
    if gate.answer == "cannot tell":
        return "? undecided"
    return "✓ passed" if gate.passed else "✗ failed"


def data_sets_section(content: Content) -> Node | None:
    """Create the section; None for results of one set of records."""
    results = [result for result in content.results if result.metric != CELLS]
    if not has_sets(results):
        return None
    columns = by_output(results)
    main = main_outputs(results)
    names = [*main, *(name for name in columns if name not in main)]
    pieces: list[tuple[str, Child]] = [
        (name, _data_set_table(columns[name], name)) for name in names
    ]
    lines = [
        *set_notes(results, unshown=False),  # the page has all
        *around_lines(results),
        *lacking_lines(results),
    ]
    sentences = " ".join(f"{line[0].upper()}{line[1:]}." for line in lines)
    shown = unfolded(pieces, shown=len(main))
    return section(
        "results", "Results by data set", shown, note(sentences), gate_table(content.gates)
    )


def _data_set_table(results: Sequence[Result], output: str) -> Node:
    heads, grid = set_grid(results)
    lines = {x if group is None else f"{x}, {group}": row for (group, x), row in grid.items()}
    corner = title(output, results[0])
    return score_table(f"{output} by data set", corner, heads, lines, counted=False)

"""The section of results: scores of systems, findings of tests, and gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sacreval.core.results import Result, Verdict
from sacreval.features.compare.comparison_notes import corrected_over
from sacreval.features.compare.result import Comparison
from sacreval.features.page.content import CELLS, Content
from sacreval.features.page.elements import Child, Node, element, hidden
from sacreval.features.page.figures import forest
from sacreval.features.page.parts import (
    folded,
    heading,
    note,
    number,
    row,
    score,
    section,
    table,
    unfolded,
)
from sacreval.report.details import detail_tables
from sacreval.report.lacking import lacking_columns, lacking_lines
from sacreval.report.phrases import PHRASES
from sacreval.report.result_notes import around_lines
from sacreval.report.results import best_values, by_output, digits, is_best

SIGNS = {
    "better": "▲",
    "worse": "▼",
    "different": "≠",
    "no difference shown": "≈",
    "depends on missing": "?",
}
_FIGURES = 6
_TOGETHER = "\N{NO-BREAK SPACE}"


def results(content: Content) -> Node:
    """Create the section of results over all records."""
    return section(
        "results",
        "Results",
        _table(content) if content.outputs else None,
        _legend(content),
        _details(content),
        _figures(content),
        gates(content.gates),
    )


def groups(content: Content) -> Node | None:
    """Create the section of results by group."""
    found = [r for r in content.results if r.group and r.metric != CELLS]
    if not found:
        return None
    columns = by_output(found)
    outputs = [name for name in content.chief_first if name in columns]
    pieces: list[tuple[str, Child]] = [
        (content.shown(name), _by_group(columns[name], content.shown(name))) for name in outputs
    ]
    return section("groups", "By group", unfolded(pieces))


def _table(content: Content) -> Node:
    overall = content.overall
    cells = {(r.system_id, r.output): r for r in overall}
    columns, top = by_output(overall), best_values(overall)
    places = {x: digits(column) for x, column in columns.items()}
    tested = {(c.other, c.output): c for c in content.comparisons}
    rows = []
    by_system = [[r for x in content.outputs if (r := cells.get((s, x)))] for s in content.systems]
    lacking = lacking_columns(by_system)
    for i, system in enumerate(content.systems):
        found = [cells.get((system, output)) for output in content.outputs]
        scores = [
            score(r, places[output], _sign(tested.get((system, output))),
                  best=r is not None and is_best(r, top))
            for output, r in zip(content.outputs, found, strict=True)
        ]  # fmt: skip
        of = next((r.of for r in found if r), None)
        counts = [_count([r.n for r in found if r], of), *_lacking(lacking, i)]
        rows.append(row(system, *counts, *scores))
    head = [heading("system"), heading("records", "number")]
    head += [heading(name, "number") for name in lacking]
    head += [
        heading(title(content.shown(output), columns[output][0]), "number")
        for output in content.outputs
    ]
    return table("Scores of systems over all records", head, rows, **{"class": "sortable"})


def title(output: str, result: Result) -> Child:
    """Return the name of an output, with its direction."""
    up = result.higher_is_better
    if up is None:
        return output
    arrow = element("span", {"aria-hidden": "true"}, " ↑" if up else " ↓")
    return [output, arrow, hidden(", higher is better" if up else ", lower is better")]


def _count(counts: Sequence[int], of: int | None = None) -> Node:
    low, high = min(counts, default=0), max(counts, default=0)
    text = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return number(text if of is None else f"{text} of {of:,}", low)


def _lacking(columns: Mapping[str, Sequence[int]], i: int) -> list[Node]:
    return [number(f"{column[i]:,}", column[i]) for column in columns.values()]


def _sign(found: Comparison | None) -> Child:
    if found is None:
        return None
    kind = {"better": "gain", "worse": "loss"}.get(found.finding, "even")
    sign = element("span", {"class": f"sign {kind}", "aria-hidden": "true"}, SIGNS[found.finding])
    return [sign, hidden(f" ({found.finding}, against {found.base})")]


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
    undirected = any(one.higher_is_better is None for one in content.comparisons)
    open_ones = any(one.finding == "depends on missing" for one in content.comparisons)
    absent = {"different": not undirected, "depends on missing": not open_ones}
    shown = {finding: sign for finding, sign in SIGNS.items() if not absent.get(finding)}
    return ", ".join(f"{sign}{_TOGETHER}{finding}" for finding, sign in shown.items())


def _figures(content: Content) -> Child:
    made = []
    columns = by_output(r for r in content.overall if r.value is not None)
    for output in content.drawn:
        found = columns.get(output, [])
        if len(found) > 1 or any(r.interval for r in found):
            made.append(forest(content.shown(output), found))
    first, rest = made[:_FIGURES], made[_FIGURES:]
    more = folded(f"{len(rest)} further outputs", element("div", {"class": "cards"}, rest))
    cards = element("div", {"class": "cards"}, first)
    return [cards if first else None, more if rest else None]


def _details(content: Content) -> Child:
    """Return what scores are made of, where metrics say."""
    made = []
    for one in detail_tables(content.overall):
        name, *names = one.head
        rows = [row(cells[0], *map(number, cells[1:])) for cells in one.rows]
        head = [heading(name), *(heading(x, "number") for x in names)]
        made.append(table(f"Details of {name.removesuffix(' of')}", head, rows))
    return folded("What scores are made of", made) if made else None


def _by_group(results: Sequence[Result], output: str) -> Node:
    systems = list(dict.fromkeys(r.system_id for r in results))
    cells = {(r.group, r.system_id): r for r in results}
    places, top = digits(results), best_values(results)
    rows = []
    names = list(dict.fromkeys(r.group or "" for r in results))
    lacking = lacking_columns([[r for r in results if r.group == name] for name in names])
    for i, group in enumerate(names):
        members = [cells.get((group, system)) for system in systems]
        scores = [score(r, places, best=r is not None and is_best(r, top)) for r in members]
        counts = [_count([r.n for r in members if r]), *_lacking(lacking, i)]
        rows.append(row(group, *counts, *scores))
    head = [heading("group"), heading("records", "number")]
    head += [heading(name, "number") for name in lacking]
    head += [heading(system, "number") for system in systems]
    return table(f"{output} by group", head, rows, **{"class": "sortable"})


def gates(verdicts: Sequence[Verdict]) -> Child:
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

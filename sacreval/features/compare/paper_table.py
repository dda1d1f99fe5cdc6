"""A table for a paper, of a comparison: its scores, their marks, and its caption."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.features.compare.comparison_notes import (
    corrected_over,
    level_of_intervals,
    on_data_set,
    unlike_findings,
)
from sacreval.features.compare.comparison_tests import deciding, draws
from sacreval.features.compare.result import Comparison, ComparisonReport, Settings, Standing
from sacreval.features.compare.shown_comparisons import in_numbers
from sacreval.features.compare.tables import difference_text, lacking_by_system
from sacreval.features.paper.captioned_table import (
    WRITE,
    Caption,
    PaperFormat,
    intervals_of,
    methods_of,
    signatures_of,
    sizes,
    with_numbers,
)
from sacreval.features.paper.layout import (
    Choice,
    Layout,
    Score,
    TableColumn,
    TableScores,
    around,
    layout,
    refuse_groups,
    title_of,
)
from sacreval.report.cited_metrics import PHRASES, in_words
from sacreval.report.display_names import display_names
from sacreval.report.numbers import USUAL, Numbers, p_text
from sacreval.report.tables import ARROWS


def table_of(report: ComparisonReport, form: PaperFormat, choice: Choice) -> str:
    """Return the table of compared systems."""
    table = layout(scores_of(report, choice.numbers), choice)
    return WRITE[form](table, with_numbers(caption_of(report, table), choice))


def scores_of(report: ComparisonReport, numbers: Numbers = USUAL) -> TableScores:
    """Return the scores of compared systems, with the differences from the base."""
    refuse_groups(standing.group for standing in report.standings)
    report = in_numbers(report, numbers)
    names = display_names(report.comparisons)
    missing = lacking_by_system(report.comparisons).get("missing", {})
    direction = {c.output: c.higher_is_better for c in report.comparisons}
    cells, columns = {}, dict[TableColumn, None]()
    for (dataset, output), standings in _by_column(report.standings).items():
        column = TableColumn(
            title_of(dataset), output, f"{names[output]}{ARROWS[direction[output]]}"
        )
        columns[column] = None
        tested = [c for c in report.comparisons if (c.dataset, c.output) == (dataset, output)]
        usual = 4 if all(abs(standing.score) < 10 for standing in standings) else 2
        places = numbers.places(usual)
        lacking = {
            x.system_id for x in standings if missing.get((dataset, None, output, x.system_id))
        }
        whole = [standing for standing in standings if standing.system_id not in lacking]
        best = _best(whole, tested, higher=direction[output]) - lacking
        base = tested[0].base
        against = {c.other: c for c in tested if c.base == base}
        for standing in standings:
            score = f"{standing.score:.{places}f}"
            cells[standing.system_id, column] = Score(
                {"score": score}
                | around(score, standing.interval, places)
                | _parts(against.get(standing.system_id), places),
                best=standing.system_id in best,
                differs=_differs(against.get(standing.system_id)),
                missing=standing.system_id in lacking,
            )
    systems = list(dict.fromkeys(standing.system_id for standing in report.standings))
    return TableScores(systems, list(columns), cells)


def _by_column(
    standings: Sequence[Standing],
) -> dict[tuple[str | None, str], list[Standing]]:
    columns: dict[tuple[str | None, str], list[Standing]] = {}
    for standing in standings:
        columns.setdefault((standing.dataset, standing.output), []).append(standing)
    return columns


def _parts(comparison: Comparison | None, places: int) -> dict[str, str]:
    """Return the difference from the base with its interval, and the p-value that decides."""
    if comparison is None:
        return {}
    p = p_text(comparison.tests[comparison.test].p_holm)
    return {"difference": difference_text(comparison, places), "p": p}


def _differs(comparison: Comparison | None) -> bool:
    return comparison is not None and comparison.is_shown and not comparison.exploratory


def _best(
    standings: Sequence[Standing], tested: Sequence[Comparison], *, higher: bool | None
) -> set[str]:
    """Return the best system, and those that a test does not distinguish from it."""
    if higher is None or not standings:
        return set()
    top = (max if higher else min)(standings, key=lambda standing: standing.score).system_id
    alike = {
        c.base if c.other == top else c.other
        for c in tested
        if top in (c.base, c.other) and not c.is_shown and not c.exploratory
    }
    return {top} | alike


def caption_of(report: ComparisonReport, table: Layout) -> Caption:
    """Return the caption of a comparison."""
    comparisons = [c for c in report.comparisons if c.output in table.outputs]
    settings = report.settings
    pairs = "" if settings.all_pairs else ", where the pair was tested"
    cells = [cell for _, row in table.rows for cell in row]
    marked = any(cell.dagger for cell in cells)
    sentences = [
        sizes(comparisons, len({standing.system_id for standing in report.standings})),
        _tested(comparisons, settings, marked=marked),
    ]
    if explored := [c for c in comparisons if c.exploratory]:
        called = display_names(comparisons)
        outputs = in_words(dict.fromkeys(called[c.output] for c in explored))
        sentences.append(f"Not tested, but explored: {outputs}.")
    if any(cell.bold for cell in cells):
        sentences.append(
            f"Bold: the best of the metric, and what the test does not distinguish from it{pairs}."
        )
    if "difference" in table.parts:
        names = methods_of(c.interval for c in comparisons if c.interval)
        what = " of differences" if "interval" in table.parts else ""
        level = level_of_intervals(comparisons, settings)
        intervals = "; ".join([f"{level} intervals by {names}", *unlike_findings(comparisons)])
        sentences.append(f"Brackets{what}: {intervals}.")
    sentences += intervals_of(table, [x.interval for x in report.standings if x.interval])
    sentences += _missing(comparisons, marked=any(cell.double_dagger for cell in cells))
    return Caption(sentences, _signatures(comparisons))


def _tested(comparisons: Sequence[Comparison], settings: Settings, *, marked: bool) -> str:
    """Return what a dagger means, or that no cell has one: tests, draws, and the correction."""
    over = "" if settings.unit is None else f" over {settings.unit}"
    decided = deciding(comparisons)
    tests = in_words(
        f"{PHRASES.get(name, name)}{f' ({in_words(outputs)})' if len(decided) > 1 else ''}{over}"
        + "".join(f", {text}" for text in draws(name, comparisons, settings))
        for name, outputs in decided.items()
    )
    family = corrected_over(comparisons, settings)
    base = comparisons[0].base
    none = "is shown to differ" if any(c.missing for c in comparisons) else "differs"
    what = f"†: differs from {base}" if marked else f"No score {none} from that of {base}"
    return f"{what} by {tests}, p ≤ {settings.alpha:g} after Holm's correction over {family}."


def _missing(comparisons: Sequence[Comparison], *, marked: bool) -> list[str]:
    """Return what a double dagger means, and which findings depend on missing records."""
    lacking: dict[str, tuple[int, int]] = {}
    for pair in comparisons:
        for system, count in ((pair.base, pair.base_missing), (pair.other, pair.other_missing)):
            if count:
                place = f"{system}{on_data_set(pair)}"
                lacking[place] = max((count, pair.n), lacking.get(place, (0, 0)))
    if not lacking:
        return []
    named = ", ".join(f"{place} {count} of {n}" for place, (count, n) in lacking.items())
    sentences = [
        f"{'‡: r' if marked else 'R'}ecords are missing, so that the system is not bold ({named}).",
        "Scores are on all records that a system has, and tests on those that both systems have.",
    ]
    names = display_names(comparisons)
    several = len({c.output for c in comparisons}) > 1
    pairs = [
        f"{c.other} differs from {c.base}{f' by {names[c.output]}' * several}{on_data_set(c)}"
        for c in comparisons
        if c.finding == "depends on missing"
    ]
    if pairs:
        verb = "depends" if len(pairs) == 1 else "depend"
        sentences.append(f"Whether {in_words(pairs)} {verb} on the missing records.")
    return sentences


def _signatures(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    signed = ((c.output, c.base_signature, c.sacrebleu) for c in comparisons)
    return signatures_of(signed, display_names(comparisons))

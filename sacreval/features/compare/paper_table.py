"""A table for a paper, of a comparison: its scores, their marks, and its caption."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.features.compare.comparison_notes import (
    corrected_over,
    level_of_intervals,
    unlike_findings,
)
from sacreval.features.compare.comparison_tests import deciding, draws
from sacreval.features.compare.result import Comparison, ComparisonReport, Settings, Standing
from sacreval.features.compare.shown_comparisons import in_numbers
from sacreval.features.compare.tables import difference_text, lacking_by_system
from sacreval.features.paper.caption import (
    Caption,
    intervals_of,
    listed,
    methods_of,
    signatures_of,
    sizes,
)
from sacreval.features.paper.layout import (
    Choice,
    Column,
    Layout,
    Score,
    Scores,
    around,
    layout,
    refuse_groups,
    title_of,
)
from sacreval.features.paper.table import WRITE, PaperFormat, with_numbers
from sacreval.report.display_names import display_names
from sacreval.report.numbers import USUAL, Numbers, p_text
from sacreval.report.phrases import PHRASES
from sacreval.report.results import ARROWS


def table_of(report: ComparisonReport, form: PaperFormat, choice: Choice) -> str:
    """Return the table of compared systems."""
    table = layout(scores_of(report, choice.numbers), choice)
    return WRITE[form](table, with_numbers(caption_of(report, table), choice))


def scores_of(report: ComparisonReport, numbers: Numbers = USUAL) -> Scores:
    """Return the scores of compared systems, with the differences from the base."""
    refuse_groups(one.group for one in report.standings)
    report = in_numbers(report, numbers)
    names = display_names(report.comparisons)
    missing = lacking_by_system(report.comparisons).get("missing", {})
    direction = {one.output: one.higher_is_better for one in report.comparisons}
    cells, columns = {}, dict[Column, None]()
    for (dataset, output), standings in _by_column(report.standings).items():
        column = Column(title_of(dataset), output, f"{names[output]}{ARROWS[direction[output]]}")
        columns[column] = None
        tested = [c for c in report.comparisons if (c.dataset, c.output) == (dataset, output)]
        usual = 4 if all(abs(one.score) < 10 for one in standings) else 2  # noqa: PLR2004
        places = numbers.places(usual)
        lacking = {
            x.system_id for x in standings if missing.get((dataset, None, output, x.system_id))
        }
        whole = [one for one in standings if one.system_id not in lacking]
        best = _best(whole, tested, higher=direction[output]) - lacking
        base = tested[0].base
        against = {one.other: one for one in tested if one.base == base}
        for one in standings:
            score = f"{one.score:.{places}f}"
            cells[one.system_id, column] = Score(
                {"score": score}
                | around(score, one.interval, places)
                | _parts(against.get(one.system_id), places),
                best=one.system_id in best,
                differs=_differs(against.get(one.system_id)),
                missing=one.system_id in lacking,
            )
    systems = list(dict.fromkeys(one.system_id for one in report.standings))
    return Scores(systems, list(columns), cells)


def _by_column(
    standings: Sequence[Standing],
) -> dict[tuple[str | None, str], list[Standing]]:
    found: dict[tuple[str | None, str], list[Standing]] = {}
    for one in standings:
        found.setdefault((one.dataset, one.output), []).append(one)
    return found


def _parts(found: Comparison | None, places: int) -> dict[str, str]:
    """Return the difference from the base with its interval, and the p-value that decides."""
    if found is None:
        return {}
    p = p_text(found.tests[found.test].p_holm)
    return {"difference": difference_text(found, places), "p": p}


def _differs(found: Comparison | None) -> bool:
    return found is not None and found.is_shown and not found.exploratory


def _best(
    standings: Sequence[Standing], tested: Sequence[Comparison], *, higher: bool | None
) -> set[str]:
    """Return the best system, and those that a test does not distinguish from it."""
    if higher is None or not standings:
        return set()
    top = (max if higher else min)(standings, key=lambda one: one.score).system_id
    alike = {
        one.base if one.other == top else one.other
        for one in tested
        if top in (one.base, one.other) and not one.is_shown and not one.exploratory
    }
    return {top} | alike


def caption_of(report: ComparisonReport, table: Layout) -> Caption:
    """Return the caption of a comparison."""
    comparisons = [one for one in report.comparisons if one.output in table.outputs]
    settings = report.settings
    pairs = "" if settings.all_pairs else ", where the pair was tested"
    cells = [cell for _, row in table.rows for cell in row]
    marked = any(cell.dagger for cell in cells)
    sentences = [
        sizes("Scores", comparisons, len({one.system_id for one in report.standings})),
        _tested(comparisons, settings, marked=marked),
    ]
    if explored := [one for one in comparisons if one.exploratory]:
        called = display_names(comparisons)
        outputs = listed(dict.fromkeys(called[one.output] for one in explored))
        sentences.append(f"Not tested, but explored: {outputs}.")
    if any(cell.bold for cell in cells):
        sentences.append(
            f"Bold: the best of the metric, and what the test does not distinguish from it{pairs}."
        )
    if "difference" in table.parts:
        names = methods_of(one.interval for one in comparisons if one.interval)
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
    tests = listed(
        f"{PHRASES.get(name, name)}{f' ({listed(outputs)})' if len(decided) > 1 else ''}{over}"
        + "".join(f", {text}" for text in draws(name, comparisons, settings))
        for name, outputs in decided.items()
    )
    family = corrected_over(comparisons, settings)
    base = comparisons[0].base
    none = "is shown to differ" if any(one.missing for one in comparisons) else "differs"
    what = f"†: differs from {base}" if marked else f"No score {none} from that of {base}"
    return f"{what} by {tests}, p ≤ {settings.alpha:g} after Holm's correction over {family}."


def _missing(comparisons: Sequence[Comparison], *, marked: bool) -> list[str]:
    """Return what a double dagger means, and which findings depend on missing records."""
    lacking: dict[str, tuple[int, int]] = {}
    for one in comparisons:
        for system, count in ((one.base, one.base_missing), (one.other, one.other_missing)):
            if count:
                place = f"{system}{_on(one)}"
                lacking[place] = max((count, one.n), lacking.get(place, (0, 0)))
    if not lacking:
        return []
    named = ", ".join(f"{place} {count} of {n}" for place, (count, n) in lacking.items())
    sentences = [
        f"{'‡: r' if marked else 'R'}ecords are missing, so that the system is not bold ({named}).",
        "Scores are on all records that a system has, and tests on those that both systems have.",
    ]
    names = display_names(comparisons)
    several = len({one.output for one in comparisons}) > 1
    pairs = [
        f"{one.other} differs from {one.base}{f' by {names[one.output]}' * several}{_on(one)}"
        for one in comparisons
        if one.finding == "depends on missing"
    ]
    if pairs:
        verb = "depends" if len(pairs) == 1 else "depend"
        sentences.append(f"Whether {listed(pairs)} {verb} on the missing records.")
    return sentences


def _on(one: Comparison) -> str:
    return f" on {one.dataset}" if one.dataset else ""


def _signatures(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    signed = ((one.output, one.base_signature, one.sacrebleu) for one in comparisons)
    return signatures_of(signed, display_names(comparisons))

"""The caption of a table for a paper: what marks and brackets are, and how to make it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sacreval.core.comparisons import Comparison, ComparisonReport, Settings
from sacreval.core.results import MEAN, Interval, Result
from sacreval.report.citations.comparison_tests import deciding, draws
from sacreval.report.citations.phrases import PHRASES
from sacreval.report.comparison_notes import corrected_over, level_of_intervals, unlike_findings
from sacreval.report.display_names import display_names
from sacreval.report.lacking import lacking_lines
from sacreval.report.paper.layout import Layout
from sacreval.report.sacrebleu_signatures import printed


@dataclass(frozen=True)
class Caption:
    """A caption.

    Args:
        sentences: Its sentences.
        signatures: Name of a metric to its short signature.
        label: The label in LaTeX.
    """

    sentences: Sequence[str]
    signatures: Sequence[tuple[str, str]]
    label: str = "tab:scores"


def of_results(results: Sequence[Result], table: Layout) -> Caption:
    """Return the caption of an evaluation.

    Args:
        results: The results.
        table: What is shown of them.
    """
    results = [one for one in results if one.output in table.outputs]
    shown = [one for one in results if one.dataset != MEAN]
    sentences = [_sizes("Scores", shown)]
    if any(cell.bold for _, cells in table.rows for cell in cells):
        sentences.append("Bold: best of the metric.")
    sentences += _intervals(table, [one.interval for one in results if one.interval is not None])
    sentences += [f"{line[0].upper()}{line[1:]}." for line in lacking_lines(results)]
    return Caption([*sentences, *_means(results)], _signatures(results))


def of_comparison(report: ComparisonReport, table: Layout) -> Caption:
    """Return the caption of a comparison.

    Args:
        report: The comparison.
        table: What is shown of it.
    """
    comparisons = [one for one in report.comparisons if one.output in table.outputs]
    settings = report.settings
    pairs = "" if settings.all_pairs else ", where the pair was tested"
    cells = [cell for _, row in table.rows for cell in row]
    marked = any(cell.dagger for cell in cells)
    sentences = [
        _sizes("Scores", comparisons, len({one.system_id for one in report.standings})),
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
        names = _methods(one.interval for one in comparisons if one.interval)
        what = " of differences" if "interval" in table.parts else ""
        level = level_of_intervals(comparisons, settings)
        told = "; ".join([f"{level} intervals by {names}", *unlike_findings(comparisons)])
        sentences.append(f"Brackets{what}: {told}.")
    sentences += _intervals(table, [x.interval for x in report.standings if x.interval])
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


def _sizes(what: str, results: Sequence[object], systems: int | None = None) -> str:
    """Return how many systems and records there are."""
    count = systems or len({getattr(one, "system_id", None) for one in results})
    sets: dict[str | None, list[int]] = {}
    for one in results:
        sets.setdefault(getattr(one, "dataset", None), []).append(getattr(one, "n", 0))
    named = [
        f"{_range(counts)} of {name}" if name else _range(counts) for name, counts in sets.items()
    ]
    return f"{what} of {count} {'system' if count == 1 else 'systems'} on {listed(named)}."


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low if low == high else f'{low} to {high}'} record{'' if high == 1 else 's'}"


def _intervals(table: Layout, found: Sequence[Interval]) -> list[str]:
    """Describe intervals of scores, and how they are shown."""
    signs = {"plus-minus": "±: half the width of", "interval": "Brackets:"}
    shown = [sign for part, sign in signs.items() if part in table.parts]
    if not found or not shown:
        return []
    names = _methods(found)
    drawn = next((one for one in found if one.resamples is not None), None)
    draws = "" if drawn is None else f", {drawn.resamples} resamples, seed {drawn.seed}"
    return [f"{sign} {100 * found[0].level:g} % intervals by {names}{draws}." for sign in shown]


def _methods(found: Iterable[Interval]) -> str:
    """Return the methods of intervals, each with the group that it draws, if it draws groups."""
    methods = dict.fromkeys((one.method, one.unit) for one in found)
    return listed(
        f"{PHRASES.get(method, method)}{f' over {unit}' if unit else ''}"
        for method, unit in methods
    )


def _means(results: Sequence[Result]) -> list[str]:
    if not any(one.dataset == MEAN for one in results):
        return []
    return ["Mean: over data sets, each counted alike."]


def _signatures(results: Sequence[Result] | Sequence[Comparison]) -> list[tuple[str, str]]:
    """Return each short signature with the names of the outputs that it covers."""
    names = display_names(results)
    found: dict[str, dict[str, None]] = {}
    for one in results:
        text = one.signature if isinstance(one, Result) else one.base_signature
        line = printed(one.sacrebleu, text.partition("|ci:")[0])
        found.setdefault(line, {})[names[one.output]] = None
    return [(listed(covered), line) for line, covered in found.items()]


def listed(texts: Iterable[str]) -> str:
    """Join texts by commas, the last one by `and`."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last

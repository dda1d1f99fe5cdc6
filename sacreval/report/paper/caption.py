"""The caption of a table for a paper: what marks and brackets are, and how to make it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sacreval.core.comparisons import Comparison, ComparisonReport, Settings
from sacreval.core.results import Result
from sacreval.report.citations.sentence import PHRASES
from sacreval.report.data_sets import MEAN
from sacreval.report.display_names import display_names
from sacreval.report.paper.layout import Layout
from sacreval.report.short_signatures import short


@dataclass(frozen=True)
class Caption:
    """A caption.

    Args:
        sentences: Its sentences.
        signatures: Name of a metric to its short signature.
    """

    sentences: Sequence[str]
    signatures: Sequence[tuple[str, str]]


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
    if _has(table, "["):
        sentences.append(_intervals(results))
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
    sentences = [
        _sizes("Scores", comparisons, len({one.system_id for one in report.standings})),
        _dagger(comparisons, settings),
        f"Bold: the best of the metric, and what the test does not distinguish from it{pairs}.",
    ]
    if _has(table, "["):
        methods = dict.fromkeys(one.interval.method for one in comparisons if one.interval)
        names = _listed(PHRASES.get(x, x) for x in methods)
        sentences.append(f"Brackets: {100 * settings.confidence:g} % intervals by {names}.")
    return Caption(sentences, _signatures(comparisons))


def _dagger(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Return what a dagger means: the tests, their draws, and what they are corrected for."""
    tests = _listed(PHRASES.get(x, x) for x in dict.fromkeys(one.test for one in comparisons))
    over = "" if settings.unit is None else f" over {settings.unit}"
    family = "all tests" if settings.family == "all" else "systems"
    return (
        f"†: differs from {comparisons[0].base} by {tests}{over}{_draws(comparisons, settings)}, "
        f"p ≤ {settings.alpha:g} after Holm's correction over {family}."
    )


def _draws(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """Return how often tests draw, and the seed; empty for tests that are counted exactly."""
    names = {one.test for one in comparisons if not _is_exact(one)}
    numbers = [f"{settings.trials} trials"] if names & {"paired-ar", "mid-p"} else []
    numbers += [f"{settings.resamples} resamples"] if names & {"paired-bs", "centred-bs"} else []
    numbers += [f"seed {settings.seed}"] if numbers else []
    return "".join(f", {text}" for text in numbers)


def _is_exact(one: Comparison) -> bool:
    """Return whether the test of scores of 0 and 1 is McNemar's, which draws nothing."""
    tango = one.interval is not None and one.interval.method == "tango"
    return one.test == "mid-p" and (tango or one.test_reason == "0/1 scores")


def _has(table: Layout, text: str) -> bool:
    return any(text in cell.text for _, cells in table.rows for cell in cells)


def _sizes(what: str, results: Sequence[object], systems: int | None = None) -> str:
    """Return how many systems and records there are."""
    count = systems or len({getattr(one, "system_id", None) for one in results})
    sets: dict[str | None, list[int]] = {}
    for one in results:
        sets.setdefault(getattr(one, "dataset", None), []).append(getattr(one, "n", 0))
    named = [
        f"{_range(counts)} of {name}" if name else _range(counts) for name, counts in sets.items()
    ]
    return f"{what} of {count} {'system' if count == 1 else 'systems'} on {_listed(named)}."


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low if low == high else f'{low} to {high}'} record{'' if high == 1 else 's'}"


def _intervals(results: Sequence[Result]) -> str:
    found = [one.interval for one in results if one.interval is not None]
    names = _listed(PHRASES.get(x, x) for x in dict.fromkeys(one.method for one in found))
    drawn = next((one for one in found if one.resamples is not None), None)
    draws = "" if drawn is None else f", {drawn.resamples} resamples, seed {drawn.seed}"
    return f"Brackets: {100 * found[0].level:g} % intervals by {names}{draws}."


def _means(results: Sequence[Result]) -> list[str]:
    if not any(one.dataset == MEAN for one in results):
        return []
    return ["Mean: over data sets, each counted alike."]


def _signatures(results: Sequence[Result] | Sequence[Comparison]) -> list[tuple[str, str]]:
    """Return each short signature with the name of its first output."""
    names = display_names(results)
    found: dict[str, str] = {}
    for one in results:
        text = one.signature if isinstance(one, Result) else one.base_signature
        found.setdefault(short(text.partition("|ci:")[0]), names[one.output])
    return [(name, line) for line, name in found.items()]


def _listed(texts: Iterable[str]) -> str:
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last

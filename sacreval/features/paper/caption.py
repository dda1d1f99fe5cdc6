"""The caption of a table for a paper: what marks and brackets are, and how to make it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UnsetType

from sacreval.core.results import MEAN, Interval, Result
from sacreval.features.paper.layout import Layout
from sacreval.report.display_names import display_names
from sacreval.report.lacking import lacking_lines
from sacreval.report.phrases import PHRASES
from sacreval.report.result_notes import printed


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
    """Return the caption of an evaluation."""
    results = [r for r in results if r.output in table.outputs]
    shown = [r for r in results if r.dataset != MEAN]
    sentences = [sizes("Scores", shown)]
    if any(cell.bold for _, cells in table.rows for cell in cells):
        sentences.append("Bold: best of the metric.")
    sentences += intervals_of(table, [r.interval for r in results if r.interval is not None])
    sentences += [f"{line[0].upper()}{line[1:]}." for line in lacking_lines(results)]
    signed = ((r.output, r.signature, r.sacrebleu) for r in results)
    return Caption([*sentences, *_means(results)], signatures_of(signed, display_names(results)))


def sizes(what: str, results: Sequence[object], systems: int | None = None) -> str:
    """Return how many systems and records there are."""
    count = systems or len({getattr(result, "system_id", None) for result in results})
    sets: dict[str | None, list[int]] = {}
    for result in results:
        sets.setdefault(getattr(result, "dataset", None), []).append(getattr(result, "n", 0))
    named = [
        f"{_range(counts)} of {name}" if name else _range(counts) for name, counts in sets.items()
    ]
    return f"{what} of {count} {'system' if count == 1 else 'systems'} on {listed(named)}."


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low if low == high else f'{low} to {high}'} record{'' if high == 1 else 's'}"


def intervals_of(table: Layout, intervals: Sequence[Interval]) -> list[str]:
    """Describe intervals of scores, and how they are shown."""
    signs = {"plus-minus": "±: half the width of", "interval": "Brackets:"}
    shown = [sign for part, sign in signs.items() if part in table.parts]
    if not intervals or not shown:
        return []
    names = methods_of(intervals)
    drawn = next((interval for interval in intervals if interval.resamples is not None), None)
    draws = "" if drawn is None else f", {drawn.resamples} resamples, seed {drawn.seed}"
    return [f"{sign} {100 * intervals[0].level:g} % intervals by {names}{draws}." for sign in shown]


def methods_of(intervals: Iterable[Interval]) -> str:
    """Return the methods of intervals, each with the group that it draws, if it draws groups."""
    methods = dict.fromkeys((interval.method, interval.unit) for interval in intervals)
    return listed(
        f"{PHRASES.get(method, method)}{f' over {unit}' if unit else ''}"
        for method, unit in methods
    )


def _means(results: Sequence[Result]) -> list[str]:
    if not any(result.dataset == MEAN for result in results):
        return []
    return ["Mean: over data sets, each counted alike."]


def signatures_of(
    signed: Iterable[tuple[str, str, str | UnsetType]], names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return each short signature with the names of the outputs that it covers.

    Args:
        signed: Outputs, each with its signature and that of sacrebleu.
        names: Output to its name in papers.
    """
    covered: dict[str, dict[str, None]] = {}
    for output, text, sacrebleu in signed:
        line = printed(sacrebleu, text.partition("|ci:")[0])
        covered.setdefault(line, {})[names[output]] = None
    return [(listed(outputs), line) for line, outputs in covered.items()]


def listed(texts: Iterable[str]) -> str:
    """Join texts by commas, the last one by `and`."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last

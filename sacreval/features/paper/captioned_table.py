"""A table for a paper with its caption, in LaTeX with booktabs and in GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

from msgspec import UnsetType

from sacreval.core.results import MEAN, Interval, Result
from sacreval.features.paper.layout import Cell, Choice, Layout, layout
from sacreval.features.paper.layout import of_results as scores_of_results
from sacreval.report import markdown
from sacreval.report.cited_metrics import PHRASES, in_words
from sacreval.report.display_names import display_names
from sacreval.report.lacking import lacking_lines
from sacreval.report.result_notes import printed
from sacreval.report.tables import to_tex
from sacreval.text.visible import visible


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


def caption_of(results: Sequence[Result], table: Layout) -> Caption:
    """Return the caption of an evaluation."""
    results = [r for r in results if r.output in table.outputs]
    shown = [r for r in results if r.dataset != MEAN]
    sentences = [sizes(shown)]
    if any(cell.bold for _, cells in table.rows for cell in cells):
        sentences.append("Bold: best of the metric.")
    sentences += intervals_of(table, [r.interval for r in results if r.interval is not None])
    sentences += [f"{line[0].upper()}{line[1:]}." for line in lacking_lines(results)]
    signed = ((r.output, r.signature, r.sacrebleu) for r in results)
    return Caption([*sentences, *_means(results)], signatures_of(signed, display_names(results)))


def sizes(results: Sequence[object], systems: int | None = None) -> str:
    """Return how many systems and records there are."""
    count = systems or len({getattr(result, "system_id", None) for result in results})
    sets: dict[str | None, list[int]] = {}
    for result in results:
        sets.setdefault(getattr(result, "dataset", None), []).append(getattr(result, "n", 0))
    named = [
        f"{_range(counts)} of {name}" if name else _range(counts) for name, counts in sets.items()
    ]
    return f"Scores of {count} {'system' if count == 1 else 'systems'} on {in_words(named)}."


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
    return in_words(
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
    return [(in_words(outputs), line) for line, outputs in covered.items()]


MINUS = re.compile(r"(?<![\w.\-/:])-(?=\d)")
"""A hyphen that is a minus sign: before a digit, and not within a word."""
_SIGNS = {"≤": r"\le", "±": r"\pm", "\N{MULTIPLICATION SIGN}": r"\times"}


def to_latex(table: Layout, caption: Caption) -> str:
    """Return a floating table with a caption and a label."""
    left, columns = len(table.labels), sum(span for _, span in table.heads[-1])
    lines = [
        "% \\usepackage{booktabs}",
        "\\begin{table}[t]",
        "\\centering",
        f"\\begin{{tabular}}{{{'l' * left}{'r' * columns}}}",
        "\\toprule",
        *_heads(table),
        "\\midrule",
    ]
    lines += [
        f"{' & '.join([*map(_text, labels), *map(_cell, cells)])} \\\\"
        for labels, cells in table.rows
    ]
    lines += ["\\bottomrule", "\\end{tabular}", f"\\caption{{{_caption(caption)}}}"]
    return "\n".join([*lines, f"\\label{{{caption.label}}}", "\\end{table}"]) + "\n"


def _heads(table: Layout) -> list[str]:
    """Return the rows of heads; a head over several columns has a rule below it."""
    lines, left = [], len(table.labels)
    for i, heads in enumerate(table.heads):
        last = i == len(table.heads) - 1
        labels = [_text(x) if last else "" for x in table.labels]
        cells = [
            f"\\multicolumn{{{span}}}{{c}}{{{_text(text)}}}" if span > 1 else _text(text)
            for text, span in heads
        ]
        lines.append(f"{' & '.join([*labels, *cells])} \\\\")
        if last:
            return lines
        ends = list(accumulate((span for _, span in heads), initial=left))
        lines += [
            f"\\cmidrule(lr){{{start + 1}-{end}}}"
            for start, end in pairwise(ends)
            if end - start > 1
        ]
    return lines


def _cell(cell: Cell) -> str:
    text = _text(cell.text)
    text = f"\\textbf{{{text}}}" if cell.bold else text
    marks = "\\dagger" * cell.dagger + "\\ddagger" * cell.double_dagger
    if not marks:
        return text
    return f"{text}\\rlap{{$^{f'{{{marks}}}' if cell.dagger and cell.double_dagger else marks}$}}"


def _caption(caption: Caption) -> str:
    """Return sentences and signatures; a signature may break after each of its parts."""
    signatures = "; ".join(
        f"{_text(name)}: \\texttt{{{_breakable(text)}}}" for name, text in caption.signatures
    )
    sentences = " ".join(map(_text, caption.sentences))
    return f"{sentences} {signatures}." if signatures else sentences


def _breakable(signature: str) -> str:
    return _text(signature).replace("|", "|\\allowbreak{}")


def _text(text: str) -> str:
    """Escape a text; hyphens before digits are minus signs."""
    escaped = to_tex(visible(text))
    for sign, command in _SIGNS.items():
        escaped = escaped.replace(sign, f"${command}$")
    return MINUS.sub("$-$", escaped)


def to_markdown(table: Layout, caption: Caption) -> str:
    """Return a table with its caption below; heads over several columns stand in each of them."""
    columns = [[text for text, span in heads for _ in range(span)] for heads in table.heads]
    heads = [" ".join(words) for words in zip(*columns, strict=True)]
    rows = [
        [*map(_markdown_text, table.labels), *map(_markdown_text, heads)],
        [*(":---" for _ in table.labels), *("---:" for _ in heads)],
        *(
            [*map(_markdown_text, labels), *map(_markdown_cell, cells)]
            for labels, cells in table.rows
        ),
    ]
    signatures = "; ".join(
        f"{_markdown_text(name)}: {markdown.code(x)}" for name, x in caption.signatures
    )
    below = " ".join(map(_markdown_text, caption.sentences)) + (
        f" {signatures}." if signatures else ""
    )
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + f"\n{below}\n"


def _markdown_cell(cell: Cell) -> str:
    text = MINUS.sub("\N{MINUS SIGN}", visible(cell.text))
    text = f"**{text}**" if cell.bold else text
    return f"{text}{'†' * cell.dagger}{'‡' * cell.double_dagger}"


def _markdown_text(text: str) -> str:
    return markdown.plain(visible(text))


PaperFormat = Literal["tex", "md"]
WRITE: dict[PaperFormat, Callable[[Layout, Caption], str]] = {
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
    table = layout(scores_of_results(results, choice.numbers), choice)
    return WRITE[form](table, with_numbers(caption_of(results, table), choice))


def with_numbers(plain: Caption, choice: Choice) -> Caption:
    """Return a caption that says which scores are multiplied."""
    first, *rest = plain.sentences
    return replace(plain, sentences=[first, *(f"{x}." for x in choice.numbers.notes()), *rest])

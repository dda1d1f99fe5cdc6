"""A table for a paper, of results, in LaTeX with booktabs and in GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Literal

from sacreval.core.results import Result
from sacreval.features.paper import caption
from sacreval.features.paper.caption import Caption
from sacreval.features.paper.layout import Cell, Choice, Layout, layout
from sacreval.features.paper.layout import of_results as scores_of_results
from sacreval.report import markdown
from sacreval.report.tables import to_tex
from sacreval.text.visible import visible

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
WRITE: dict[PaperFormat, Callable[[Layout, caption.Caption], str]] = {
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
    return WRITE[form](table, with_numbers(caption.of_results(results, table), choice))


def with_numbers(plain: caption.Caption, choice: Choice) -> caption.Caption:
    """Return a caption that says which scores are multiplied."""
    first, *rest = plain.sentences
    return replace(plain, sentences=[first, *(f"{x}." for x in choice.numbers.notes()), *rest])

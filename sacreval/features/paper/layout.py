"""The layout of a table for a paper: heads, labels of rows, and cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from sacreval.errors import UsageError, nearest
from sacreval.features.paper.scores import PARTS, WITH_SCORE, Column, Scores
from sacreval.report.numbers import USUAL, Numbers

WIDE = {"interval", "plus-minus"}
"""Parts that need intervals of scores."""


@dataclass(frozen=True)
class Cell:
    """A cell: its text, whether it is bold, and whether it has a dagger or a double dagger."""

    text: str
    bold: bool = False
    dagger: bool = False
    double_dagger: bool = False


@dataclass(frozen=True)
class Layout:
    """A table.

    Args:
        labels: The heads of the first columns, which name rows.
        heads: Rows of heads of the other columns, each a text and the number of columns below it.
        rows: The labels of each row, and its cells.
        outputs: The outputs that are shown.
        parts: What is shown of each.
    """

    labels: Sequence[str]
    heads: Sequence[Sequence[tuple[str, int]]]
    rows: Sequence[tuple[Sequence[str], Sequence[Cell]]]
    outputs: Collection[str] = ()
    parts: Collection[str] = ()


@dataclass(frozen=True)
class Choice:
    """What a table shows.

    Args:
        columns: Outputs and parts, in order; empty for all outputs, and for score and interval.
        transposed: Whether metrics are rows, and systems columns.
        numbers: How numbers are shown.
    """

    columns: Sequence[str] = ()
    transposed: bool = False
    numbers: Numbers = USUAL

    @property
    def has_intervals(self) -> bool:
        """Whether intervals of scores are among the columns."""
        return not WIDE.isdisjoint(self.columns)


Key = tuple[Column, str]


def layout(scores: Scores, choice: Choice) -> Layout:
    """Return the layout of a table.

    Args:
        scores: The scores.
        choice: What is shown of them.

    Raises:
        UsageError: If a column is not there.
    """
    keys = _keys(scores, choice.columns)
    fields = [_words(key) for key in keys]
    used = [i for i in range(3) if len({one[i] for one in fields}) > 1 or i == 1]
    named = [tuple(one[i] for i in used) for one in fields]
    cells = {(system, key): _cell(scores, system, key) for system in scores.systems for key in keys}
    shown = {column.output for column, _ in keys}, {part for _, part in keys}
    if choice.transposed:
        labels = [("data set", "metric", "")[i] for i in used]
        rows = [
            (words, [cells[system, key] for system in scores.systems])
            for words, key in zip(named, keys, strict=True)
        ]
        return Layout(labels, [[(system, 1) for system in scores.systems]], rows, *shown)
    heads = [spans([one[: i + 1] for one in named]) for i in range(len(used))]
    lines = [([system], [cells[system, key] for key in keys]) for system in scores.systems]
    return Layout(["system"], heads, lines, *shown)


def _keys(scores: Scores, columns: Sequence[str]) -> list[Key]:
    """Return the columns of a table: metrics and data sets by parts."""
    outputs = list(dict.fromkeys(one.output for one in scores.columns))
    known = [*outputs, *scores.parts]
    for name in columns:
        if name not in known:
            without = "; evaluate has intervals with --ci" if name in WIDE else ""
            raise UsageError(f"--columns {name}: {nearest(name, known)}{without}")
    if len(set(columns)) < len(columns):
        raise UsageError("--columns names a column twice; name each once")
    shown = [name for name in columns if name in outputs] or outputs
    usual = [x for x in ("score", "interval") if x in scores.parts]
    parts = [name for name in columns if name in PARTS and name not in outputs] or usual
    chosen = sorted(
        (one for one in scores.columns if one.output in shown),
        key=lambda one: (_place(one, scores), shown.index(one.output)),
    )
    return [(one, part) for one in chosen for part in parts]


def _place(column: Column, scores: Scores) -> int:
    return list(dict.fromkeys(one.dataset for one in scores.columns)).index(column.dataset)


def _words(key: Key) -> tuple[str, str, str]:
    column, part = key
    return column.dataset, column.name, "score" if part == "plus-minus" else part


def _cell(scores: Scores, system: str, key: Key) -> Cell:
    column, part = key
    found = scores.cells.get((system, column))
    if found is None or part not in found.parts:
        return Cell("")
    marked = part in WITH_SCORE
    return Cell(
        found.parts[part],
        bold=marked and found.best,
        dagger=marked and found.differs,
        double_dagger=marked and found.missing,
    )


def spans(heads: Sequence[tuple[str, ...]]) -> list[tuple[str, int]]:
    """Return the last words of heads, with the number of neighbours that share all words."""
    return [(words[-1], len(list(group))) for words, group in groupby(heads)]

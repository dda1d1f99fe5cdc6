"""The layout of a table for a paper: heads, labels of rows, cells, and the scores in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sacreval.core.results import MEAN, Interval, Result
from sacreval.errors import UsageError, nearest
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.display_names import display_names
from sacreval.report.numbers import USUAL, Numbers
from sacreval.report.result_tables import (
    by_output,
    digits,
    interval_text,
    value_text,
)
from sacreval.report.tables import ARROWS

PARTS = ("score", "plus-minus", "interval", "difference", "p")
"""What a table can show of a system and a metric; the last two where systems are compared."""
WITH_SCORE = ("score", "plus-minus")
"""Parts with the score, which are marked."""


@dataclass(frozen=True)
class TableColumn:
    """A metric on a data set.

    Args:
        dataset: The data set; empty in a run over one set of records.
        output: Identifier of the output.
        name: Its name in papers, with an arrow for its direction.
    """

    dataset: str
    output: str
    name: str


@dataclass(frozen=True)
class Score:
    """Scores of a system by a metric, as text.

    Args:
        parts: Part to text, of `PARTS`; a part that is not there is left out.
        best: Whether it is the best, or not distinguished from the best.
        differs: Whether the corrected test finds a difference from the base.
        missing: Whether the system lacks records that it is compared by; it is never the best.
    """

    parts: Mapping[str, str]
    best: bool = False
    differs: bool = False
    missing: bool = False


@dataclass(frozen=True)
class TableScores:
    """The scores of a run.

    Args:
        systems: The systems, in order.
        columns: The metrics and data sets, in order.
        cells: System and column to a score.
    """

    systems: Sequence[str]
    columns: Sequence[TableColumn]
    cells: Mapping[tuple[str, TableColumn], Score]

    @property
    def parts(self) -> list[str]:
        """The parts that any score has."""
        there = {part for score in self.cells.values() for part in score.parts}
        return [part for part in PARTS if part in there]


def of_results(results: Sequence[Result], numbers: Numbers = USUAL) -> TableScores:
    """Return the scores of an evaluation."""
    refuse_groups(result.group for result in results)
    results = numbers.results(results)
    names = display_names(results)
    places = {k: numbers.places(digits(v)) for k, v in by_output(results).items()}
    best = best_values(results)
    cells, columns = {}, dict[TableColumn, None]()
    for result in results:
        title = f"{names[result.output]}{ARROWS[result.higher_is_better]}"
        column = TableColumn(title_of(result.dataset), result.output, title)
        columns[column] = None
        parts = {"score": value_text(result, places[result.output])}
        parts |= around(parts["score"], result.interval, places[result.output])
        cells[result.system_id, column] = Score(parts, best=is_best(result, best))
    return TableScores(
        list(dict.fromkeys(result.system_id for result in results)), list(columns), cells
    )


def around(score: str, interval: Interval | None, places: int) -> dict[str, str]:
    """Return an interval, and the score with half the width of it."""
    if interval is None:
        return {}
    half = (interval.high - interval.low) / 2
    return {
        "plus-minus": f"{score} ± {half:.{places or 1}f}",
        "interval": interval_text(interval, places),
    }


def refuse_groups(groups: Iterable[str | None]) -> None:
    """Refuse results of groups, for which a table for a paper has no rows."""
    if any(group is not None for group in groups):
        raise UsageError("--style paper has no rows for groups; drop --by")


def title_of(dataset: str | None) -> str:
    """Return the head of a data set; that of the mean over data sets is `mean`."""
    return "mean" if dataset == MEAN else dataset or ""


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


Key = tuple[TableColumn, str]


def layout(scores: TableScores, choice: Choice) -> Layout:
    """Return the layout of a table.

    Args:
        scores: The scores.
        choice: What is shown of them.

    Raises:
        UsageError: If a column is not there.
    """
    keys = _keys(scores, choice.columns)
    fields = [_words(key) for key in keys]
    used = [i for i in range(3) if len({words[i] for words in fields}) > 1 or i == 1]
    named = [tuple(words[i] for i in used) for words in fields]
    cells = {(system, key): _cell(scores, system, key) for system in scores.systems for key in keys}
    shown = {column.output for column, _ in keys}, {part for _, part in keys}
    if choice.transposed:
        labels = [("data set", "metric", "")[i] for i in used]
        rows = [
            (words, [cells[system, key] for system in scores.systems])
            for words, key in zip(named, keys, strict=True)
        ]
        return Layout(labels, [[(system, 1) for system in scores.systems]], rows, *shown)
    heads = [spans([words[: i + 1] for words in named]) for i in range(len(used))]
    lines = [([system], [cells[system, key] for key in keys]) for system in scores.systems]
    return Layout(["system"], heads, lines, *shown)


def _keys(scores: TableScores, columns: Sequence[str]) -> list[Key]:
    """Return the columns of a table: metrics and data sets by parts."""
    outputs = list(dict.fromkeys(column.output for column in scores.columns))
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
        (column for column in scores.columns if column.output in shown),
        key=lambda column: (_place(column, scores), shown.index(column.output)),
    )
    return [(column, part) for column in chosen for part in parts]


def _place(column: TableColumn, scores: TableScores) -> int:
    return list(dict.fromkeys(other.dataset for other in scores.columns)).index(column.dataset)


def _words(key: Key) -> tuple[str, str, str]:
    column, part = key
    return column.dataset, column.name, "score" if part == "plus-minus" else part


def _cell(scores: TableScores, system: str, key: Key) -> Cell:
    column, part = key
    score = scores.cells.get((system, column))
    if score is None or part not in score.parts:
        return Cell("")
    marked = part in WITH_SCORE
    return Cell(
        score.parts[part],
        bold=marked and score.best,
        dagger=marked and score.differs,
        double_dagger=marked and score.missing,
    )


def spans(heads: Sequence[tuple[str, ...]]) -> list[tuple[str, int]]:
    """Return the last words of heads, with the number of neighbours that share all words."""
    return [(words[-1], len(list(group))) for words, group in groupby(heads)]

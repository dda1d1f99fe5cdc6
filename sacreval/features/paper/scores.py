"""The scores of a table for a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sacreval.core.results import MEAN, Interval, Result
from sacreval.errors import UsageError
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.display_names import display_names
from sacreval.report.numbers import USUAL, Numbers
from sacreval.report.results import (
    ARROWS,
    by_output,
    digits,
    interval_text,
    value_text,
)

PARTS = ("score", "plus-minus", "interval", "difference", "p")
"""What a table can show of a system and a metric; the last two where systems are compared."""
WITH_SCORE = ("score", "plus-minus")
"""Parts with the score, which are marked."""


@dataclass(frozen=True)
class Column:
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
    """What is known of a system by a metric, as text.

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
class Scores:
    """The scores of a run.

    Args:
        systems: The systems, in order.
        columns: The metrics and data sets, in order.
        cells: System and column to a score.
    """

    systems: Sequence[str]
    columns: Sequence[Column]
    cells: Mapping[tuple[str, Column], Score]

    @property
    def parts(self) -> list[str]:
        """The parts that any score has."""
        there = {part for one in self.cells.values() for part in one.parts}
        return [part for part in PARTS if part in there]


def of_results(results: Sequence[Result], numbers: Numbers = USUAL) -> Scores:
    """Return the scores of an evaluation.

    Args:
        results: The results, without groups.
        numbers: How numbers are shown.

    Raises:
        UsageError: If there are groups.
    """
    refuse_groups(one.group for one in results)
    results = numbers.results(results)
    names = display_names(results)
    places = {k: numbers.places(digits(v)) for k, v in by_output(results).items()}
    best = best_values(results)
    cells, columns = {}, dict[Column, None]()
    for one in results:
        title = f"{names[one.output]}{ARROWS[one.higher_is_better]}"
        column = Column(title_of(one.dataset), one.output, title)
        columns[column] = None
        parts = {"score": value_text(one, places[one.output])}
        parts |= around(parts["score"], one.interval, places[one.output])
        cells[one.system_id, column] = Score(parts, best=is_best(one, best))
    return Scores(list(dict.fromkeys(one.system_id for one in results)), list(columns), cells)


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
    if any(one is not None for one in groups):
        raise UsageError("--style paper has no rows for groups; drop --by")


def title_of(dataset: str | None) -> str:
    """Return the head of a data set; that of the mean over data sets is `mean`."""
    return "mean" if dataset == MEAN else dataset or ""

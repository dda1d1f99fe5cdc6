"""The scores of a table for a paper, from results or from a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sacreval.core.comparisons import Comparison, ComparisonReport, Standing
from sacreval.core.results import MEAN, Interval, Result
from sacreval.errors import UsageError
from sacreval.report.comparison import difference_text, lacking_by_system, p_text
from sacreval.report.display_names import display_names
from sacreval.report.numbers import USUAL, Numbers
from sacreval.report.results import (
    ARROWS,
    best_values,
    by_output,
    digits,
    interval_text,
    is_best,
    value_text,
)
from sacreval.report.shown_comparisons import in_numbers

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
    _refuse_groups(one.group for one in results)
    results = numbers.results(results)
    names = display_names(results)
    places = {k: numbers.places(digits(v)) for k, v in by_output(results).items()}
    best = {
        name: best_values([r for r in results if r.dataset == name])
        for name in dict.fromkeys(one.dataset for one in results)
    }
    cells, columns = {}, dict[Column, None]()
    for one in results:
        title = f"{names[one.output]}{ARROWS[one.higher_is_better]}"
        column = Column(_title(one.dataset), one.output, title)
        columns[column] = None
        parts = {"score": value_text(one, places[one.output])}
        parts |= _around(parts["score"], one.interval, places[one.output])
        cells[one.system_id, column] = Score(parts, best=is_best(one, best[one.dataset]))
    return Scores(list(dict.fromkeys(one.system_id for one in results)), list(columns), cells)


def of_comparison(report: ComparisonReport, numbers: Numbers = USUAL) -> Scores:
    """Return the scores of compared systems, with the differences from the base.

    Args:
        report: The comparison, without groups.
        numbers: How numbers are shown.

    Raises:
        UsageError: If there are groups.
    """
    _refuse_groups(one.group for one in report.standings)
    report = in_numbers(report, numbers)
    names = display_names(report.comparisons)
    missing = lacking_by_system(report.comparisons).get("missing", {})
    direction = {one.output: one.higher_is_better for one in report.comparisons}
    cells, columns = {}, dict[Column, None]()
    for (dataset, output), standings in _by_column(report.standings).items():
        column = Column(_title(dataset), output, f"{names[output]}{ARROWS[direction[output]]}")
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
                | _around(score, one.interval, places)
                | _parts(against.get(one.system_id), places),
                best=one.system_id in best,
                differs=_differs(against.get(one.system_id)),
                missing=one.system_id in lacking,
            )
    systems = list(dict.fromkeys(one.system_id for one in report.standings))
    return Scores(systems, list(columns), cells)


def _around(score: str, interval: Interval | None, places: int) -> dict[str, str]:
    """Return an interval, and the score with half the width of it."""
    if interval is None:
        return {}
    half = (interval.high - interval.low) / 2
    return {
        "plus-minus": f"{score} ± {half:.{places or 1}f}",
        "interval": interval_text(interval, places),
    }


def _refuse_groups(groups: object) -> None:
    if any(one is not None for one in groups):  # type: ignore[attr-defined]
        raise UsageError("--style paper has no rows for groups; drop --by")


def _title(dataset: str | None) -> str:
    return "mean" if dataset == MEAN else dataset or ""


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
    p = found.tests[found.test].p_holm
    shown = "-" if p is None else p_text(p)
    return {"difference": difference_text(found, places), "p": shown}


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

"""Findings about two systems under the worst scores of their missing records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

from sacreval.core.metric import Direction, MeanMetric, ScoreScale
from sacreval.features.compare.pairs.paired_comparison import Pairing
from sacreval.features.compare.pairs.paired_scores import Member
from sacreval.features.compare.pairs.paired_tests import Decision
from sacreval.features.compare.result import Comparison, MarginAnswer, Settings
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.missing_records import worst_and_best

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.comparison_names import TestName
    from sacreval.scoring.interval_plans import Units


@dataclass(frozen=True, kw_only=True)
class _Filled(MeanMetric):
    """The scores of records, of which the missing ones are given a score; rows are made already."""

    outputs: tuple[str, ...] = ()

    def scores(self, prediction: float, _prepared: object) -> Sequence[float]:
        """Return a score that is there already."""
        return (prediction,)


class Sides(NamedTuple):
    """Two systems on all records that either was asked for, by one metric.

    Args:
        entry: The metric.
        base: The rows of the base, array (n, k), NaN where a record is missing.
        other: Those of the other system.
        units: The units of tests.
        shared: Number of tests that share one level.
        settings: The settings of the comparison.
    """

    entry: Entry
    base: Array
    other: Array
    units: Units
    shared: int
    settings: Settings


def at_worst(comparison: Comparison, sides: Sides) -> Comparison:
    """Return a comparison with what remains of it if missing records are against it.

    The records that the system with the better score lacks get the worst score, and those that the
    other lacks the best. The answers to questions of equivalence hold if they are the same with the
    missing records of either system at the worst, and those of the other at the best.

    Args:
        comparison: The comparison on the records that both systems have.
        sides: The systems.

    Returns:
        The same comparison where the score is no mean, or has no worst value.
    """
    key = dict(zip(sides.entry.outputs, sides.entry.metric.outputs, strict=True))[comparison.output]
    ends = worst_and_best(sides.entry.metric, key)
    if ends is None:
        return comparison
    ahead = (comparison.difference > 0) == comparison.higher_is_better
    against = _filled(comparison, sides, ends, key, other_at_worst=ahead)
    margins = comparison.margins
    if margins:
        opposite = _filled(comparison, sides, ends, key, other_at_worst=not ahead)
        both = zip(margins, against.margins, opposite.margins, strict=True)
        margins = [_sure(*answers) for answers in both]
    turned = comparison.difference * against.difference <= 0
    p = 1.0 if turned else against.tests[against.test].p
    return replace(comparison, p_at_worst=p, margins=margins)


def _filled(
    pair: Comparison, sides: Sides, ends: tuple[float, float], key: str, *, other_at_worst: bool
) -> Comparison:
    """Compare both systems with scores for their missing records."""
    import numpy as np

    worst, best = ends
    single = sides.entry.metric.for_instances()
    members = []
    for system, rows, at_worst in (
        (pair.base, sides.base, not other_at_worst),
        (pair.other, sides.other, other_at_worst),
    ):
        missing = np.isnan(rows).any(axis=1)
        scores = np.full(len(rows), worst if at_worst else best)
        scores[~missing] = single.reduce(rows[~missing])[key]
        members.append(Member(system, "", np.column_stack([scores, np.ones(len(scores))])))
    metric = _filled_metric(pair.output, pair.higher_is_better, max(ends))
    settings = replace(sides.settings, all_tests=False, all_pairs=False, show=0)
    names = [""] * len(sides.base)
    pairing = Pairing(
        Entry(metric),
        pair.group,
        names,
        members,
        sides.units,
        sides.shared,
        settings,
        {pair.output: Decision(cast("TestName", pair.test), pair.test_reason)},
    )
    return pairing.compare()[0][0]


def _filled_metric(output: str, better: Direction, highest: float) -> _Filled:
    metric = _Filled(outputs=(output,))
    scale = ScoreScale(mean=True, highest=highest)
    for name, value in {
        "name": output,
        "score_scale": scale,
        "higher_is_better": better,
    }.items():
        object.__setattr__(metric, name, value)
    return metric


def _sure(answer: MarginAnswer, *others: MarginAnswer) -> MarginAnswer:
    """Return an answer, which cannot be told where others differ from it."""
    same = all(other.answer == answer.answer for other in others)
    return answer if same else replace(answer, answer="cannot tell")

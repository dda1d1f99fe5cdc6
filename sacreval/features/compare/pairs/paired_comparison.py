"""Paired comparison of systems: tests, intervals, ranks; missing records at their worst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple, cast

from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import Direction, MeanMetric, ScoreScale
from sacreval.features.compare.pairs.difference_intervals import (
    detectable,
    interval_of,
    margin_answers,
)
from sacreval.features.compare.pairs.paired_scores import Member, Pair, SystemScores
from sacreval.features.compare.pairs.paired_tests import (
    Decision,
    decide,
    one_test,
    reachable,
    results,
)
from sacreval.features.compare.result import Change, Comparison, MarginAnswer, Settings, Standing
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.interval_plans import IntervalUnits
from sacreval.scoring.rows.missing_records import worst_and_best
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.comparison_names import TestName


@dataclass(frozen=True)
class Pairing:
    """Several systems on the same instances, by one metric.

    Args:
        entry: The metric.
        group: The group that the instances are of, as `name=value`; None for all instances.
        names: The ids of the instances.
        members: The systems, the base first.
        units: What changes sides and is resampled.
        shared: Number of tests that share one level.
        settings: Tests, level, draws and seed.
        tests: Output to the test of its family; None to choose by the pairs of these systems.
    """

    entry: Entry
    group: str | None
    names: Sequence[str]
    members: Sequence[Member]
    units: IntervalUnits
    shared: int
    settings: Settings
    tests: Mapping[str, Decision] | None = None

    def compare(self) -> tuple[list[Comparison], list[Standing]]:
        """Compare systems, and rank all of them.

        Returns:
            Comparisons, whose p-values and findings are those of single tests until
            `comparison_families.corrected` has them; and standings.
        """
        outputs, decisions = self.entry.directions(), self.tests or self.decisions()
        compared = {
            (output, places): self._comparison(output, *places, better, decisions[output])
            for places in self._sides.windows.in_turn(self._places())
            for output, better in outputs.items()
        }
        comparisons = [compared[output, places] for output in outputs for places in self._places()]
        ranked = (self._standings(output, better) for output, better in outputs.items())
        return comparisons, [*chain.from_iterable(ranked)]

    def decisions(self) -> dict[str, Decision]:
        """Choose a test for each output, the same for all pairs of systems."""
        return {
            output: one_test(
                {
                    (self.members[a].system, self.members[b].system): decide(
                        Pair(self._sides, (a, b), output), self.settings
                    )
                    for a, b in self._places()
                }
            )
            for output in self.entry.outputs
        }

    @cached_property
    def _sides(self) -> SystemScores:
        return SystemScores(self.entry, self.members, self.units, self.settings)

    def _places(self) -> Sequence[tuple[int, int]]:
        """List the pairs of systems, by place."""
        count = len(self.members)
        return (
            [*combinations(range(count), 2)]
            if self.settings.all_pairs
            else [(0, k) for k in range(1, count)]
        )

    def _comparison(
        self, output: str, i: int, k: int, better: Direction, decision: Decision
    ) -> Comparison:
        import numpy as np

        chosen, base, member = self.settings, self.members[i], self.members[k]
        pair = Pair(self._sides, (i, k), output)
        gains = -pair.differences if better is False else pair.differences
        directed = better is not None
        tests = results(pair, decision, chosen)
        return Comparison(
            metric=self.entry.metric.name,
            output=output,
            group=self.group,
            base=base.system,
            other=member.system,
            n=len(self.names),
            base_value=pair.base_value,
            other_value=pair.other_value,
            difference=pair.difference,
            interval=interval_of(pair, tests[decision.test].p, chosen, self._together(output)),
            finding="no difference shown",
            test=decision.test,
            test_reason=decision.reason,
            tests=tests,
            effect_size=paired.effect_size(pair.differences),
            wins=int(np.sum(gains > 0)) if directed else None,
            ties=int(np.sum(gains == 0)),
            losses=int(np.sum(gains < 0)) if directed else None,
            detectable=detectable(pair, alpha=chosen.alpha, tests=self.shared),
            gains=self._changes(gains, pair) if directed else [],
            drops=self._changes(-gains, pair) if directed else [],
            higher_is_better=better,
            base_signature=base.signature,
            other_signature=member.signature,
            alias=self.entry.alias,
            renamed=next((old for old, new in self.entry.rename.items() if new == output), None),
            unit=chosen.unit,
            n_units=self.units.n,
            margins=margin_answers(pair, chosen, better=better),
            skewness=pair.skewness,
            skew_adjusted_p=pair.skew_adjusted_p,
        )

    def _together(self, output: str) -> int:
        """Return the number of intervals that hold at once; an exploratory one holds alone."""
        primary = self.settings.primary
        explores = primary is not None and (output != primary or self.group is not None)
        return 1 if explores else self.shared

    def _changes(self, gains: Array, pair: Pair) -> list[Change]:
        import numpy as np

        base, other = pair.record_scores
        largest = np.argsort(-gains, kind="stable")[: self.settings.show]
        return [
            Change(instance_id=self.names[i], base=float(base[i]), other=float(other[i]))
            for i in largest
            if gains[i] > 0
        ]

    def _standings(self, output: str, better: Direction) -> Iterator[Standing]:
        ranges = self._ranks(output, better)
        values = (scores[output] for scores in self._sides.values)
        for member, value, (best, worst) in zip(self.members, values, ranges, strict=True):
            yield Standing(
                output=output,
                group=self.group,
                system_id=member.system,
                value=float(value),
                best_rank=best,
                worst_rank=worst,
            )

    def _ranks(self, output: str, better: Direction) -> Sequence[tuple[int | None, int | None]]:
        """Return the best and worst rank of each system; None where the output has no direction.

        Where so few units cannot reach the level that the systems share, each may have every rank.
        """
        import numpy as np

        from sacreval.stats.intervals.simultaneous_ranks import simultaneous_rank_ranges

        if better is None:
            return [(None, None)] * len(self.members)
        confidence = self.settings.confidence
        replicates = np.stack([scores[output] for scores in self._sides.resampled])
        if self.settings.ranks == "separate":
            return paired.rank_ranges(replicates, confidence=confidence, larger_first=better)
        count = len(self.members)
        if not reachable(self.units.n, self.settings.alpha / max(1, count - 1)):
            return [(1, count)] * count
        return simultaneous_rank_ranges(
            np.array([float(scores[output]) for scores in self._sides.values]),
            replicates,
            units=self.units.n,
            confidence=confidence,
            larger_first=better,
        )


@dataclass(frozen=True, kw_only=True)
class _Filled(MeanMetric):
    """The scores of records, of which the missing ones are given a score; rows are made already."""

    outputs: tuple[str, ...] = ()

    def scores(self, prediction: float, _prepared: object) -> Sequence[float]:
        """Return a score that is there already."""
        return (prediction,)


class AskedPair(NamedTuple):
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
    units: IntervalUnits
    shared: int
    settings: Settings


def at_worst(comparison: Comparison, sides: AskedPair) -> Comparison:
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
    key = sides.entry.metric_outputs[comparison.output]
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
    pair: Comparison, sides: AskedPair, ends: tuple[float, float], key: str, *, other_at_worst: bool
) -> Comparison:
    """Compare both systems with scores for their missing records."""
    import numpy as np

    worst, best = ends
    single = for_instances(sides.entry.metric)
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

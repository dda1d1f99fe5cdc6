"""Paired comparison of systems on the same instances: tests, intervals, ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.comparisons import Change, Comparison, Finding, Settings, Standing, TestResult
from sacreval.core.metric import Direction
from sacreval.core.results import Interval
from sacreval.scoring.engine import checked_scores, scores_of
from sacreval.scoring.run_metrics import Entry
from sacreval.stats import paired
from sacreval.stats.resampling import bootstrap_sums, percentile_interval
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class Member(NamedTuple):
    """One system of a comparison.

    Args:
        system: The system.
        signature: The signature of its score.
        rows: Array (n, k), one row for each of the n compared instances, in their order.
    """

    system: str
    signature: str
    rows: Array


@dataclass(frozen=True)
class Pairing:
    """Several systems on the same instances, by one metric.

    Args:
        entry: The metric.
        group: The group that the instances are of, as `name=value`; None for all instances.
        names: The ids of the instances.
        members: The systems, the base first.
        settings: Tests, level, draws and seed.
    """

    entry: Entry
    group: str | None
    names: Sequence[str]
    members: Sequence[Member]
    settings: Settings

    def compare(self) -> tuple[list[Comparison], list[Standing]]:
        """Compare every system with the base, and rank all systems."""
        tables = [member.rows for member in self.members]
        chosen = self.settings
        totals = [table.sum(axis=0) for table in tables]
        kept = paired.kept_sums(tables, trials=chosen.trials, seed=chosen.seed)
        drawn = bootstrap_sums(tables, resamples=chosen.resamples, seed=chosen.seed)
        single = self.entry.for_instances()
        shuffled = (
            paired.shuffled_sums((totals[0], total), (kept[0], sums))
            for total, sums in zip(totals, kept, strict=True)
        )
        sides = [
            _Side(
                values=self._scores(totals[j]),
                resampled=self._scores(drawn[j]),
                instances=single.named(scores_of(single.metric, tables[j])),
                as_base=self._scores(as_base),
                as_other=self._scores(as_other),
            )
            for j, (as_base, as_other) in enumerate(shuffled)
        ]
        comparisons, standings = [], []
        for output, better in self.entry.directions().items():
            comparisons += list(self._against_base(output, sides, better=better))
            standings += list(self._standings(output, sides, better=better))
        return comparisons, standings

    def _scores(self, sums: Array) -> dict[str, Array]:
        metric = self.entry.metric
        return self.entry.named(checked_scores(metric, lambda: metric.reduce(sums)))

    def _against_base(
        self, output: str, sides: Sequence[_Side], *, better: Direction
    ) -> Iterator[Comparison]:
        pairs = [_Pair.of(sides[0], side, output) for side in sides[1:]]
        corrected = holm([pair.tests() for pair in pairs])
        for pair, tests, member in zip(pairs, corrected, self.members[1:], strict=True):
            yield self._comparison(output, pair, tests, member, better=better)

    def _comparison(
        self,
        output: str,
        pair: _Pair,
        tests: dict[str, TestResult],
        member: Member,
        *,
        better: Direction,
    ) -> Comparison:
        import numpy as np

        chosen, base = self.settings, self.members[0]
        alpha = rounded(1 - chosen.confidence)
        gains = -pair.differences if better is False else pair.differences
        directed = better is not None
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
            interval=self._interval(pair.gaps),
            finding=finding(tests[chosen.test].p_holm, pair.difference, alpha, better=better),
            tests=tests,
            effect_size=paired.effect_size(pair.differences),
            wins=int(np.sum(gains > 0)) if directed else None,
            ties=int(np.sum(gains == 0)),
            losses=int(np.sum(gains < 0)) if directed else None,
            detectable=paired.detectable(float(np.std(pair.gaps, ddof=1)), alpha=alpha),
            gains=self._changes(gains, pair) if directed else [],
            drops=self._changes(-gains, pair) if directed else [],
            higher_is_better=better,
            base_signature=base.signature,
            other_signature=member.signature,
            alias=self.entry.alias,
        )

    def _interval(self, gaps: Array) -> Interval:
        chosen = self.settings
        low, high = percentile_interval(gaps, level=chosen.confidence)
        return Interval(
            low=float(low),
            high=float(high),
            level=chosen.confidence,
            method="bootstrap-percentile",
            resamples=chosen.resamples,
            seed=chosen.seed,
        )

    def _changes(self, gains: Array, pair: _Pair) -> list[Change]:
        import numpy as np

        largest = np.argsort(-gains, kind="stable")[: self.settings.show]
        return [
            Change(
                instance_id=self.names[i],
                base=float(pair.base_scores[i]),
                other=float(pair.other_scores[i]),
            )
            for i in largest
            if gains[i] > 0
        ]

    def _standings(
        self, output: str, sides: Sequence[_Side], *, better: Direction
    ) -> Iterator[Standing]:
        ranges = self._ranks(output, sides, better)
        for member, side, (best, worst) in zip(self.members, sides, ranges, strict=True):
            yield Standing(
                output=output,
                group=self.group,
                system_id=member.system,
                value=float(side.values[output]),
                best_rank=best,
                worst_rank=worst,
            )

    def _ranks(
        self, output: str, sides: Sequence[_Side], better: Direction
    ) -> Sequence[tuple[int | None, int | None]]:
        """Return the best and worst rank of each system; None where the output has no direction."""
        import numpy as np

        if better is None:
            return [(None, None)] * len(sides)
        return paired.rank_ranges(
            np.stack([side.resampled[output] for side in sides]),
            confidence=self.settings.confidence,
            larger_first=better,
        )


def finding(p: float, difference: float, alpha: float, *, better: Direction) -> Finding:
    """Return the finding: no difference where p is above alpha or the scores are equal."""
    if p > alpha or rounded(difference) == 0:
        return "no difference shown"
    if better is None:
        return "different"
    return "better" if (difference > 0) == better else "worse"


def holm(tests: Sequence[dict[str, TestResult]]) -> list[dict[str, TestResult]]:
    """Correct the p-values of each kind of test for the number of tests, by Holm's method."""
    from sacreval.stats import multiple_testing

    if not tests:
        return []
    adjusted = {name: multiple_testing.holm([one[name].p for one in tests]) for name in tests[0]}
    return [
        {
            name: TestResult(p=test.p, p_holm=adjusted[name][j], p_sacrebleu=test.p_sacrebleu)
            for name, test in one.items()
        }
        for j, one in enumerate(tests)
    ]


class _Side(NamedTuple):
    """Scores of one system, output by output.

    `as_base` and `as_other` are the scores of the two shuffled systems in each trial against the
    base.
    """

    values: dict[str, Array]
    resampled: dict[str, Array]
    instances: dict[str, Array]
    as_base: dict[str, Array]
    as_other: dict[str, Array]


class _Pair(NamedTuple):
    """One output of the base and of another system."""

    base_value: float
    other_value: float
    base_scores: Array
    other_scores: Array
    differences: Array
    gaps: Array
    shuffled: Array

    @classmethod
    def of(cls, base: _Side, other: _Side, output: str) -> _Pair:
        scores = base.instances[output], other.instances[output]
        return cls(
            float(base.values[output]),
            float(other.values[output]),
            *scores,
            paired.differences(*scores),
            other.resampled[output] - base.resampled[output],
            abs(other.as_other[output] - other.as_base[output]),
        )

    @property
    def difference(self) -> float:
        return self.other_value - self.base_value

    def tests(self) -> dict[str, TestResult]:
        from sacreval.stats.signed_ranks import sign_test, wilcoxon

        sizes = abs(self.gaps)
        drawn = {
            "paired-ar": paired.p_value(self.shuffled, self.difference),
            "paired-bs": paired.p_value(sizes - sizes.mean(), self.difference),
        }
        found = {
            name: TestResult(p=value.p, p_holm=value.p, p_sacrebleu=value.sacrebleu)
            for name, value in drawn.items()
        }
        for name, test in (("wilcoxon", wilcoxon), ("sign", sign_test)):
            p = test(self.differences)
            found[name] = TestResult(p=p, p_holm=p)
        return found

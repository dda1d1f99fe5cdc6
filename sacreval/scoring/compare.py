"""compare: systems on the same instances, from the rows that `evaluate` keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sacreval.comparisons import (
    Change,
    Comparison,
    ComparisonReport,
    Finding,
    Settings,
    Standing,
    TestResult,
)
from sacreval.errors import InputError, UsageError, nearest
from sacreval.results import Interval
from sacreval.scoring.entries import Entry
from sacreval.scoring.evaluate import Evaluation, coverage
from sacreval.stats import paired
from sacreval.stats.resampling import bootstrap_sums, percentile_interval

if TYPE_CHECKING:
    from sacreval.metric import Array


def compare(
    evaluation: Evaluation, base: str, others: Sequence[str], settings: Settings
) -> ComparisonReport:
    """Compare systems with a base, on the instances that all of them have and that were scored.

    Args:
        evaluation: The rows of all systems.
        base: The system to compare with.
        others: The systems to compare.
        settings: How.

    Raises:
        InputError: If systems share too few instances, or are judged against different references.
    """
    systems = [base, *others]
    for entry in evaluation.entries:
        _same_references(evaluation, entry, systems)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    for group, names in _groups(evaluation, systems):
        for i, entry in enumerate(evaluation.entries):
            tables = [_rows(evaluation, system, i, names) for system in systems]
            part = _Part(entry, group, systems, names, tables, settings)
            signatures = [evaluation.systems[system].signature(entry) for system in systems]
            comparisons += part.comparisons(signatures)
            standings += part.standings()
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    return ComparisonReport(settings, comparisons, standings, coverage(chosen), failures)


def pick(evaluation: Evaluation, first: str, base: str | None, others: Sequence[str]) -> list[str]:
    """Choose the base and the systems compared with it.

    Args:
        evaluation: The rows of all systems.
        first: The system of the first record.
        base: What the user named as the base, or None for the first.
        others: The systems the user named; none for all.

    Returns:
        The base, then the others.

    Raises:
        UsageError: If a name is unknown, or nothing is left to compare.
    """
    there = list(evaluation.systems)
    for name in (*others, *([base] if base else [])):
        if name not in there:
            raise UsageError(f"there is no system '{name}'; {nearest(name, there)}")
    chosen = base or first
    rest = [name for name in others or there if name != chosen]
    if not rest:
        raise UsageError(
            f"'{chosen}' is the only system; name another file, or a file with several systems"
        )
    return [chosen, *dict.fromkeys(rest)]


@dataclass(frozen=True)
class _Part:
    """The rows of some systems on the same instances, for one metric and group."""

    entry: Entry
    group: str | None
    systems: Sequence[str]
    names: Sequence[str]
    tables: Sequence[Array]
    settings: Settings

    def _scores(self, sums: Array) -> dict[str, Array]:
        return self.entry.named(self.entry.metric.reduce(sums))

    def standings(self) -> Iterator[Standing]:
        import numpy as np

        totals = [self._scores(table.sum(axis=0)) for table in self.tables]
        resampled = [self._scores(sums) for sums in self._resampled()]
        for output, better in self.entry.directions().items():
            scores = np.stack([system[output] for system in resampled])
            ranges = paired.rank_ranges(
                scores, confidence=self.settings.confidence, larger_first=better
            )
            for system, total, (best, worst) in zip(self.systems, totals, ranges, strict=True):
                yield Standing(
                    output=output,
                    group=self.group,
                    system_id=system,
                    value=float(total[output]),
                    best_rank=best,
                    worst_rank=worst,
                )

    def comparisons(self, signatures: Sequence[str]) -> Iterator[Comparison]:
        import numpy as np

        kept = paired.kept_sums(self.tables, trials=self.settings.trials, seed=self.settings.seed)
        totals = [table.sum(axis=0) for table in self.tables]
        values = [self._scores(total) for total in totals]
        resampled = [self._scores(sums) for sums in self._resampled()]
        single = self.entry.for_instances()
        instances = [single.named(single.metric.reduce(table)) for table in self.tables]
        shuffled = [
            (self._scores(kept[0] + totals[j] - kept[j]), self._scores(totals[0] - kept[0] + kept[j]))
            for j in range(1, len(self.systems))
        ]
        for output, better in self.entry.directions().items():
            found = [paired.differences(instances[0][output], x[output]) for x in instances[1:]]
            gaps = [x[output] - resampled[0][output] for x in resampled[1:]]
            base_value = float(values[0][output])
            tests = [
                _tests(np.abs(a[output] - b[output]), gap, float(v[output]) - base_value, d)
                for (a, b), gap, v, d in zip(shuffled, gaps, values[1:], found, strict=True)
            ]
            for j, corrected in enumerate(_corrected(tests)):
                yield self._comparison(
                    output,
                    self.systems[j + 1],
                    (base_value, float(values[j + 1][output])),
                    gaps[j],
                    found[j],
                    corrected,
                    (instances[0][output], instances[j + 1][output]),
                    (signatures[0], signatures[j + 1]),
                    better=better,
                )

    def _comparison(
        self,
        output: str,
        other: str,
        values: tuple[float, float],
        gaps: Array,
        found: Array,
        tests: dict[str, TestResult],
        instances: tuple[Array, Array],
        signatures: tuple[str, str],
        *,
        better: bool,
    ) -> Comparison:
        import numpy as np

        gains = found if better else -found
        difference = values[1] - values[0]
        alpha = 1 - self.settings.confidence
        decisive = tests[self.settings.test]
        return Comparison(
            metric=self.entry.metric.name,
            output=output,
            group=self.group,
            base=self.systems[0],
            other=other,
            n=len(self.names),
            base_value=values[0],
            other_value=values[1],
            difference=difference,
            interval=self._interval(gaps),
            finding=finding(decisive.p_holm, difference, alpha, better=better),
            tests=tests,
            effect_size=paired.effect_size(found),
            wins=int(np.sum(gains > 0)),
            ties=int(np.sum(gains == 0)),
            losses=int(np.sum(gains < 0)),
            detectable=paired.detectable(float(np.std(gaps, ddof=1)), alpha=alpha),
            gains=self._changes(-gains, instances),
            drops=self._changes(gains, instances),
            higher_is_better=better,
            base_signature=signatures[0],
            other_signature=signatures[1],
            alias=self.entry.alias,
        )

    def _interval(self, gaps: Array) -> Interval:
        low, high = percentile_interval(gaps, level=self.settings.confidence)
        return Interval(
            low=float(low),
            high=float(high),
            level=self.settings.confidence,
            method="bootstrap-percentile",
            resamples=self.settings.resamples,
            seed=self.settings.seed,
        )

    def _changes(self, key: Array, instances: tuple[Array, Array]) -> list[Change]:
        import numpy as np

        chosen = [i for i in np.argsort(key, kind="stable")[: self.settings.show] if key[i] < 0]
        return [
            Change(
                instance_id=self.names[i],
                base=float(instances[0][i]),
                other=float(instances[1][i]),
            )
            for i in chosen
        ]

    def _resampled(self) -> list[Array]:
        return bootstrap_sums(
            self.tables, resamples=self.settings.resamples, seed=self.settings.seed
        )


def finding(p: float, difference: float, alpha: float, *, better: bool) -> Finding:
    """Say what may be claimed: nothing where p is above alpha or nothing differs."""
    if p > alpha or difference == 0:
        return "no difference shown"
    return "better" if (difference > 0) == better else "worse"


def _tests(shuffled: Array, gaps: Array, difference: float, found: Array) -> dict[str, TestResult]:
    import numpy as np

    sizes = np.abs(gaps)
    drawn = {
        "paired-ar": paired.p_value(shuffled, difference),
        "paired-bs": paired.p_value(sizes - sizes.mean(), difference),
    }
    tests = {
        name: TestResult(p=value.p, p_holm=value.p, p_sacrebleu=value.sacrebleu)
        for name, value in drawn.items()
    }
    wilcoxon, sign = paired.wilcoxon(found), paired.sign_test(found)
    tests["wilcoxon"] = TestResult(p=wilcoxon, p_holm=wilcoxon)
    tests["sign"] = TestResult(p=sign, p_holm=sign)
    return tests


def _corrected(tests: Sequence[dict[str, TestResult]]) -> list[dict[str, TestResult]]:
    """Correct each kind of test for the number of systems."""
    adjusted = {name: paired.holm([one[name].p for one in tests]) for name in tests[0]}
    return [
        {
            name: TestResult(p=test.p, p_holm=adjusted[name][j], p_sacrebleu=test.p_sacrebleu)
            for name, test in one.items()
        }
        for j, one in enumerate(tests)
    ]


def _groups(
    evaluation: Evaluation, systems: Sequence[str]
) -> Iterator[tuple[str | None, list[str]]]:
    """Give the instances that all systems have and every metric scored, for all and by group."""
    names = shared(evaluation, systems)
    yield None, names
    if evaluation.by is None:
        return
    base = evaluation.systems[systems[0]]
    group_of = {name: base.groups[base.places[name]] for name in names}
    for value in sorted(set(group_of.values())):
        yield (
            f"{evaluation.by}={value}",
            [name for name in names if group_of[name] == value],
        )


def shared(evaluation: Evaluation, systems: Sequence[str]) -> list[str]:
    """List the instances that all systems have and every metric scored, in order.

    Raises:
        InputError: If there are none.
    """
    chosen = [evaluation.systems[system] for system in systems]
    failed = {
        name
        for one in chosen
        for column in one.columns
        for name, place in one.places.items()
        if place in column.failures
    }
    names = [
        name
        for name in chosen[0].order.names
        if name not in failed and all(name in one.places for one in chosen)
    ]
    if not names:
        raise InputError(
            f"{', '.join(systems)} have no instance in common that could be scored; "
            "check their instance_id"
        )
    return names


def _rows(evaluation: Evaluation, system: str, i: int, names: Sequence[str]) -> Array:
    one = evaluation.systems[system]
    return one.columns[i].rows()[[one.places[name] for name in names]]


def _same_references(evaluation: Evaluation, entry: Entry, systems: Sequence[str]) -> None:
    base, *others = (evaluation.systems[system] for system in systems)
    wanted = base.contexts(entry)
    for system, one in zip(systems[1:], others, strict=True):
        contexts = one.contexts(entry)
        for name, place in one.places.items():
            if name in base.places and contexts[place] != wanted[base.places[name]]:
                raise InputError(
                    f"instance '{name}' is judged against other {' and '.join(entry.metric.needs)}"
                    f" in '{system}' than in '{systems[0]}'; give all systems the same"
                )

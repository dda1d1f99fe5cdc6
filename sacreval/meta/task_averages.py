"""Averages of metrics over tasks, with significance, as the WMT metrics task ranks.

A task is a part of the data with systems of its own, such as a language pair. Each task tests with
draws of its own, as tasks are taken as independent; within a task all coefficients share the draws.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sacreval.core.signature import write_conditions
from sacreval.core.version import version
from sacreval.meta.all_pairs import Family
from sacreval.meta.coefficients import measures
from sacreval.meta.correlation_results import CorrelationReport, MetricTest, TaskAverage
from sacreval.meta.report_tests import Style, ranking, tests_of
from sacreval.meta.run_test import UNDEFINED, PairVerdict, p_of_draws
from sacreval.stats.arrays import Floats

ALL = "all"
POOLED = ("system", "pairwise-accuracy")
"""WMT counts the pairs of systems of all language pairs together."""


class TaskReport(NamedTuple):
    """Averages best first, the tests between them, and notes."""

    averages: tuple[TaskAverage, ...]
    tests: tuple[MetricTest, ...]
    notes: tuple[str, ...]


class _Part(NamedTuple):
    """The values of metrics in one task at one level with one coefficient."""

    level: str
    coefficient: str
    values: Mapping[str, float]
    pairs: Mapping[str, int]
    family: Family | None

    @property
    def is_accuracy(self) -> bool:
        return measures([self.coefficient])[0].is_accuracy


def task_seed(seed: int, task: str) -> int:
    """Derive the seed of a task from its name, independent of other tasks."""
    return int(np.random.SeedSequence([seed, *task.encode()]).generate_state(1)[0])


def average_over_tasks(
    reports: Mapping[str, CorrelationReport], style: Style, seed: int
) -> TaskReport:
    """Average metrics over tasks; the tests re-use the paired draws of each task.

    Args:
        reports: Of each task, from `correlate` or `compare_metrics` with equally many random draws
            and the seed of the task.
        style: How verdicts are reported.
        seed: The seed from which those of the tasks are derived, for signatures.

    Returns:
        For every level and coefficient; and for all of them together if there are several.
    """
    parts = [part for name in sorted(reports) for part in _parts(reports[name])]
    keys = list(dict.fromkeys((part.level, part.coefficient) for part in parts))
    over = "+".join(sorted(reports))
    means = [_Mean(*key, [part for part in parts if part[:2] == key], over, seed) for key in keys]
    if len(keys) > 1:
        means.append(_Mean(ALL, ALL, parts, over, seed))
    found = [_averaged(mean, style) for mean in means]
    return TaskReport(
        tuple(average for one in found for average in one.averages),
        tuple(test for one in found for test in one.tests),
        tuple(dict.fromkeys(note for one in found for note in one.notes)),
    )


def _parts(report: CorrelationReport) -> Iterator[_Part]:
    families = {(f.level, f.coefficient): f for f in report.families}
    for level, coefficient in dict.fromkeys((r.level, r.coefficient) for r in report.results):
        mine = [r for r in report.results if (r.level, r.coefficient) == (level, coefficient)]
        values = {r.metric: r.value for r in mine if not np.isnan(r.value)}
        pairs = {r.metric: r.n_systems * (r.n_systems - 1) // 2 for r in mine}
        yield _Part(level, coefficient, values, pairs, families.get((level, coefficient)))


@dataclass(frozen=True)
class _Mean:
    """A weighted mean over parts.

    Attributes:
        level: Of all parts, or `all`.
        coefficient: Of all parts, or `all`.
        parts: What is averaged.
        over: The names of the tasks.
        seed: For signatures.
    """

    level: str
    coefficient: str
    parts: Sequence[_Part]
    over: str
    seed: int

    @property
    def everyone(self) -> list[str]:
        """Metrics with a value in any part."""
        return list(dict.fromkeys(metric for part in self.parts for metric in part.values))

    @cached_property
    def metrics(self) -> list[str]:
        """Metrics with a value in all parts, best first."""
        common = [m for m in self.everyone if all(m in part.values for part in self.parts)]
        return sorted(common, key=lambda m: (-self.value(m), m))

    @property
    def mixed(self) -> bool:
        """Whether both correlations and accuracies are averaged."""
        return len({part.is_accuracy for part in self.parts}) > 1

    @property
    def scales(self) -> list[float]:
        """The factor on differences of each part."""
        return [0.5 if self.mixed and not part.is_accuracy else 1.0 for part in self.parts]

    @property
    def weighing(self) -> str:
        """How parts of one coefficient are weighted: `equal` or `pairs`."""
        return "pairs" if (self.level, self.coefficient) == POOLED else "equal"

    def value(self, metric: str) -> float:
        """Average a metric."""
        units = [
            part.values[metric] * scale + (1 - scale)
            for part, scale in zip(self.parts, self.scales, strict=True)
        ]
        return float(self.weights(metric) @ np.array(units))

    def weights(self, metric: str) -> Floats:
        """Weight tasks equally or by their pairs, and coefficients equally; weights sum to one."""
        keys = [part[:2] for part in self.parts]
        raw = [part.pairs[metric] if part[:2] == POOLED else 1 for part in self.parts]
        totals = Counter[tuple[str, str]]()
        for key, weight in zip(keys, raw, strict=True):
            totals[key] += weight
        shares = [w / totals[key] / len(totals) for key, w in zip(keys, raw, strict=True)]
        return np.array(shares, dtype=np.float64)

    def verdict(self, better: str, worse: str) -> PairVerdict:
        """Test a pair of averages with the draws of all parts."""
        draws = [p.family.verdict(better, worse).draws for p in self.parts if p.family is not None]
        held = [d for d in draws if d is not None]
        delta = self.value(better) - self.value(worse)
        if len(held) < len(self.parts) or len({len(d) for d in held}) > 1:
            why = "a task has no random draws; use a bootstrap, or a permutation that is not exact"
            return PairVerdict(delta, UNDEFINED, None, why)
        shares = (self.weights(better) + self.weights(worse)) / 2 * self.scales
        null: Floats = np.einsum("t,tr->r", shares, np.array(held))
        names = {part.family.trial.name for part in self.parts if part.family is not None}
        test = names.pop() if len(names) == 1 else ""
        return PairVerdict(delta, p_of_draws(test, delta, null), null, None)

    def family(self) -> Family | None:
        """Test all pairs of averages; None where tasks were not tested."""
        trials = [part.family.trial for part in self.parts if part.family is not None]
        if len(trials) < len(self.parts):
            return None
        names = list(dict.fromkeys(trial.name for trial in trials))
        trial = replace(trials[0], seed=self.seed, name="+".join(names))
        verdicts = tuple(self.verdict(a, b) for a, b in combinations(self.metrics, 2))
        return Family(
            self.level,
            self.coefficient,
            self.mixed or self.parts[0].is_accuracy,
            tuple(self.metrics),
            np.array([self.value(m) for m in self.metrics]),
            verdicts,
            trial,
            self.over,
        )


def _averaged(mean: _Mean, style: Style) -> TaskReport:
    notes = _left_out(mean)
    if not mean.metrics:
        return TaskReport((), (), notes)
    family = mean.family()
    tests = [] if family is None else tests_of(family, style)
    ranks = [] if family is None else ranking(family, tests, style)
    clusters = {place.metric: place.cluster for place in ranks}
    signed = _signed(mean, family, style)
    averages = tuple(
        TaskAverage(
            metric=metric,
            human=style.human,
            level=mean.level,
            coefficient=mean.coefficient,
            value=mean.value(metric),
            n_tasks=len(mean.parts),
            weights=mean.weighing,
            scale="0-1" if mean.mixed else "as-is",
            cluster=clusters.get(metric),
            signature=signed,
        )
        for metric in mean.metrics
    )
    return TaskReport(averages, tuple(tests), notes)


def _signed(mean: _Mean, family: Family | None, style: Style) -> str:
    trial = None if family is None else family.trial
    return write_conditions(
        level=mean.level,
        coef=mean.coefficient,
        over=mean.over,
        weights=mean.weighing,
        scale="0-1" if mean.mixed else "as-is",
        test=None if trial is None else trial.signature,
        alternative=None if trial is None else style.alternative,
        correction=None if trial is None else style.correction.value,
        alpha=None if trial is None else style.alpha,
        systems=style.filters,
        refs=style.references,
        resamples=None if trial is None else trial.count,
        seed=None if trial is None else trial.seed,
        version=version(),
    )


def _left_out(mean: _Mean) -> tuple[str, ...]:
    metrics = [m for m in mean.everyone if m not in mean.metrics]
    if not metrics:
        return ()
    listed = ", ".join(metrics[:10]) + (", …" if len(metrics) > 10 else "")  # noqa: PLR2004
    what = "of everything" if mean.level == ALL else f"of {mean.coefficient} at {mean.level} level"
    return (f"{len(metrics)} metrics have no average {what}, as some task lacks them: {listed}.",)

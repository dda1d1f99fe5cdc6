"""Averages of metrics over tasks, with tests, as in the WMT metrics task.

A task is a part of the data with its own systems, such as a language pair. Tasks are taken as
independent, so that each has its own draws; within a task all coefficients share the draws.
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
from sacreval.features.correlate.correlation_results import (
    CorrelationReport,
    MetricTest,
    TaskAverage,
)
from sacreval.features.correlate.data.score_origins import origin
from sacreval.features.correlate.measures.coefficient_names import first_names, measures
from sacreval.features.correlate.significance.compare_metrics import Style, ranking, tests_of
from sacreval.features.correlate.significance.metric_pairs import Family
from sacreval.features.correlate.significance.run_test import UNDEFINED, PairVerdict, p_of_draws
from sacreval.stats.arrays import Floats

ALL = "all"
POOLED = ("system", "pairwise-accuracy")
"""Level and coefficient for which WMT pools the pairs of systems of all language pairs."""


class TaskReport(NamedTuple):
    """Averages, best first, the tests of their differences, and notes."""

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
    """Average metrics over tasks; the tests re-use the paired draws of each task."""
    parts = [part for name in sorted(reports) for part in _parts(reports[name])]
    keys = list(dict.fromkeys((part.level, part.coefficient) for part in parts))
    over = "+".join(sorted(reports))
    means = [_Mean(*key, [part for part in parts if part[:2] == key], over, seed) for key in keys]
    if len(keys) > 1:
        means.append(_Mean(ALL, ALL, parts, over, seed))
    tables = [_averaged(mean, style) for mean in means]
    return TaskReport(
        tuple(average for table in tables for average in table.averages),
        tuple(test for table in tables for test in table.tests),
        tuple(dict.fromkeys(note for table in tables for note in table.notes)),
    )


def _parts(report: CorrelationReport) -> Iterator[_Part]:
    families = {(f.level, f.coefficient): f for f in report.families}
    for level, coefficient in dict.fromkeys((r.level, r.coefficient) for r in report.results):
        rows = [r for r in report.results if (r.level, r.coefficient) == (level, coefficient)]
        values = {r.metric: r.value for r in rows if not np.isnan(r.value)}
        pairs = {r.metric: r.n_systems * (r.n_systems - 1) // 2 for r in rows}
        yield _Part(level, coefficient, values, pairs, families.get((level, coefficient)))


@dataclass(frozen=True)
class _Mean:
    """A weighted mean over parts.

    Attributes:
        level: Name of the level of all parts, or `all`.
        coefficient: Name of the coefficient of all parts, or `all`.
        parts: The averaged values.
        over: Names of the tasks, joined by +.
        seed: The seed, for signatures.
    """

    level: str
    coefficient: str
    parts: Sequence[_Part]
    over: str
    seed: int

    @property
    def candidates(self) -> list[str]:
        """Metrics with a value in any part."""
        return list(dict.fromkeys(metric for part in self.parts for metric in part.values))

    @cached_property
    def metrics(self) -> list[str]:
        """Metrics with a value in all parts, best first."""
        common = [m for m in self.candidates if all(m in part.values for part in self.parts)]
        return sorted(common, key=lambda m: (-self.value(m), m))

    @property
    def mixed(self) -> bool:
        """Whether both correlations and accuracies are averaged."""
        return len({part.is_accuracy for part in self.parts}) > 1

    @property
    def scores(self) -> str | None:
        """Where the scores of systems are from, if it is the same in all parts."""
        sources = {part.family.scores for part in self.parts if part.family is not None}
        return sources.pop() if len(sources) == 1 else None

    @property
    def scales(self) -> list[float]:
        """The factor of each part, which maps correlations to the range of accuracies."""
        return [0.5 if self.mixed and not part.is_accuracy else 1.0 for part in self.parts]

    @property
    def weighting(self) -> str:
        """The weights of parts of one coefficient: `equal` or `pairs`."""
        return "pairs" if (self.level, self.coefficient) == POOLED else "equal"

    def value(self, metric: str) -> float:
        """Return the average of a metric."""
        units = [
            part.values[metric] * scale + (1 - scale)
            for part, scale in zip(self.parts, self.scales, strict=True)
        ]
        return float(self.weights(metric) @ np.array(units))

    def weights(self, metric: str) -> Floats:
        """Return the weights of parts, shape (parts,), which sum to 1.

        Tasks have equal weights or those of their pairs, coefficients have equal weights.
        """
        keys = [part[:2] for part in self.parts]
        raw = [part.pairs[metric] if part[:2] == POOLED else 1 for part in self.parts]
        totals = Counter[tuple[str, str]]()
        for key, weight in zip(keys, raw, strict=True):
            totals[key] += weight
        shares = [w / totals[key] / len(totals) for key, w in zip(keys, raw, strict=True)]
        return np.array(shares, dtype=np.float64)

    def verdict(self, better: str, worse: str) -> PairVerdict:
        """Test the difference of two averages with the draws of all parts."""
        draws = [p.family.verdict(better, worse).draws for p in self.parts if p.family is not None]
        present = [d for d in draws if d is not None]
        delta = self.value(better) - self.value(worse)
        if len(present) < len(self.parts) or len({len(d) for d in present}) > 1:
            why = "a task has no random draws; use a bootstrap, or a permutation that is not exact"
            return PairVerdict(delta, UNDEFINED, None, why)
        shares = (self.weights(better) + self.weights(worse)) / 2 * self.scales
        null: Floats = np.einsum("t,tr->r", shares, np.array(present))
        names = {part.family.trial.name for part in self.parts if part.family is not None}
        test = names.pop() if len(names) == 1 else ""
        return PairVerdict(delta, p_of_draws(test, delta, null), null, None)

    def family(self) -> Family | None:
        """Test all pairs of averages; None if the tasks have no tests."""
        trials = [part.family.trial for part in self.parts if part.family is not None]
        if len(trials) < len(self.parts):
            return None
        names = list(dict.fromkeys(trial.name for trial in trials))
        trial = replace(trials[0], seed=self.seed, name="+".join(names))
        verdicts = tuple(self.verdict(a, b) for a, b in combinations(self.metrics, 2))
        return Family(
            self.level,
            self.coefficient,
            tuple(self.metrics),
            np.array([self.value(m) for m in self.metrics]),
            verdicts,
            trial,
            self.over,
            self.scores,
        )


def _averaged(mean: _Mean, style: Style) -> TaskReport:
    notes = _left_out(mean)
    if not mean.metrics:
        return TaskReport((), (), notes)
    family = mean.family()
    tests = [] if family is None else tests_of(family, style)
    ranks = [] if family is None else ranking(family, tests, style)
    clusters = {place.metric: place.cluster for place in ranks}
    signature = _signature(mean, family, style)
    averages = tuple(
        TaskAverage(
            metric=metric,
            human=style.human,
            level=mean.level,
            coefficient=mean.coefficient,
            value=mean.value(metric),
            n_tasks=len(mean.parts),
            weights=mean.weighting,
            scale="0-1" if mean.mixed else "as-is",
            cluster=clusters.get(metric),
            signature=signature,
        )
        for metric in mean.metrics
    )
    return TaskReport(averages, tuple(tests), notes)


def _signature(mean: _Mean, family: Family | None, style: Style) -> str:
    trial = None if family is None else family.trial
    return write_conditions(
        level=mean.level,
        coef=mean.coefficient,
        over=mean.over,
        weights=mean.weighting,
        scale="0-1" if mean.mixed else "as-is",
        test=None if trial is None else trial.signature,
        alternative=None if trial is None else style.alternative,
        correction=None if trial is None else style.correction.value,
        alpha=None if trial is None else style.alpha,
        systems=style.filters,
        scores=mean.scores,
        **origin(style.signatures.of(mean.scores)),
        resamples=None if trial is None else trial.count,
        seed=None if trial is None else trial.seed,
        version=version(),
    )


def _left_out(mean: _Mean) -> tuple[str, ...]:
    metrics = [m for m in mean.candidates if m not in mean.metrics]
    if not metrics:
        return ()
    listed = first_names(metrics, 10)
    what = "of everything" if mean.level == ALL else f"of {mean.coefficient} at {mean.level} level"
    return (
        f"{len(metrics)} metrics have no average {what}, as a task has no value of them: {listed}.",
    )

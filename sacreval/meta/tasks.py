"""Averages of metrics over tasks, with significance, as the WMT metrics task ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sacreval.errors import UsageError
from sacreval.meta.family import Family
from sacreval.stats.arrays import Floats
from sacreval.stats.clusters import average_tasks, rank_clusters


class Task(NamedTuple):
    """A family of comparisons and its weight in the average."""

    family: Family
    weight: float = 1.0


@dataclass(frozen=True)
class Average:
    """A metric's average over tasks.

    Attributes:
        metric: The metric.
        value: Weighted mean of its values, correlations r mapped to (r + 1) / 2.
        cluster: From 1, parted at one-sided p <= alpha.
    """

    metric: str
    value: float
    cluster: int


@dataclass(frozen=True)
class TaskRanking:
    """Averages, best first, and the p-values behind their clusters.

    Attributes:
        averages: Best first.
        p_better: One-sided p that row is better than column.
        left_out: Metrics that some task lacks, or leaves undefined.
    """

    averages: tuple[Average, ...]
    p_better: Floats
    left_out: tuple[str, ...]


def average_over_tasks(tasks: Sequence[Task], *, alpha: float = 0.05) -> TaskRanking:
    """Average metrics over tasks; the tests re-use the paired draws of each task.

    Args:
        tasks: Families that were tested by permutation or bootstrap with equally many resamples.
        alpha: Of the clusters.

    Raises:
        UsageError: Tasks without draws, with different numbers of them, or without a common metric.
    """
    everyone = sorted({m for task in tasks for m in task.family.metrics})
    common = [m for m in everyone if all(_defined(task.family, m) for task in tasks)]
    if not common:
        raise UsageError(
            "The tasks have no metric in common that all of them define; check the names."
        )
    counts = {len(v.draws) for t in tasks for v in t.family.verdicts if v.draws is not None}
    listed = [t.family.trial.swaps is not None and t.family.trial.swaps.exact for t in tasks]
    if len(counts) > 1 or any(listed):
        raise UsageError(
            "Averages need the same number of random draws in each task; use --no-exact."
        )
    values = np.array([[_unit(t.family, _value(t.family, m)) for m in common] for t in tasks])
    draws = np.array([_draws(task.family, common) for task in tasks])
    found = average_tasks(values, draws, np.array([task.weight for task in tasks]))
    order = sorted(range(len(common)), key=lambda i: (-found.averages[i], common[i]))
    p_better = found.p_better[np.ix_(order, order)]
    clusters = rank_clusters(p_better, alpha)
    averages = tuple(
        Average(common[i], float(found.averages[i]), int(c))
        for i, c in zip(order, clusters, strict=True)
    )
    return TaskRanking(averages, p_better, tuple(m for m in everyone if m not in common))


def _defined(family: Family, metric: str) -> bool:
    return metric in family.metrics and not np.isnan(_value(family, metric))


def _value(family: Family, metric: str) -> float:
    return float(family.values[family.metrics.index(metric)])


def _unit(family: Family, value: float) -> float:
    return value if family.is_accuracy else (value + 1) / 2


def _draws(family: Family, metrics: Sequence[str]) -> Floats:
    """Null differences of each pair in the order of `metrics`, on the unit scale."""
    n = len(family.metrics)
    number = np.zeros((n, n), dtype=np.int64)
    number[np.triu_indices(n, 1)] = np.arange(n * (n - 1) // 2)
    rows = []
    for a, b in ((a, b) for i, a in enumerate(metrics) for b in metrics[i + 1 :]):
        i, k = family.metrics.index(a), family.metrics.index(b)
        verdict = family.verdicts[number[min(i, k), max(i, k)]]
        if verdict.draws is None:
            raise UsageError(
                f"{a} and {b} have no draws ({verdict.reason}); use a permutation test."
            )
        rows.append(verdict.draws if i < k else -verdict.draws)
    scale = 1.0 if family.is_accuracy else 0.5
    return scale * np.array(rows).reshape(len(rows), -1)

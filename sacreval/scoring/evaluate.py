"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sacreval.metric import Metric
from sacreval.records import Batch, Scored
from sacreval.results import Interval, Report, Result
from sacreval.scoring.collect import Collected, collect
from sacreval.stats.resampling import bootstrap_sums, percentile_interval

if TYPE_CHECKING:
    from sacreval.metric import Array

SEED = 12345  # sacrebleu's default, so that intervals of the same data are the same


@dataclass(frozen=True, kw_only=True)
class Bootstrap:
    """How confidence intervals are found.

    Args:
        resamples: How many resamples to draw.
        confidence: The share of resamples inside the interval.
        seed: Of the random numbers.
    """

    resamples: int = 1000
    confidence: float = 0.95
    seed: int = SEED


@dataclass(frozen=True)
class Evaluation:
    """All that `evaluate` knows when every record has been read.

    Args:
        metric: The metric, on its engine.
        systems: System to its rows.
        by: The group to break results down by, or None.
    """

    metric: Metric
    systems: dict[str, Collected]
    by: str | None = None

    def report(self, bootstrap: Bootstrap | None = None) -> Report:
        """Give a result for every system, group and output.

        Args:
            bootstrap: How intervals are found; None for none.
        """
        results = [
            result
            for system, collected in self.systems.items()
            for group, rows in self._groups(collected)
            for result in self._results(system, group, rows, bootstrap)
        ]
        failures = [text for one in self.systems.values() for text in one.failures.values()]
        return Report(results, notices=coverage(self.systems), failures=failures)

    def instances(self) -> Iterator[Scored]:
        """Give the scores of every record, by the metric's rule for single ones."""
        metric = self.metric.for_instances()
        for system, collected in self.systems.items():
            names, rows, order = collected.ordered()
            columns = {name: column.tolist() for name, column in metric.reduce(rows).items()}
            for i, name in enumerate(names):
                error = collected.failures.get(order[i])
                scores = {
                    output: None if error else values[i] for output, values in columns.items()
                }
                yield Scored(instance_id=name, system_id=system, scores=scores, error=error)

    def _groups(self, collected: Collected) -> Iterator[tuple[str | None, Array]]:
        import numpy as np

        _, rows, order = collected.ordered()
        scored = ~np.isnan(rows).any(axis=1)
        yield None, rows[scored]
        if self.by is not None:
            groups = np.array([collected.groups[i] for i in order])
            for value in np.unique(groups):
                yield f"{self.by}={value}", rows[scored & (groups == value)]

    def _results(
        self, system: str, group: str | None, rows: Array, bootstrap: Bootstrap | None
    ) -> Iterator[Result]:
        scores = self.metric.reduce(rows.sum(axis=0)) if len(rows) else {}
        intervals = _intervals(self.metric, rows, bootstrap)
        for output in self.metric.outputs:
            value = float(scores[output]) if output in scores else None
            yield Result(
                metric=self.metric.name,
                output=output,
                system_id=system,
                group=group,
                value=value,
                n=len(rows),
                higher_is_better=self.metric.is_higher_better(output),
                interval=intervals.get(output),
                signature=self.systems[system].fingerprint.signature(self.metric),
                engine=self.metric.engine,
            )


def evaluate(batches: Iterable[Batch], metric: Metric, *, by: str | None = None) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: The metric, on its engine.
        by: The group to break results down by, or None.
    """
    return Evaluation(metric, collect(batches, metric, by=by), by)


def coverage(systems: dict[str, Collected]) -> list[str]:
    """Say which systems do not cover the same instances."""
    sets = {system: one.places.keys() for system, one in systems.items()}
    if all(a == b for a, b in combinations(sets.values(), 2)):
        return []
    shared = len(set.intersection(*(set(names) for names in sets.values())))
    counts = ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    return [f"systems cover different instances ({counts}; {shared} in common): compare with care"]


def _intervals(metric: Metric, rows: Array, bootstrap: Bootstrap | None) -> dict[str, Interval]:
    if bootstrap is None or len(rows) < 2:  # noqa: PLR2004 - one instance has no spread
        return {}
    sums = bootstrap_sums(rows, resamples=bootstrap.resamples, seed=bootstrap.seed)
    intervals = {}
    for output, scores in metric.reduce(sums).items():
        low, high = percentile_interval(scores, level=bootstrap.confidence)
        intervals[output] = Interval(
            low=float(low),
            high=float(high),
            level=bootstrap.confidence,
            method="bootstrap-percentile",
            resamples=bootstrap.resamples,
            seed=bootstrap.seed,
        )
    return intervals

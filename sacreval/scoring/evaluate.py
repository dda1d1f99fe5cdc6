"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sacreval.errors import UsageError
from sacreval.metric import Metric, SampleMetric, SetMetric
from sacreval.records import Batch
from sacreval.results import InstanceScores, Interval, Report, Result
from sacreval.scoring.collect import Collected, collect
from sacreval.stats.resampling import bootstrap_sums, bootstrap_weights, percentile_interval
from sacreval.version import version

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
            for group, members in self._groups(collected)
            for result in self._results(system, group, members, bootstrap)
        ]
        failures = [text for one in self.systems.values() for text in one.failures.values()]
        return Report(results, notices=coverage(self.systems), failures=failures)

    def instances(self) -> Iterator[InstanceScores]:
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
                yield InstanceScores(name, system, scores, error)

    def _groups(self, collected: Collected) -> Iterator[tuple[str | None, Members]]:
        import numpy as np

        _, rows, order = collected.ordered()
        places = np.array(order)
        scored = ~np.isnan(rows).any(axis=1)
        yield None, Members(rows[scored], places[scored])
        if self.by is not None:
            groups = np.array([collected.groups[i] for i in order])
            for value in np.unique(groups):
                picked = scored & (groups == value)
                yield f"{self.by}={value}", Members(rows[picked], places[picked])

    def _results(
        self, system: str, group: str | None, members: Members, bootstrap: Bootstrap | None
    ) -> Iterator[Result]:
        collected = self.systems[system]
        scores = _scores(self.metric, members, collected) if len(members.rows) else {}
        intervals = _intervals(self.metric, members.rows, bootstrap)
        for output in self.metric.outputs:
            value = float(scores[output]) if output in scores else None
            yield Result(
                metric=self.metric.name,
                output=output,
                system_id=system,
                group=group,
                value=value,
                n=len(members.rows),
                higher_is_better=self.metric.is_higher_better(output),
                interval=intervals.get(output),
                signature=full_signature(self.metric, collected),
                engine=self.metric.engine,
            )


@dataclass(frozen=True)
class Members:
    """The scored records of a system or of a group in it.

    Args:
        rows: Array (n, k).
        places: Where each stood in the input, array (n,).
    """

    rows: Array
    places: Array


def evaluate(batches: Iterable[Batch], metric: Metric, *, by: str | None = None) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: The metric, on its engine.
        by: The group to break results down by, or None.
    """
    if not metric.is_settled():
        batches = list(batches)
        metric = metric.settle(batches)
    return Evaluation(metric, collect(batches, metric, by=by), by)


def full_signature(metric: Metric, collected: Collected) -> str:
    """Write the signature of a result: metric, options, references, versions, data."""
    parts = [metric.signature()]
    if counts := collected.reference_counts:
        low, high = min(counts), max(counts)
        parts.append(f"refs:{low}" if low == high else f"refs:{low}-{high}")
    parts += [f"{name}:{version(name)}" for name in ("sacreval", *metric.libraries)]
    return "|".join([*parts, collected.hashes()])


def coverage(systems: dict[str, Collected]) -> list[str]:
    """Say which systems do not cover the same instances."""
    sets = {system: one.places.keys() for system, one in systems.items()}
    if all(a == b for a, b in combinations(sets.values(), 2)):
        return []
    shared = len(set.intersection(*(set(names) for names in sets.values())))
    counts = ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    return [f"systems cover different instances ({counts}; {shared} in common): compare with care"]


def _scores(metric: Metric, members: Members, collected: Collected) -> Mapping[str, Any]:
    import numpy as np

    if isinstance(metric, SampleMetric):
        return metric.estimate(members.rows, np.ones(len(members.rows)))
    if isinstance(metric, SetMetric):
        return metric.measure(collected.members(members.places.tolist()))
    return metric.reduce(members.rows.sum(axis=0))


def _resampled(metric: Metric, rows: Array, bootstrap: Bootstrap) -> Mapping[str, Array]:
    import numpy as np

    resamples, seed = bootstrap.resamples, bootstrap.seed
    if isinstance(metric, SampleMetric):
        blocks = [
            metric.estimate(rows, weights)
            for weights in bootstrap_weights(len(rows), resamples=resamples, seed=seed)
        ]
        return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    if isinstance(metric, SetMetric):
        raise UsageError(
            f"{metric.name} is computed anew for every set and has no intervals here; drop --ci"
        )
    return metric.reduce(bootstrap_sums(rows, resamples=resamples, seed=seed))


def _intervals(metric: Metric, rows: Array, bootstrap: Bootstrap | None) -> dict[str, Interval]:
    if bootstrap is None or len(rows) < 2:  # noqa: PLR2004 - one instance has no spread
        return {}
    intervals = {}
    for output, scores in _resampled(metric, rows, bootstrap).items():
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

"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metric import Metric
from sacreval.records import Batch, Scored
from sacreval.results import Interval, Report, Result
from sacreval.scoring.collect import Collected, collect
from sacreval.scoring.engine import scores_of
from sacreval.scoring.entries import Entry, listed
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


class Part(NamedTuple):
    """The scored records of one system and group, as one entry sees them.

    Args:
        system: The system.
        group: `name=value`, or None for all records.
        entry: Who gave the rows.
        rows: Array (n, k).
    """

    system: str
    group: str | None
    entry: Entry
    rows: Array


@dataclass(frozen=True)
class Evaluation:
    """All that `evaluate` knows when every record has been read.

    Args:
        entries: The metrics, on their engines.
        systems: System to its rows.
        by: The group to break results down by, or None.
    """

    entries: Sequence[Entry]
    systems: dict[str, Collected]
    by: str | None = None

    def report(self, bootstrap: Bootstrap | None = None) -> Report:
        """Give a result for every system, group and output.

        Args:
            bootstrap: How intervals are found; None for none.
        """
        parts = [part for system in self.systems for part in self._parts(system)]
        resampled = _resampled(parts, bootstrap)
        results = [
            result
            for i, part in enumerate(parts)
            for result in self._results(part, _intervals(part.entry, resampled.get(i), bootstrap))
        ]
        failures = [text for one in self.systems.values() for text in one.failures()]
        return Report(results, notices=coverage(self.systems), failures=failures)

    def instances(self) -> Iterator[Scored]:
        """Give the scores of every record, by the metrics' rules for single ones."""
        single = [entry.for_instances() for entry in self.entries]
        for system, collected in self.systems.items():
            tables = [collected.rows(i) for i in range(len(single))]
            columns = {
                name: (j, column.tolist())
                for j, entry in enumerate(single)
                for name, column in entry.named(scores_of(entry.metric, tables[j])).items()
            }
            for i, (name, place) in enumerate(zip(*collected.order, strict=True)):
                errors = [column.failures.get(place) for column in collected.columns]
                yield Scored(
                    instance_id=name,
                    system_id=system,
                    scores={x: None if errors[j] else v[i] for x, (j, v) in columns.items()},
                    error="; ".join(text for text in errors if text) or None,
                    statistics={
                        entry.name: tables[j][i].tolist()
                        for j, entry in enumerate(self.entries)
                        if not errors[j]
                    },
                )

    def _parts(self, system: str) -> Iterator[Part]:
        import numpy as np

        collected = self.systems[system]
        tables = [collected.rows(i) for i in range(len(self.entries))]
        scored = [~np.isnan(rows).any(axis=1) for rows in tables]
        for entry, rows, kept in zip(self.entries, tables, scored, strict=True):
            yield Part(system, None, entry, rows[kept])
        if self.by is None:
            return
        groups = np.array([collected.groups[i] for i in collected.order.places])
        for value in np.unique(groups):
            for entry, rows, kept in zip(self.entries, tables, scored, strict=True):
                yield Part(system, f"{self.by}={value}", entry, rows[kept & (groups == value)])

    def _results(self, part: Part, intervals: Mapping[str, Interval]) -> Iterator[Result]:
        metric, rows = part.entry.metric, part.rows
        scores = part.entry.named(metric.reduce(rows.sum(axis=0))) if len(rows) else {}
        for output, better in part.entry.directions().items():
            yield Result(
                metric=metric.name,
                output=output,
                system_id=part.system,
                group=part.group,
                value=float(scores[output]) if output in scores else None,
                n=len(rows),
                higher_is_better=better,
                interval=intervals.get(output),
                signature=self.systems[part.system].signature(part.entry),
                engine=metric.engine,
                alias=part.entry.alias,
            )


def evaluate(
    batches: Iterable[Batch],
    metrics: Metric | Sequence[Entry],
    *,
    by: str | None = None,
    workers: int = 1,
) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metrics: A metric or the entries of a suite, on their engines.
        by: The group to break results down by, or None.
        workers: How many metrics may run side by side.
    """
    entries = listed(metrics)
    return Evaluation(entries, collect(batches, entries, by=by, workers=workers), by)


def coverage(systems: dict[str, Collected]) -> list[str]:
    """Say which systems do not cover the same instances."""
    sets = {system: one.places.keys() for system, one in systems.items()}
    if all(a == b for a, b in combinations(sets.values(), 2)):
        return []
    shared = len(set.intersection(*(set(names) for names in sets.values())))
    counts = ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    return [f"systems cover different instances ({counts}; {shared} in common): compare with care"]


def _resampled(parts: Sequence[Part], bootstrap: Bootstrap | None) -> dict[int, Array]:
    if bootstrap is None:
        return {}
    spread = [i for i, part in enumerate(parts) if len(part.rows) > 1]  # one has no spread
    sums = bootstrap_sums(
        [parts[i].rows for i in spread], resamples=bootstrap.resamples, seed=bootstrap.seed
    )
    return dict(zip(spread, sums, strict=True))


def _intervals(
    entry: Entry, sums: Array | None, bootstrap: Bootstrap | None
) -> dict[str, Interval]:
    if sums is None or bootstrap is None:
        return {}
    intervals = {}
    for output, scores in entry.named(entry.metric.reduce(sums)).items():
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

"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sacreval.errors import UsageError
from sacreval.metric import Metric
from sacreval.records import Batch, Scored
from sacreval.results import Interval, Report, Result
from sacreval.scoring.collect import Collected, collect
from sacreval.scoring.groups import Summary, by_group
from sacreval.scoring.intervals import Bootstrap, intervals
from sacreval.scoring.members import Members

if TYPE_CHECKING:
    from sacreval.metric import Array


@dataclass(frozen=True)
class Evaluation:
    """All that `evaluate` knows when every record has been read.

    Args:
        metric: The metric, on its engine.
        systems: System to its rows.
        by: The group to break results down by, or None.
        summaries: What is made of the scores of these groups.
    """

    metric: Metric
    systems: dict[str, Collected]
    by: str | None = None
    summaries: tuple[Summary, ...] = ()

    def report(self, bootstrap: Bootstrap | None = None) -> Report:
        """Give a result for every system, group and output.

        Args:
            bootstrap: How intervals are found; None for none.
        """
        results = [
            result
            for system, collected in self.systems.items()
            for result in self._of_system(system, collected, bootstrap)
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

    def _of_system(
        self, system: str, collected: Collected, bootstrap: Bootstrap | None
    ) -> Iterator[Result]:
        members = Members.of(collected)
        found: list[tuple[str | None, Members]] = [(None, members)]
        if self.by is not None:
            found += [(f"{self.by}={value}", part) for value, part in members.split(self.by)]
        for group, part in found:
            scores = part.scores(self.metric) if len(part) else {}
            around = intervals(self.metric, part, bootstrap)
            yield from self._results(system, group, len(part), scores, around)
        for summary in self.summaries:
            groups = by_group(self.metric, members, self.by or "", summary)
            yield from self._results(
                system,
                f"{self.by}=({summary})",
                len(groups),
                groups.scores(),
                groups.intervals(bootstrap),
            )

    def _results(
        self,
        system: str,
        group: str | None,
        n: int,
        scores: Mapping[str, Array],
        around: Mapping[str, Interval],
    ) -> Iterator[Result]:
        signature = self.systems[system].fingerprint.signature(self.metric)
        for output in self.metric.outputs:
            yield Result(
                metric=self.metric.name,
                output=output,
                system_id=system,
                group=group,
                value=float(scores[output]) if output in scores else None,
                n=n,
                higher_is_better=self.metric.is_higher_better(output),
                interval=around.get(output),
                signature=signature,
                engine=self.metric.engine,
            )


def evaluate(
    batches: Iterable[Batch],
    metric: Metric,
    *,
    by: str | None = None,
    summaries: Sequence[Summary] = (),
    unit: str | None = None,
) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metric: The metric, on its engine.
        by: The group to break results down by, or None.
        summaries: What is made of the scores of these groups.
        unit: The group that intervals draw whole, or None.

    Raises:
        UsageError: If there are no such groups.
    """
    if summaries and by is None:
        raise UsageError("--summary is over groups; name them with --by")
    if not metric.is_settled():
        batches = list(batches)
        metric = metric.settle(batches)
    names = dict.fromkeys([by, unit, *(s.variant for s in summaries)])
    collected = collect(batches, metric, [name for name in names if name is not None])
    return Evaluation(metric, collected, by, tuple(summaries))


def coverage(systems: dict[str, Collected]) -> list[str]:
    """Say which systems do not cover the same instances."""
    sets = {system: one.places.keys() for system, one in systems.items()}
    if all(a == b for a, b in combinations(sets.values(), 2)):
        return []
    shared = len(set.intersection(*(set(names) for names in sets.values())))
    counts = ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    return [f"systems cover different instances ({counts}; {shared} in common): compare with care"]

"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.metric import Metric
from sacreval.records import Batch, Scored
from sacreval.results import Interval, Report, Result
from sacreval.scoring.collect import Collected, collect
from sacreval.scoring.entries import Entry, listed, settle
from sacreval.scoring.groups import Grouped, Summary, by_group
from sacreval.scoring.intervals import SEED, Bootstrap, intervals
from sacreval.scoring.members import Members

if TYPE_CHECKING:
    from sacreval.metric import Array

__all__ = ["SEED", "Bootstrap", "Evaluation", "Part", "coverage", "evaluate"]


class Part(NamedTuple):
    """The scored records of one system and group, as one entry sees them.

    Args:
        system: The system.
        group: `name=value`, or None for all records.
        entry: Who gave the rows.
        members: The records, or the scores of their groups.
    """

    system: str
    group: str | None
    entry: Entry
    members: Members | Grouped

    def scores(self) -> Mapping[str, Array]:
        """Score the records together."""
        if isinstance(self.members, Grouped):
            return self.members.scores()
        return self.members.scores(self.entry.metric) if len(self.members) else {}


@dataclass(frozen=True)
class Evaluation:
    """All that `evaluate` knows when every record has been read.

    Args:
        entries: The metrics, on their engines.
        systems: System to its rows.
        by: The group to break results down by, or None.
        summaries: What is made of the scores of these groups.
    """

    entries: Sequence[Entry]
    systems: dict[str, Collected]
    by: str | None = None
    summaries: tuple[Summary, ...] = ()

    def report(self, bootstrap: Bootstrap | None = None) -> Report:
        """Give a result for every system, group and output.

        Args:
            bootstrap: How intervals are found; None for none.
        """
        parts = [part for system in self.systems for part in self._parts(system)]
        around = _intervals(parts, bootstrap)
        results = [
            result for i, part in enumerate(parts) for result in self._results(part, around[i])
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
                for name, column in entry.named(entry.metric.reduce(tables[j])).items()
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
        collected = self.systems[system]
        tables = [(entry, Members.of(collected, i)) for i, entry in enumerate(self.entries)]
        for entry, members in tables:
            yield Part(system, None, entry, members)
        if self.by is None:
            return
        split = [(entry, dict(members.split(self.by))) for entry, members in tables]
        for value in split[0][1]:
            for entry, groups in split:
                yield Part(system, f"{self.by}={value}", entry, groups[value])
        for summary in self.summaries:
            for entry, members in tables:
                groups_of = by_group(entry.metric, members, self.by, summary)
                yield Part(system, f"{self.by}=({summary})", entry, groups_of)

    def _results(self, part: Part, around: Mapping[str, Interval]) -> Iterator[Result]:
        metric = part.entry.metric
        scores, intervals = part.entry.named(part.scores()), part.entry.named(around)
        for output, better in part.entry.directions().items():
            yield Result(
                metric=metric.name,
                output=output,
                system_id=part.system,
                group=part.group,
                value=float(scores[output]) if output in scores else None,
                n=len(part.members),
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
    summaries: Sequence[Summary] = (),
    unit: str | None = None,
    workers: int = 1,
) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metrics: A metric or the entries of a suite, on their engines.
        by: The group to break results down by, or None.
        summaries: What is made of the scores of these groups.
        unit: The group that intervals draw whole, or None.
        workers: How many metrics may run side by side.

    Raises:
        UsageError: If there are no such groups.
    """
    if summaries and by is None:
        raise UsageError("--summary is over groups; name them with --by")
    entries, held = settle(listed(metrics), batches)
    names = dict.fromkeys([by, unit, *(s.variant for s in summaries)])
    wanted = [name for name in names if name is not None]
    collected = collect(held, entries, wanted, workers=workers)
    return Evaluation(entries, collected, by, tuple(summaries))


def coverage(systems: dict[str, Collected]) -> list[str]:
    """Say which systems do not cover the same instances."""
    sets = {system: one.places.keys() for system, one in systems.items()}
    if all(a == b for a, b in combinations(sets.values(), 2)):
        return []
    shared = len(set.intersection(*(set(names) for names in sets.values())))
    counts = ", ".join(f"{system} {len(names)}" for system, names in sets.items())
    return [f"systems cover different instances ({counts}; {shared} in common): compare with care"]


def _intervals(parts: Sequence[Part], bootstrap: Bootstrap | None) -> list[Mapping[str, Interval]]:
    """Give the intervals of every part; parts with equally many records share their resamples."""
    found: list[Mapping[str, Interval]] = [{} for _ in parts]
    if bootstrap is None:
        return found
    plain = []
    for i, part in enumerate(parts):
        if isinstance(part.members, Grouped):
            found[i] = part.members.intervals(bootstrap)
        else:
            plain.append((i, part.entry.metric, part.members))
    several = intervals([(metric, members) for _, metric, members in plain], bootstrap)
    for (i, _, _), one in zip(plain, several, strict=True):
        found[i] = one
    return found

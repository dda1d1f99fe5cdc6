"""Evaluation: the rows of a run, its parts, and the results and scores computed from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from sacreval.core.contract.declarations import computed_by
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Around, Band, Interval, Missing, Noticed, Report, Result
from sacreval.core.signature import write_conditions
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.carried_fields import RECORD
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.empty_outputs import empty_notices, unanswered_notices
from sacreval.scoring.rows.subset import RecordDetails, Subset
from sacreval.scoring.rows.text_samples import ContainedReferences
from sacreval.scoring.run_notices import (
    ScoredTogether,
    correlations_of_two,
    coverage,
    infinite,
    is_nan,
    nan_scores,
    record_notices,
    undefined,
    undefined_records,
    undefined_scores,
    without_interval,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.groups import GroupScores, Summary
    from sacreval.scoring.inputs.breakdowns import Breakdown
    from sacreval.scoring.intervals.corrected_means import Humans
    from sacreval.scoring.intervals.dependence import ChosenUnit
    from sacreval.scoring.intervals.interval_options import IntervalOptions
    from sacreval.scoring.rows.logged_scores import LoggedScores


class Part(Struct, frozen=True):
    """What one metric's results are about: records of a system, or the scores of its groups.

    Args:
        system: The system.
        group: `name=value`, `name=(summary)`, or None for all records.
        entry: The metric.
        over: The records, or the scores of the groups.
        by: What records are grouped by; None for all records.
    """

    system: str
    group: str | None
    entry: Entry
    over: Subset | GroupScores
    by: Breakdown | None = None


def part_results(part: Part, around: Around, collected: Collected, place: int) -> Iterator[Result]:
    """Yield the result of each output of a metric over a part."""
    entry = part.entry
    scores: Mapping[str, Array] = entry.named(part.over.scores() if len(part.over) else {})
    bounds, bands = entry.named(around.intervals), entry.named(around.bands)
    repeats = entry.named(around.repeats)
    lacking = _missing(part, scores, collected, place)
    counts = _counts(part.over, next((missing.total for missing in lacking.values()), 0))
    signature = collected.signature(entry)
    made_of = part.over.details_within(around.details) if isinstance(part.over, Subset) else {}
    main = entry.main
    old_names = {new: old for old, new in entry.rename.items()}
    for output, better in entry.directions().items():
        yield Result(
            metric=entry.metric.name,
            output=output,
            system_id=part.system,
            group=part.group,
            by=part.by.text if part.by else None,
            of=None if part.by else collected.of,
            value=float(scores[output]) if output in scores else None,
            higher_is_better=better,
            interval=bounds.get(output),
            signature=with_interval(signature, bounds.get(output) or bands.get(output)),
            engine=computed_by(entry.metric),
            alias=entry.alias,
            renamed=old_names.get(output),
            band=bands.get(output),
            repeats=repeats.get(output),
            missing=lacking.get(output),
            main=output == main,
            details=made_of if output == main else {},
            noticed=_noticed(part, collected, place),
            **counts._asdict(),
        )


class _Counts(NamedTuple):
    """The numbers of a result, by its fields."""

    n: int
    unanswered: int
    samples: int | UnsetType = UNSET
    records: int | UnsetType = UNSET


def _counts(over: Subset | GroupScores, missing: int) -> _Counts:
    """Count the records, or the groups and the records in them."""
    if isinstance(over, Subset):
        answers = over.n_answers()
        samples = answers if answers != len(over) else UNSET
        return _Counts(len(over) + missing, over.n_unanswered(), samples)
    records = int(over.sizes.sum()) + missing if over.unanswered or missing else UNSET
    return _Counts(len(over) + len(over.missing), over.unanswered, records=records)


def _noticed(part: Part, collected: Collected, place: int) -> Noticed | None:
    """Return what the metric of a part counts on the records of its system."""
    if part.by:
        return None
    counts = collected.watches[place].noticed()
    return Noticed(**counts) if any(counts.values()) else None


def _missing(
    part: Part, scores: Mapping[str, Array], collected: Collected, place: int
) -> dict[str, Missing]:
    """Return the missing records of a part, by output; empty if there are none."""
    if not (states := collected.columns[place].states):
        return {}
    if not isinstance(part.over, Subset):  # of all groups, which have all records
        return dict.fromkeys(part.entry.outputs, Missing(**Counter(states.values())))
    from sacreval.scoring.rows.missing_records import missing

    numbers = {name: float(score) for name, score in scores.items()}
    labels = collected.group_labels(part.by) if part.by else None
    inside = None if labels is None else [label == part.group for label in labels]
    return missing(collected, place, inside, numbers, len(part.over))


def with_interval(signature: str, interval: Interval | Band | None) -> str:
    """Add what an interval or a band depends on to the signature of a result, before the data."""
    if interval is None:
        return signature
    if isinstance(interval, Interval):
        method = interval.method if interval.unit is None else f"{interval.method}-{interval.unit}"
        resamples = interval.resamples
    else:
        method, resamples = "calibrated", interval.draws
    conditions = write_conditions(
        ci=method, conf=interval.level, resamples=resamples, seed=interval.seed
    )
    return signature.replace("|data:", f"|{conditions}|data:", 1)


class Evaluation(msgspec.Struct, frozen=True):
    """The rows of a run after all records have been read; scores are computed from them.

    Args:
        entries: The metrics, with their engines set.
        systems: The rows of each system.
        by: What results are broken down by, each on its own.
        summaries: Summaries of the scores of these groups.
        only_sums: Whether rows may have been summed, so that single records have no scores.
        unseen_tokens: Notices about texts in which metrics find almost no token.
        contained: Outputs that contain a reference, of a sample of records; None if not counted.
        logged: The scores that the log of the records has; None if they were not kept.
        tasks: The tasks that results are broken down by without being asked to; mostly none.
    """

    entries: Sequence[Entry]
    systems: dict[str, Collected]
    by: tuple[Breakdown, ...] = ()
    summaries: tuple[Summary, ...] = ()
    only_sums: bool = False
    unseen_tokens: tuple[str, ...] = ()
    contained: ContainedReferences | None = None
    logged: LoggedScores | None = None
    tasks: tuple[str, ...] = ()

    def report(
        self, options: IntervalOptions | None = None, humans: Humans | None = None
    ) -> Report:
        """Return a result for every system, group and output.

        Args:
            options: How intervals are computed; None for none.
            humans: The human labels that correct means, which need intervals; None for none.

        Raises:
            UsageError: If a metric supports no intervals, or one of the summaries does not apply.
            ValueError: If intervals are requested but only sums were kept.
        """
        notices: list[str] = []
        if options is not None:
            self._need_rows()
            unit, notices = self._unit(options)
            options = replace(options, unit=unit)
            if options.covariate is not None:
                from sacreval.scoring.intervals.known_population import with_mean

                known = with_mean(options.covariate, self.systems.values())
                options = replace(options, covariate=known)
        parts = [part for system in self.systems for part in self._parts(system)]
        members = [part.over for part in parts if isinstance(part.over, Subset)]
        around, notices_on_bounds = _intervals(members, options)
        arounds = iter(around)
        results = [
            result
            for part in parts
            for result in part_results(
                part,
                next(arounds)
                if isinstance(part.over, Subset)
                else Around(part.over.intervals(options)),
                self.systems[part.system],
                self.entries.index(part.entry),
            )
        ]
        if humans is not None and options is not None:
            from sacreval.scoring.intervals import corrected_means

            labelled = [
                corrected_means.CorrectedPart(part.system, part.group, part.over)
                for part in parts
                if isinstance(part.over, Subset)
            ]
            corrected = corrected_means.with_corrected(results, labelled, humans, options)
            results, notices = corrected.results, [*notices, *corrected.notices]
        failures_by: dict[tuple[str | None, str], list[str]] = {
            (None, name): list(rows.failures()) for name, rows in self.systems.items()
        }
        failures = [text for texts in failures_by.values() for text in texts]
        failures += [text for result in results if (text := infinite(result))]
        results = [replace(r, value=None) if infinite(r) else r for r in results]
        where = {x: entry.metric.undefined_where for entry in self.entries for x in entry.outputs}
        notices += undefined_records(self.systems) + undefined_scores(results, where)
        failures += nan_scores(results, where)
        results = [replace(r, value=None) if is_nan(r) else r for r in results]
        if self.tasks:
            from sacreval.scoring.rows.tasks_apart import tasks_notice

            notices.append(tasks_notice(self.tasks))
        notices += coverage(self.systems) + notices_on_bounds
        notices += without_interval(self.systems) if options else []
        notices += empty_notices({x: y.empty for x, y in self.systems.items()}, self.entries)
        notices += self.unanswered_notices()
        scored = list(_scored(parts, results))
        notices += record_notices(self.systems) + undefined(scored) + correlations_of_two(scored)
        if self.summaries:
            from sacreval.scoring.groups import without_summaries

            notices += [*without_summaries(self.entries, self.summaries), *_without_groups(parts)]
        notices += self.unseen_tokens
        notices += self.differences(self.systems) or (
            self.contained.notices(results) if self.contained else []
        )
        return Report(results, notices=notices, failures=failures, failures_by=failures_by)

    def unanswered_notices(self) -> list[str]:
        """Describe in how many outputs each metric finds no answer."""
        return unanswered_notices(
            {
                entry.name: {name: rows.unanswered(i) for name, rows in self.systems.items()}
                for i, entry in enumerate(self.entries)
            }
        )

    def differences(self, systems: Mapping[str, Collected]) -> list[str]:
        """Name the scores of some systems that differ from those in the log of the records.

        Args:
            systems: The systems.
        """
        if self.logged is None or not self.logged.has_scores:
            return []
        from sacreval.scoring.agreement.agreement_notices import differences

        return differences(self.entries, systems, self.logged)

    def instances(self, *, details: bool = False) -> Iterator[Scored]:
        """Yield the scores of every record, by the formulas for single records.

        Args:
            details: Whether records have what their scores are made of.

        Raises:
            ValueError: If only sums were kept.
        """
        for system in self.systems:
            yield from self.scored(system, details=details)

    def scored(self, system: str, *, details: bool = False) -> Iterator[Scored]:
        """Yield the scores of the records of a system, by the metrics that score records.

        Args:
            system: The system.
            details: Whether records have what their scores are made of.

        Raises:
            ValueError: If only sums were kept.
        """
        self._need_rows()
        collected = self.systems[system]
        single = {j: x.for_instances() for j, x in enumerate(self.entries) if x.has_rows}
        tables = {j: collected.rows(j) for j in single}
        columns = {
            name: (j, column.tolist())
            for j, entry in single.items()
            for name, column in entry.record_scores(tables[j]).items()
        }
        made_of = RecordDetails(single, tables) if details else None
        names, places = collected.order
        outside = [column.outside for column in collected.columns]
        without = {entry.name: collected.without_answer(j) for j, entry in single.items()}
        for i, (name, place) in enumerate(zip(names, places.tolist(), strict=True)):
            errors = [column.failures.get(place) for column in collected.columns]
            rows = {
                self.entries[j].name: table[i].tolist()
                for j, table in tables.items()
                if not (errors[j] or place in outside[j])
            }
            yield Scored(
                instance_id=name,
                system_id=system,
                scores={
                    x: None if errors[j] or place in outside[j] else v[i]
                    for x, (j, v) in columns.items()
                },
                error="; ".join(text for text in errors if text) or None,
                unanswered=[x for x, at in without.items() if place in at and x in rows] or None,
                statistics=rows,
                details=made_of.of(i, errors) if made_of else None,
                **{k: column[place] for k, column in collected.carried.items() if k != RECORD},
            )

    def records(self, system: str) -> Iterator[Instance]:
        """Yield the records of a system in the order of their scores, if they were carried.

        Args:
            system: The system.
        """
        collected = self.systems[system]
        for place in collected.order.places.tolist():
            yield collected.carried[RECORD][place]

    def place(self, result: Result) -> int:
        """Return the index of the metric of a result."""
        return next(i for i, entry in enumerate(self.entries) if result.output in entry.outputs)

    def members(self, result: Result) -> Subset | None:
        """Return the records that a result is about; None for a summary of groups."""
        everything = Subset.of(self.systems[result.system_id], self.place(result))
        if result.group is None:
            return everything
        by = next(breakdown for breakdown in self.by if breakdown.text == result.by)
        return dict(everything.split(by)).get(result.group)

    def _unit(self, options: IntervalOptions) -> ChosenUnit:
        """Choose the units of intervals."""
        from sacreval.scoring.intervals.dependence import unit_of_intervals

        parts = (
            Subset.of(collected, i)
            for collected in self.systems.values()
            for i, entry in enumerate(self.entries)
            if entry.has_rows
        )
        keys = (field.key for by in self.by for field in by.fields)
        besides = [*keys, *(summary.variant for summary in self.summaries)]
        return unit_of_intervals(options, parts, besides)

    def _need_rows(self) -> None:
        if self.only_sums:
            raise ValueError("only sums were kept; call evaluate with only_sums=False")

    def _parts(self, system: str) -> Iterator[Part]:
        collected = self.systems[system]
        everything = [Subset.of(collected, i) for i in range(len(self.entries))]
        for members in everything:
            yield Part(system, None, members.entry, members)
        for by, places in self.breakdowns().items():
            yield from self._groups(system, by, [everything[i] for i in places])

    def breakdowns(self) -> dict[Breakdown, list[int]]:
        """Return what results are broken down by, with the places of the metrics that are."""
        if not self.by and not any(entry.by for entry in self.entries):
            return {}
        from sacreval.scoring.inputs.breakdowns import breakdowns

        by_text: dict[str, tuple[Breakdown, list[int]]] = {x.text: (x, []) for x in self.by}
        for i, entry in enumerate(self.entries):
            for breakdown in breakdowns(entry.by) if entry.by else self.by:
                by_text.setdefault(breakdown.text, (breakdown, []))[1].append(i)
        return {breakdown: places for breakdown, places in by_text.values() if places}

    def _groups(self, system: str, by: Breakdown, everything: Sequence[Subset]) -> Iterator[Part]:
        """Yield the groups of a breakdown, then the summaries of them."""
        from sacreval.scoring.groups import by_group

        for parts in zip(*(members.split(by) for members in everything), strict=True):
            for name, part in parts:
                yield Part(system, name, part.entry, part, by)
        for summary in self.summaries:
            for members in everything:
                groups = by_group(members, by, summary)
                yield Part(system, f"{by.name}=({summary})", members.entry, groups, by)


def _scored(parts: Sequence[Part], results: Sequence[Result]) -> Iterator[ScoredTogether]:
    table = {(r.system_id, r.group, r.output): r for r in results}
    for part in parts:
        if isinstance(part.over, Subset):
            outputs = part.entry.directions()
            yield ScoredTogether(part.over, {x: table[part.system, part.group, x] for x in outputs})


def _without_groups(parts: Sequence[Part]) -> list[str]:
    """Name the summaries without a value, since all records of a group are missing."""
    by_summary: dict[tuple[str, str, str], list[str]] = {}
    for part in parts:
        if part.group and not isinstance(part.over, Subset) and part.over.missing:
            key = (part.entry.name, part.system, ", ".join(part.over.missing))
            by_summary.setdefault(key, []).append(part.group)
    return [
        f"no {', '.join(summaries)} by {metric} of '{system}': all records of {groups} are missing"
        for (metric, system, groups), summaries in by_summary.items()
    ]


def _intervals(
    members: Sequence[Subset], options: IntervalOptions | None
) -> tuple[Sequence[Around], list[str]]:
    """Compute the intervals of all parts, and notices on them."""
    if options is None:
        return [Around() for _ in members], []
    from sacreval.scoring.intervals.interval_notices import interval_notices
    from sacreval.scoring.intervals.system_intervals import intervals, plans

    planned = plans(members, options)
    around = intervals(planned, options)
    return around, interval_notices(planned, around)

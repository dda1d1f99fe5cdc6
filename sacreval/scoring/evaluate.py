"""evaluate: from batches of records to results of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isinf
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance, Scored
from sacreval.core.results import Around, Band, Interval, Missing, Report, Result
from sacreval.core.signature import write_conditions
from sacreval.errors import UsageError
from sacreval.execution import SERIAL, Backend
from sacreval.scoring.carried_fields import RECORD
from sacreval.scoring.collected_rows import Collected, collect
from sacreval.scoring.engine import scores_of
from sacreval.scoring.notices import (
    ScoredTogether,
    coverage,
    remarks,
    undefined,
    without_interval,
)
from sacreval.scoring.record_checks import settled
from sacreval.scoring.run_metrics import Entry
from sacreval.scoring.subset import Subset
from sacreval.scoring.unseen_tokens import UnseenTokens

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.scoring.corrected_means import Means
    from sacreval.scoring.dependence import Chosen
    from sacreval.scoring.groups import GroupScores, Summary
    from sacreval.scoring.human_labels import Humans
    from sacreval.scoring.interval_choice import IntervalOptions


class Part(Struct, frozen=True):
    """What one metric's results are about: records of a system, or the scores of its groups.

    Args:
        system: The system.
        group: `name=value`, `name=(summary)`, or None for all records.
        entry: The metric.
        over: The records, or the scores of the groups.
    """

    system: str
    group: str | None
    entry: Entry
    over: Subset | GroupScores


class Evaluation(msgspec.Struct, frozen=True):
    """The rows of a run after all records have been read; scores are computed from them.

    Args:
        entries: The metrics, with their engines set.
        systems: The rows of each system.
        by: The group to break results down by, or None.
        summaries: Summaries of the scores of these groups.
        only_sums: Whether rows may have been summed, so that single records have no scores.
        unseen_tokens: Notices about texts in which metrics find almost no token.
    """

    entries: Sequence[Entry]
    systems: dict[str, Collected]
    by: str | None = None
    summaries: tuple[Summary, ...] = ()
    only_sums: bool = False
    unseen_tokens: tuple[str, ...] = ()

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
                from sacreval.scoring.known_population import with_mean

                known = with_mean(options.covariate, self.systems.values())
                options = replace(options, covariate=known)
        parts = [part for system in self.systems for part in self._parts(system)]
        members = [part.over for part in parts if isinstance(part.over, Subset)]
        around, remarks_on_bounds = _intervals(members, options)
        found = iter(around)
        results = [
            result
            for part in parts
            for result in self._results(
                part,
                next(found)
                if isinstance(part.over, Subset)
                else Around(part.over.intervals(options)),
            )
        ]
        if humans is not None and options is not None:
            corrected = _corrected(results, parts, humans, options)
            results, notices = corrected.results, [*notices, *corrected.notices]
        failures = [text for one in self.systems.values() for text in one.failures()]
        failures += [text for result in results if (text := _infinite(result))]
        results = [replace(r, value=None) if _infinite(r) else r for r in results]
        notices += coverage(self.systems) + remarks_on_bounds
        notices += without_interval(self.systems) if options else []
        notices += remarks(self.systems) + undefined(_scored(parts, results))
        notices += [*self._without_worst(), *self.unseen_tokens]
        return Report(results, notices=notices, failures=failures)

    def instances(self) -> Iterator[Scored]:
        """Yield the scores of every record, by the formulas for single records.

        Raises:
            ValueError: If only sums were kept.
        """
        for system in self.systems:
            yield from self.scored(system)

    def scored(self, system: str) -> Iterator[Scored]:
        """Yield the scores of the records of a system, by the metrics that score records.

        Args:
            system: The system.

        Raises:
            ValueError: If only sums were kept.
        """
        self._need_rows()
        collected = self.systems[system]
        single = {j: one.for_instances() for j, one in enumerate(self.entries) if one.has_rows}
        tables = {j: collected.rows(j) for j in single}
        columns = {
            name: (j, column.tolist())
            for j, entry in single.items()
            for name, column in entry.named(scores_of(entry.metric, tables[j])).items()
        }
        names, places = collected.order
        for i, (name, place) in enumerate(zip(names, places.tolist(), strict=True)):
            errors = [column.failures.get(place) for column in collected.columns]
            yield Scored(
                instance_id=name,
                system_id=system,
                scores={x: None if errors[j] else v[i] for x, (j, v) in columns.items()},
                error="; ".join(text for text in errors if text) or None,
                statistics={
                    self.entries[j].name: table[i].tolist()
                    for j, table in tables.items()
                    if not errors[j]
                },
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

    def _unit(self, options: IntervalOptions) -> Chosen:
        """Choose the units of intervals: as named, or a group whose records are alike."""
        from sacreval.scoring.dependence import Chosen, as_independent, choose_unit, strongest
        from sacreval.scoring.interval_choice import INDEPENDENT

        if options.unit is not None or options.method not in ("auto", *INDEPENDENT):
            return Chosen(options.unit, [])
        parts = [
            Subset.of(collected, i)
            for collected in self.systems.values()
            for i, entry in enumerate(self.entries)
            if entry.has_rows
        ]
        besides = [self.by, *(summary.variant for summary in self.summaries)]
        alike = strongest(parts, besides)
        return choose_unit(alike) if options.method == "auto" else as_independent(alike)

    def _without_worst(self) -> list[str]:
        """Describe which outputs have no worst group."""
        if not any(summary.how == "worst" for summary in self.summaries):
            return []
        every = (pair for entry in self.entries for pair in entry.directions().items())
        names = ", ".join(name for name, better in every if better is None)
        return [f"no worst group by {names}: neither larger nor smaller is better"] if names else []

    def _need_rows(self) -> None:
        if self.only_sums:
            raise ValueError("only sums were kept; call evaluate with only_sums=False")

    def _parts(self, system: str) -> Iterator[Part]:
        collected = self.systems[system]
        everything = [Subset.of(collected, i) for i in range(len(self.entries))]
        for members in everything:
            yield Part(system, None, members.entry, members)
        if self.by is None:
            return
        from sacreval.scoring.groups import by_group

        for parts in zip(*(members.split(self.by) for members in everything), strict=True):
            for value, part in parts:
                yield Part(system, f"{self.by}={value}", part.entry, part)
        for summary in self.summaries:
            for members in everything:
                groups = by_group(members, self.by, summary)
                yield Part(system, f"{self.by}=({summary})", members.entry, groups)

    def _results(self, part: Part, around: Around) -> Iterator[Result]:
        entry = part.entry
        scores: Mapping[str, Array] = entry.named(part.over.scores() if len(part.over) else {})
        bounds, bands = entry.named(around.intervals), entry.named(around.bands)
        repeats = entry.named(around.repeats)
        lacking = self._missing(part, scores)
        signature = self.systems[part.system].signature(entry)
        for output, better in entry.directions().items():
            yield Result(
                metric=entry.metric.name,
                output=output,
                system_id=part.system,
                group=part.group,
                value=float(scores[output]) if output in scores else None,
                n=len(part.over),
                higher_is_better=better,
                interval=bounds.get(output),
                signature=_with_interval(signature, bounds.get(output) or bands.get(output)),
                engine=entry.metric.computed_by(),
                alias=entry.alias,
                band=bands.get(output),
                repeats=repeats.get(output),
                missing=lacking.get(output),
            )

    def _missing(self, part: Part, scores: Mapping[str, Array]) -> dict[str, Missing]:
        """Return the records of a part without a verdict, by output; empty if none lacks one."""
        if not part.entry.metric.gives_reasons or not isinstance(part.over, Subset):
            return {}
        from sacreval.scoring.missing_verdicts import missing

        numbers = {name: float(score) for name, score in scores.items()}
        place = self.entries.index(part.entry)
        collected = self.systems[part.system]
        return missing(collected, place, part.group, numbers, len(part.over))


def evaluate(
    batches: Iterable[Batch],
    metrics: Metric | Sequence[Entry],
    *,
    by: str | None = None,
    summaries: Sequence[Summary] = (),
    unit: str | None = None,
    backend: Backend = SERIAL,
    only_sums: bool = False,
    fields: Sequence[str] = (),
    every_group: bool = False,
    strata: str | None = None,
    covariate: str | None = None,
) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metrics: A metric or the entries of a suite, with their engines set.
        by: The group to break results down by, or None.
        summaries: Summaries of the scores of these groups.
        unit: The resampling unit of intervals: a group; None for single records.
        backend: The backend that computes rows.
        only_sums: Whether only scores of whole systems are needed: no intervals, no scores of
            records.
        fields: Fields written with the scores of single records; see `carry`.
        every_group: Whether to keep the values of all groups, to find units of intervals and tests.
        strata: The group whose values are strata of known shares, or None.
        covariate: Name of a number in `meta` that adjusts means, or None.

    Raises:
        UsageError: If no record has one of the groups.
    """
    if summaries and by is None:
        raise UsageError("--summary needs groups; name them with --by")
    entries, batches = settled(metrics, batches)
    names = dict.fromkeys([by, unit, strata, *(s.variant for s in summaries)])
    kept = [name for name in names if name is not None]
    only_sums = only_sums and not (kept or every_group)
    tokens = UnseenTokens(entries)
    systems = collect(
        tokens.watch(batches),
        entries,
        group_names=kept,
        backend=backend,
        only_sums=only_sums,
        fields=fields,
        every_group=every_group,
        covariate=covariate,
    )
    unseen = tuple(tokens.notices())
    return Evaluation(entries, systems, by, tuple(summaries), only_sums, unseen)


def _with_interval(signature: str, interval: Interval | Band | None) -> str:
    """Add what an interval or a band depends on to the signature of a result, before the data."""
    if interval is None:
        return signature
    if isinstance(interval, Band):
        conditions = write_conditions(
            ci="calibrated", conf=interval.level, resamples=interval.draws, seed=interval.seed
        )
        return signature.replace("|data:", f"|{conditions}|data:", 1)
    conditions = write_conditions(
        ci=interval.method if interval.unit is None else f"{interval.method}-{interval.unit}",
        conf=interval.level,
        resamples=interval.resamples,
        seed=interval.seed,
    )
    return signature.replace("|data:", f"|{conditions}|data:", 1)


def _scored(parts: Sequence[Part], results: Sequence[Result]) -> Iterator[ScoredTogether]:
    found = {(r.system_id, r.group, r.output): r for r in results}
    for part in parts:
        if isinstance(part.over, Subset):
            outputs = part.entry.directions()
            yield ScoredTogether(part.over, {x: found[part.system, part.group, x] for x in outputs})


def _infinite(result: Result) -> str:
    """Describe an infinite score, caused by records with numbers near the largest double."""
    if result.value is None or not isinf(result.value):
        return ""
    return f"{result.system_id}: {result.output} is infinite; scale the numbers of its records"


def _corrected(
    results: Sequence[Result], parts: Sequence[Part], humans: Humans, options: IntervalOptions
) -> Means:
    """Add corrected means to the results of records."""
    from sacreval.scoring import corrected_means

    over = [
        corrected_means.Part(part.system, part.group, part.over)
        for part in parts
        if isinstance(part.over, Subset)
    ]
    return corrected_means.with_corrected(results, over, humans, options)


def _intervals(
    members: Sequence[Subset], options: IntervalOptions | None
) -> tuple[Sequence[Around], list[str]]:
    """Compute the intervals of all parts, and notices on them."""
    if options is None:
        return [Around() for _ in members], []
    from sacreval.scoring.interval_notices import interval_notices
    from sacreval.scoring.intervals import intervals, plans

    planned = plans(members, options)
    around = intervals(planned, options)
    return around, interval_notices(planned, around)

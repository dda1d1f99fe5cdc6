"""Paired comparisons of systems on one data set or several, from the rows of `evaluate`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as replaced

from sacreval.core.results import Missing, Result
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.features.compare.compared_pairs import (
    MetricPairs,
    SystemGroups,
    find_unit,
    parts_of,
    shared,
)
from sacreval.features.compare.comparison_notes import comparison_notices, lines_on_missing
from sacreval.features.compare.comparison_tests import corrected, shared_by
from sacreval.features.compare.pairs.corrected_differences import Corrections, with_holm
from sacreval.features.compare.pairs.difference_intervals import check_margins, with_outputs
from sacreval.features.compare.result import Comparison, ComparisonReport, Settings, Standing
from sacreval.features.compare.sets.compare_sets import compare_sets
from sacreval.features.compare.sets.result import SetReport, SetSettings
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.output_names import directions
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.corrected_means import humans_of
from sacreval.scoring.rows.empty_outputs import empty_notices
from sacreval.scoring.rows.tasks_apart import apart_notice, instances_of, systems_by_task
from sacreval.scoring.run_notices import record_notices
from sacreval.scoring.sets.data_sets import naming_data_set, of_set
from sacreval.scoring.sets.set_scores import SetTable, set_table

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.cli.run_context import CommandRun, PreparedSets
    from sacreval.core.records import Batch
    from sacreval.features.compare.compare_options import CompareOptions


class SetComparisons(NamedTuple):
    """Comparisons of one data set, before their p-values are corrected.

    Args:
        settings: Settings of the comparison, with the unit that was found.
        comparisons: Comparisons with p-values of single tests.
        standings: Ranks of all systems.
        corrections: What human labels correct.
        notices: Notices on records, tokens and units.
        failures: A sentence for each record that could not be scored.
        dataset: The data set; None for a run without.
    """

    settings: Settings
    comparisons: list[Comparison]
    standings: list[Standing]
    corrections: Corrections
    notices: list[str]
    failures: list[str]
    dataset: str | None = None


def report(data_sets: Sequence[SetComparisons], settings: Settings) -> ComparisonReport:
    """Correct the p-values of all comparisons, those of all data sets together.

    Args:
        data_sets: The comparisons of each data set.
        settings: Tests, level, draws and seed.
    """
    units = {data_set.settings.unit for data_set in data_sets}
    settings = replace(settings, unit=units.pop() if len(units) == 1 else None)
    single = [comparison for data_set in data_sets for comparison in data_set.comparisons]
    comparisons = with_holm(corrected(single, settings), settings)
    standings = [standing for data_set in data_sets for standing in data_set.standings]
    notices = []
    for data_set in data_sets:
        in_set = [x for x in comparisons if x.dataset == data_set.dataset]
        texts = [*data_set.notices, *comparison_notices(in_set, data_set.settings)]
        notices += of_set(data_set.dataset, [*texts, *data_set.corrections.notices(in_set)])
    failures = [text for data_set in data_sets for text in data_set.failures]
    return ComparisonReport(settings, comparisons, standings, notices, failures)


def compare_set(
    evaluation: Evaluation,
    base: str,
    others: Sequence[str],
    settings: Settings,
    *,
    dataset: str | None = None,
    sharing: int = 1,
    instances: Collection[str] | None = None,
) -> SetComparisons:
    """Compare systems with a base on one data set, each pair on the instances that both score.

    Args:
        evaluation: The rows of all systems.
        base: The system to compare with.
        others: The systems to compare.
        settings: Tests, level, draws and seed.
        dataset: The data set; None for a run without.
        sharing: Number of data sets that share one level.
        instances: Ids of the instances that are compared; None for all.

    Raises:
        InputError: If systems share too few instances, or are judged against different references.
    """
    systems = [base, *others]
    for entry in evaluation.entries:
        _same_references(evaluation, entry, systems)
    common = shared(evaluation, systems)
    named = [x for x in common if instances is None or x in instances]
    unit = find_unit(evaluation, systems, _complete(evaluation, systems, named), settings)
    settings = replace(settings, unit=unit.unit)
    parts = parts_of(evaluation, systems)
    tests = sharing * shared_by(
        len(systems), len(directions(evaluation.entries)), len(parts), settings
    )
    corrections = Corrections(evaluation, settings, tests)
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    gaps = _has_gaps(evaluation, systems)
    groups = SystemGroups(evaluation, instances)
    for part in parts:
        for i in part.places:
            over = MetricPairs(evaluation, settings, corrections, tests, i, part, groups)
            compared, ranked = over.compared(systems, common)
            if gaps and len(systems) > 2:  # two systems are one pair
                compared = over.by_pairs(systems)
            elif gaps:
                compared = [over.with_missing(comparison) for comparison in compared]
            if any(c.missing for c in compared):
                ranked = over.with_values_of_all(ranked)
            comparisons += compared
            standings += ranked
    if (of := evaluation.systems[base].of) is not None:
        comparisons = [replace(c, of=of) if c.group is None else c for c in comparisons]
    failures = [text for s in systems for text in evaluation.systems[s].failures()]
    chosen = {system: evaluation.systems[system] for system in systems}
    outputs = {name: collected.empty for name, collected in chosen.items()}
    notices = [
        *lines_on_missing(comparisons),
        *empty_notices(outputs, evaluation.entries),
        *evaluation.unanswered_notices(),
        *record_notices(chosen),
        *evaluation.unseen_tokens,
        *evaluation.differences(chosen),
        *unit.notices,
    ]
    return SetComparisons(
        settings,
        [replace(c, dataset=dataset) for c in comparisons],
        [replace(standing, dataset=dataset) for standing in standings],
        corrections,
        notices,
        failures,
        dataset,
    )


def pick(evaluation: Evaluation, first: str, base: str | None, others: Sequence[str]) -> list[str]:
    """Choose the base and the systems compared with it.

    Args:
        evaluation: The rows of all systems.
        first: The system of the first record.
        base: The base that the user named; None for the first system.
        others: The systems that the user named; empty for all.

    Returns:
        The base, then the others.

    Raises:
        UsageError: If a name is unknown, or there is only one system.
    """
    there = list(evaluation.systems)
    for name in (*others, *([base] if base else [])):
        if name not in there:
            raise UsageError(f"there is no system '{name}'; {nearest(name, there)}")
    chosen = base or first
    rest = [name for name in others or there if name != chosen]
    if not rest:
        raise UsageError(
            f"'{chosen}' is the only system; name another file, or a file with several systems"
        )
    return [chosen, *dict.fromkeys(rest)]


def _has_gaps(evaluation: Evaluation, systems: Sequence[str]) -> bool:
    """Return whether systems lack instances of each other, or scores of instances."""
    chosen = [evaluation.systems[system] for system in systems]
    first = chosen[0].places.keys()
    return any(
        collected.places.keys() != first or any(column.failures for column in collected.columns)
        for collected in chosen
    )


def _complete(evaluation: Evaluation, systems: Sequence[str], names: list[str]) -> list[str]:
    """Return the instances that every metric scored in all systems."""
    failed = {
        name
        for collected in (evaluation.systems[system] for system in systems)
        for column in collected.columns
        if column.failures
        for name, place in collected.places.items()
        if place in column.failures
    }
    return [name for name in names if name not in failed]


def _same_references(evaluation: Evaluation, entry: Entry, systems: Sequence[str]) -> None:
    base, *others = (evaluation.systems[system] for system in systems)
    wanted = base.contexts(entry)
    for system, other in zip(systems[1:], others, strict=True):
        contexts = other.contexts(entry)
        for name, place in other.places.items():
            both = contexts[place], wanted[base.places[name]] if name in base.places else 0
            if name in base.places and both[0] != both[1] and all(both):
                raise InputError(
                    f"instance '{name}' is judged against other {' and '.join(entry.metric.needs)}"
                    f" in '{system}' than in '{systems[0]}'; give all systems the same"
                )


class ComparedRun(NamedTuple):
    """A run of `compare`, before anything is written.

    Args:
        report: Comparisons, notices and failures.
        evaluations: The rows of each data set.
        running: The context in which rows were computed.
    """

    report: ComparisonReport
    evaluations: Mapping[str | None, Evaluation]
    running: CommandRun


def compare_prepared(
    ready: PreparedSets, options: CompareOptions, outputs: Sequence[Path] = ()
) -> ComparedRun:
    """Compare the systems of a run, of the command line or in Python.

    Args:
        ready: The data sets.
        options: Systems, tests and intervals.
        outputs: The files that will be written.

    Raises:
        SacrevalError: If an option or a record is wrong, or systems share too few instances.
    """
    every = [entry for data_set in ready.sets for entry in data_set.entries]
    humans = humans_of(options.humans or (), every)
    settings = replace(options.settings(), humans=dict(humans.dimensions) if humans else {})
    systems: list[str] = []
    evaluations = {}
    with ready.running(outputs) as running:
        for data_set in ready.sets:
            with naming_data_set(data_set.dataset):
                evaluations[data_set.dataset] = evaluate(
                    _with_system(data_set.batches, systems),
                    data_set.entries,
                    by=options.by,
                    unit=options.resample_by,
                    backend=running.backend,
                    every_group=True,
                    fields=("judgments",) if humans else (),
                    chosen=data_set.selected.records,
                )
    others = options.other or ()
    base, *_ = pick(next(iter(evaluations.values())), systems[0], options.base, others)
    report = compare_data_sets(evaluations, base, others, settings, require_all=options.require_all)
    return ComparedRun(replace(report, selection=ready.selection()), evaluations, running)


def _with_system(batches: Iterable[Batch], systems: list[str]) -> Iterator[Batch]:
    """Yield batches unchanged, and append the system of the first record to an empty list."""
    for batch in batches:
        if not systems:
            systems.append(batch.system_ids[0])
        yield batch


def compare_data_sets(
    evaluations: Mapping[str | None, Evaluation],
    base: str,
    others: Sequence[str],
    settings: Settings,
    *,
    require_all: bool = False,
) -> ComparisonReport:
    """Compare systems with a base on each data set, and over data sets.

    Systems of one data set without a common instance are compared on each task that some share.

    Args:
        evaluations: Data set to its rows; None for the only one of a run that names none.
        base: The system to compare with.
        others: The systems that the user named; empty for all.
        settings: Tests, level, draws and seed. Holm's correction is over systems and data sets.
        require_all: Whether every system must have a score of every record.

    Raises:
        InputError: If a system lacks records that another has, and all are required.
    """
    if require_all:
        for name, evaluation in evaluations.items():
            with naming_data_set(name):
                _check_all(evaluation, [base, *pick(evaluation, base, base, others)[1:]])
    every = [entry for evaluation in evaluations.values() for entry in evaluation.entries]
    settings = with_outputs(settings, every)
    check_margins(settings, directions(every))
    whole = evaluations.get(None)
    if whole is not None and (apart := _by_task(whole, base, others, settings)) is not None:
        return apart
    data_sets: list[SetComparisons] = []
    for name, evaluation in evaluations.items():
        with naming_data_set(name):
            chosen, *rest = pick(evaluation, base, base, others)
            sharing = len(evaluations)
            data_sets.append(
                compare_set(evaluation, chosen, rest, settings, dataset=name, sharing=sharing)
            )
    comparison = report(data_sets, settings)
    if None in evaluations:
        return comparison
    over, notices = _over_sets(evaluations, comparison, base)
    return replace(comparison, over_sets=over, notices=[*comparison.notices, *notices])


def _by_task(
    evaluation: Evaluation, base: str, others: Sequence[str], settings: Settings
) -> ComparisonReport | None:
    """Compare systems without a common instance on each task; None where they have one.

    A task that the base does not have has its first system as base.
    """
    systems = {x: evaluation.systems[x] for x in pick(evaluation, base, base, others)}
    if not (tasks := systems_by_task(systems)):
        return None
    by_task = [
        compare_set(
            evaluation,
            first,
            rest,
            settings,
            dataset=task,
            sharing=len(tasks),
            instances=instances_of(systems[first], task),
        )
        for task, (first, *rest) in tasks.items()
    ]
    comparison = report(by_task, settings)
    return replace(
        comparison,
        notices=[apart_notice(systems, tasks), *comparison.notices],
        failures=list(dict.fromkeys(comparison.failures)),
    )


def _check_all(evaluation: Evaluation, systems: Sequence[str]) -> None:
    """Check that systems have scores of the same records."""
    every = dict.fromkeys(x for name in systems for x in evaluation.systems[name].order.names)
    for system in systems:
        collected = evaluation.systems[system]
        lacking = [x for x in every if x not in collected.places]
        failed = sorted({i for column in collected.columns for i in column.failures})
        unscored = [collected.names[i] for i in failed]
        problems = [
            f"{what} {len(names)} of {len(every)} records, such as record {shortened(names[0])}"
            for what, names in (("lacks", lacking), ("has no score of", unscored))
            if names
        ]
        if problems:
            raise InputError(f"{system} {' and '.join(problems)}; add them, or drop --require-all")


def _over_sets(
    evaluations: Mapping[str | None, Evaluation], comparison: ComparisonReport, base: str
) -> tuple[SetReport | None, list[str]]:
    """Compare systems with the data sets as units; None where no output has two sets."""
    try:
        table = _table(evaluations, comparison)
    except UsageError as error:
        return None, [f"no comparison over data sets: {error}"]
    over = compare_sets(table, SetSettings(base=base, confidence=comparison.settings.confidence))
    return over, over.notices


def _table(evaluations: Mapping[str | None, Evaluation], comparison: ComparisonReport) -> SetTable:
    """Return the scores on the instances that all systems of a data set have."""
    values = {
        (standing.dataset, standing.output, standing.system_id): standing.value
        for standing in comparison.standings
        if standing.group is None
    }
    results: dict[str, dict[str, dict[str, Result]]] = {}
    for name, evaluation in evaluations.items():
        for result in evaluation.report().results:
            key = (name, result.output, result.system_id)
            if result.group is None and key in values:
                systems = results.setdefault(result.output, {}).setdefault(str(name), {})
                # The bounds are of all instances, those of systems without missing ones too.
                ends = result.missing or Missing(if_worst=result.value, if_best=result.value)
                systems[result.system_id] = replaced(result, value=values[key], missing=ends)
    return set_table(results)

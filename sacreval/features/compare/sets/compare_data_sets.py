"""compare over data sets: tests in each set, corrected over sets, and tests with sets as units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as replaced

from sacreval.core.results import Missing, Result
from sacreval.errors import InputError, UsageError, shortened
from sacreval.features.compare.compare import Found, compare_set, pick, report
from sacreval.features.compare.pairs.difference_intervals import check_margins, with_outputs
from sacreval.features.compare.result import ComparisonReport, Settings
from sacreval.features.compare.sets.compare_sets import compare_sets
from sacreval.features.compare.sets.result import SetReport, SetSettings
from sacreval.scoring.entries.output_names import directions
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.intervals.labelled_samples import humans_of
from sacreval.scoring.rows.tasks_apart import apart_notice, instances_of, systems_by_task
from sacreval.scoring.sets.data_sets import about
from sacreval.scoring.sets.set_scores import SetTable, set_table

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.cli.run_context import PreparedSets, Running
    from sacreval.core.records import Batch
    from sacreval.features.compare.compare_options import CompareOptions


class ComparedRun(NamedTuple):
    """A run of `compare`, before anything is written.

    Args:
        report: Comparisons, notices and failures.
        evaluations: The rows of each data set.
        running: The context in which rows were computed.
    """

    report: ComparisonReport
    evaluations: Mapping[str | None, Evaluation]
    running: Running


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
    every = [entry for one in ready.sets for entry in one.entries]
    humans = humans_of(options.humans or (), every)
    settings = replace(options.settings(), humans=dict(humans.dimensions) if humans else {})
    systems: list[str] = []
    evaluations = {}
    with ready.running(outputs) as running:
        for one in ready.sets:
            with about(one.dataset):
                evaluations[one.dataset] = evaluate(
                    _with_system(one.batches, systems),
                    one.entries,
                    by=options.by,
                    unit=options.resample_by,
                    backend=running.backend,
                    every_group=True,
                    fields=("judgments",) if humans else (),
                    chosen=one.selected.records,
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
            with about(name):
                _check_all(evaluation, [base, *pick(evaluation, base, base, others)[1:]])
    every = [entry for evaluation in evaluations.values() for entry in evaluation.entries]
    settings = with_outputs(settings, every)
    check_margins(settings, directions(every))
    whole = evaluations.get(None)
    if whole is not None and (apart := _by_task(whole, base, others, settings)) is not None:
        return apart
    data_sets: list[Found] = []
    for name, evaluation in evaluations.items():
        with about(name):
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

"""Scored data sets: the run of `evaluate`, from prepared records to results and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

if TYPE_CHECKING:
    from sacreval.cli.options.statistics_options import EvaluateOptions
    from sacreval.cli.output import Target
    from sacreval.cli.run_context import CommandRun, Prepared, PreparedSets
    from sacreval.core.results import Report
    from sacreval.features.gates.gate_options import GateOptions
    from sacreval.features.gates.run_gates import Gates
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.groups import Summary
    from sacreval.scoring.intervals.corrected_means import Humans
    from sacreval.scoring.intervals.interval_options import IntervalOptions

Evaluations = Mapping[str | None, "Evaluation"]
"""Data set to its rows; None for the only one of a run that names none."""


class ScoredSets(NamedTuple):
    """A run of `evaluate`, before anything is written.

    Args:
        report: Results, verdicts of gates, notices and failures.
        evaluations: The rows of each data set.
        gates: The gates, parsed.
        running: The context in which rows were computed.
    """

    report: Report
    evaluations: Evaluations
    gates: Gates
    running: CommandRun


def score_sets(
    ready: PreparedSets,
    options: EvaluateOptions,
    conditions: GateOptions,
    *,
    need_rows: bool,
    fields: Callable[[Sequence[Entry]], Sequence[str]] = lambda _: (),
    outputs: Sequence[Path | None] = (),
) -> ScoredSets:
    """Score all data sets of a run, of the command line or in Python, and judge its gates.

    Args:
        ready: The data sets.
        options: Breakdowns and intervals.
        conditions: The gates.
        need_rows: Whether rows of single records are needed in any case.
        fields: Returns the fields of records to keep, from the metrics of a data set.
        outputs: The files that will be written.

    Raises:
        SacrevalError: If an option or a record is wrong.
    """
    from sacreval.features.gates.regression_rule import Regression, UnitOptions
    from sacreval.features.gates.run_gates import gates_of
    from sacreval.scoring.collected_batches import evaluate
    from sacreval.scoring.sets.data_sets import naming_data_set

    intervals = options.intervals()
    by = options.by or ()
    labels = {
        data_set.dataset: _labels(options.humans, data_set.entries, intervals)
        for data_set in ready.sets
    }
    # Gates name outputs, and those of label metrics depend on the records.
    gates = gates_of(
        {data_set.dataset: data_set.entries for data_set in ready.sets},
        conditions,
        Regression(
            confidence=options.confidence,
            seed=options.seed,
            units=UnitOptions(
                options.resample_by,
                by_data=intervals is None or intervals.method == "auto",
                besides=tuple(by),
            ),
        ),
        labels,
        by,
    )
    only_sums = not (intervals or need_rows or gates.need_rows)
    every_group = bool(intervals or conditions.baseline)
    in_shards = only_sums and not (every_group or by or options.summary or options.resample_by)
    shares, covariate = (intervals.shares, intervals.covariate) if intervals else (None, None)
    summaries = _summaries(options.summary or ())
    evaluations = {}
    with ready.running(outputs) as running:
        for prepared in ready.sets:
            kept = (
                *(("judgments",) if labels[prepared.dataset] else ()),
                *fields(prepared.entries),
            )
            with naming_data_set(prepared.dataset):
                sums = _by_shards(prepared, running) if in_shards and not kept else None
                evaluations[prepared.dataset] = sums or evaluate(
                    prepared.batches,
                    prepared.entries,
                    by=options.by,
                    summaries=summaries,
                    unit=options.resample_by,
                    backend=running.backend,
                    only_sums=only_sums,
                    fields=kept,
                    every_group=every_group,
                    strata=shares.group if shares else None,
                    covariate=covariate.name if covariate else None,
                    chosen=prepared.selected.records,
                    tasks_apart=prepared.dataset is None,
                )
    report = _report(evaluations, intervals, labels)
    verdicts, notices = gates.judge(evaluations, report.results, ready.selection())
    report = replace(
        report,
        verdicts=verdicts,
        notices=[*ready.notices(), *report.notices, *notices],
        selection=ready.selection(),
    )
    return ScoredSets(report, evaluations, gates, running)


def _by_shards(ready: Prepared, run: CommandRun) -> Evaluation | None:
    """Return the sums of a data set whose files workers read; None for other runs."""
    if run.partial is not None or not ready.backend.elsewhere:
        return None
    if ready.source is None or ready.dataset is not None:
        return None
    from sacreval.scoring.shards import evaluated, shards_of

    shards = shards_of(ready.source, ready.entries, ready.selected.selection)
    return evaluated(shards, ready.entries, ready.backend, run.advance) if shards else None


def _labels(
    texts: Sequence[str] | None, entries: Sequence[Entry], intervals: IntervalOptions | None
) -> Humans | None:
    """Return the human labels that correct means; None without any."""
    if not texts or intervals is None:
        return None
    from sacreval.scoring.intervals.corrected_means import check_options, humans_of

    check_options(intervals)
    return humans_of(texts, entries)


def _summaries(texts: Sequence[str]) -> list[Summary]:
    if not texts:
        return []
    from sacreval.scoring.groups import summary

    return [summary(text) for text in texts]


def _report(
    evaluations: Evaluations,
    intervals: IntervalOptions | None,
    labels: Mapping[str | None, Humans | None],
) -> Report:
    """Return the results of all data sets, and their means."""
    if None in evaluations:  # without data sets, what merges them is not imported
        return evaluations[None].report(intervals, labels[None])
    from sacreval.scoring.sets.data_set_results import merged
    from sacreval.scoring.sets.data_sets import naming_data_set

    parts = []
    for name, evaluation in evaluations.items():
        with naming_data_set(name):
            parts.append((name, evaluation.report(intervals, labels[name])))
    return merged(parts)


def with_instances(
    report: Report,
    evaluations: Evaluations,
    path: Path | None,
    wanted: Sequence[Target],
    *,
    details: bool,
) -> Report:
    """Write the scores of all records, if a file is named, and link it in the report."""
    if path is None:
        return report
    from sacreval.cli.output import unlinked, write_instances
    from sacreval.scoring.sets.data_sets import records_of_sets

    written = write_instances(records_of_sets(evaluations, details=details), path, wanted)
    notices = [*report.notices, *unlinked(written, wanted)]
    return replace(report, instances=written, notices=notices)

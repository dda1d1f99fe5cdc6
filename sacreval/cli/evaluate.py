"""`sacreval evaluate METRIC INPUT…`: scores of systems, with intervals and gates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.common_options import (
    Anytime,
    By,
    CovariateName,
    FixedItems,
    Guarantee,
    HumanLabels,
    IntervalMethod,
    ItemCost,
    Outputs,
    ResampleBy,
    StratumShares,
    Summaries,
)
from sacreval.cli.gate_options import GateOptions, gates_of, raise_if_failed
from sacreval.cli.instance_fields import InstancesWith, fields_beside
from sacreval.cli.option_groups import (
    EndOptions,
    InputOptions,
    ResamplingOptions,
    RunOptions,
    SelectionOptions,
    SystemFormatOptions,
)
from sacreval.cli.verb_app import metric_commands, verb_app

if TYPE_CHECKING:
    from sacreval.core.interval_names import IntervalName
    from sacreval.core.results import Report
    from sacreval.scoring.evaluate import Evaluation
    from sacreval.scoring.gate_units import UnitOptions
    from sacreval.scoring.groups import Summary
    from sacreval.scoring.human_labels import Humans
    from sacreval.scoring.interval_choice import IntervalOptions
    from sacreval.scoring.run_metrics import Entry


def evaluate(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    systems: SelectionOptions,
    by: By = None,
    summary: Summaries = None,
    ci: Annotated[
        bool,
        typer.Option(
            "--ci/--no-ci",
            help="Compute confidence intervals, of a method that fits the data.",
        ),
    ] = False,
    interval: IntervalMethod = "auto",
    guarantee: Guarantee = False,
    resampling: ResamplingOptions,
    resample_by: ResampleBy = None,
    fixed_items: FixedItems = False,
    item_cost: ItemCost = 1.0,
    covariate: CovariateName = None,
    anytime: Anytime = False,
    strata: StratumShares = None,
    humans: HumanLabels = None,
    how: RunOptions,
    conditions: GateOptions,
    output: Outputs = None,
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write the scores of every record to this file: .jsonl, with statistics, "
            ".csv or .tsv.",
        ),
    ] = None,
    instances_with: InstancesWith = None,
    junit: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.xml",
            help="Also write the gates to this file as test cases, in JUnit format.",
        ),
    ] = None,
    formats: SystemFormatOptions,
    end: EndOptions,
    context: typer.Context,
) -> None:
    """Score systems."""
    from msgspec.structs import replace

    from sacreval.cli.exchange import exchange_of
    from sacreval.cli.output import link, targets, unlinked, write, write_instances
    from sacreval.cli.run_context import prepare
    from sacreval.cli.unused_options import without_effect
    from sacreval.report import github
    from sacreval.report.results import render
    from sacreval.scoring.evaluate import evaluate as score
    from sacreval.scoring.interval_choice import IntervalOptions
    from sacreval.scoring.interval_requests import requested
    from sacreval.scoring.run_metrics import refuse_intervals, refuse_sets

    source, baseline = files.source(), conditions.baseline
    options = requested(
        IntervalOptions(
            method=interval,
            guarantee=guarantee,
            unit=resample_by,
            item_cost=item_cost,
            **vars(resampling),
        ),
        fixed_items=fixed_items,
        anytime=anytime,
        covariate=covariate,
        strata=strata,
        by=by,
    )
    ci = ci or guarantee or options.method != "auto" or bool(humans)
    read = [*source.files(), *([str(baseline)] if baseline else [])]
    exchange = exchange_of(formats, output, read)
    wanted = targets(exchange.tables, [instances, junit], force=end.force, inputs=read)
    fields_beside(instances, instances_with, entries)  # checked before any computation
    summaries = _summaries(summary or ())
    if instances is not None:
        refuse_sets(entries, remedy="drop --instances")
        link(instances, wanted)
    if ci:
        refuse_intervals(entries)
    script = formats.script(entries)
    ready = prepare(entries, source, how, systems.selection(), quiet=end.quiet)
    labelled = _labelled(humans, ready.entries, options)
    # Gates name outputs, and those of label metrics depend on the records.
    gates = gates_of(
        ready.entries,
        conditions,
        level=resampling.confidence,
        seed=resampling.seed,
        units=_units(baseline, resample_by, interval, by),
        humans=labelled,
    )
    with ready.running([*(target.path for target in wanted), instances, junit]) as run:
        evaluation = score(
            ready.batches,
            ready.entries,
            by=by,
            summaries=summaries,
            unit=resample_by,
            backend=run.backend,
            only_sums=not (ci or instances or gates.rule or script or exchange.folder),
            fields=(
                *fields_beside(instances, instances_with, ready.entries, labels=bool(labelled)),
                *exchange.fields(ready.entries),
            ),
            every_group=ci or bool(baseline),
            strata=options.shares.group if options.shares else None,
            covariate=options.covariate.name if options.covariate else None,
        )
    report = evaluation.report(options if ci else None, labelled)
    verdicts, notices = gates.judge(evaluation, report.results)
    tested = bool(baseline and (conditions.not_worse or not conditions.max_drop))
    notices += without_effect(context, ci=ci, baseline=bool(baseline), test=tested)
    selected = ready.selected
    notices = [*selected.notices(), *report.notices, *notices]
    report = replace(
        report, verdicts=verdicts, notices=notices, selection=selected.selection.stated()
    )
    if instances is not None:
        written = write_instances(evaluation, instances, wanted)
        report = replace(report, instances=written, notices=[*notices, *unlinked(written, wanted)])
    write(wanted, lambda form: render(report, form), spreadsheet=formats.spreadsheet)
    report = exchange.write(evaluation, report, end)
    _write_junit(junit, report)
    _show(evaluation, report, formats, exchange.document(report), level=resampling.confidence)
    github.write(report)
    run.done()
    end.write_notices(report.notices, report.failures)
    raise_if_failed(report.verdicts)
    end.exit_if_failed(report.failures)


def _write_junit(path: Path | None, report: Report) -> None:
    """Write the gates as test cases, if --junit names a file."""
    if path is not None:
        from sacreval.cli.output import Target, write
        from sacreval.report.junit import to_junit

        write([Target(path, "text")], lambda _: to_junit(report))


def _show(
    evaluation: Evaluation,
    report: Report,
    formats: SystemFormatOptions,
    document: str | None,
    *,
    level: float,
) -> None:
    """Print results in the chosen format; in one for other tools, its document."""
    if document is not None:
        typer.echo(document, nl=False)
        return
    if script := formats.script(evaluation.entries):
        from sacreval.scoring.rouge_output import printed

        typer.echo(printed(evaluation, level, details=script == "rouge-1.5.5-d"), nl=False)
        return
    from sacreval.cli.output import show
    from sacreval.report.results import notes, render, wide_table

    show(
        formats.table(),
        lambda form: render(report, form),
        lambda: [wide_table(report.results)],
        notes(report.results),
        spreadsheet=formats.spreadsheet,
    )


def _units(
    baseline: Path | None, unit: str | None, method: IntervalName, by: str | None
) -> UnitOptions | None:
    """Return how the units of tests against the baseline are chosen."""
    if baseline is None:
        return None
    from sacreval.scoring.gate_units import UnitOptions

    return UnitOptions(unit, by_data=method == "auto", besides=(by,))


def _labelled(
    texts: Sequence[str] | None, entries: Sequence[Entry], options: IntervalOptions
) -> Humans | None:
    """Return the human labels that correct means; None without any."""
    if not texts:
        return None
    from sacreval.scoring.corrected_means import check_options
    from sacreval.scoring.human_labels import humans_of

    check_options(options)
    return humans_of(texts, entries)


def _summaries(texts: Sequence[str]) -> list[Summary]:
    if not texts:
        return []
    from sacreval.scoring.groups import summary

    return [summary(text) for text in texts]


AGREE = "agree"
_by_metric = metric_commands(evaluate, "Score systems with many metrics, in one pass.")


def make(name: str) -> Any:
    """Create the command that scores by one metric or a suite, or checks the scores of logs."""
    if name != AGREE:
        return _by_metric(name)
    from sacreval.cli.agree import TEXT, AgreeOptions, agree
    from sacreval.cli.generated_options import assemble, parameters

    own = parameters(AgreeOptions, name)
    return assemble(agree, own, lambda options: AgreeOptions(**options), name, TEXT)


app = verb_app(
    make,
    "Score the outputs of systems: one subcommand for each metric, and suites; or, with --agree "
    "LOG, check the scores in logs of other tools.",
    AGREE,
    flags={"--agree": AGREE},
)

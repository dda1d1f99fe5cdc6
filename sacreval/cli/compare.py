"""`sacreval compare METRIC BASE OTHER…`: which systems are better, and is it chance?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.common_options import (
    SOME_FAILED,
    AllowErrors,
    Base,
    By,
    Confidence,
    EngineName,
    Exclude,
    Force,
    FormatName,
    Inputs,
    Map,
    Outputs,
    Progress,
    Quiet,
    ReaderName,
    References,
    Resamples,
    Resume,
    Seed,
    Spreadsheet,
    Systems,
    UseCache,
    selection_of,
    source_of,
    tell,
)
from sacreval.cli.execution_options import RayAddress, Workers, backend_of
from sacreval.cli.generated_options import command
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.suite import NAME as SUITE
from sacreval.cli.suite import suite_command
from sacreval.core.metric import metrics
from sacreval.stats.paired import MOST_DRAWS, TestName

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.scoring.run_metrics import Entry


def compare(
    entries: Sequence[Entry],
    inputs: Inputs,
    *,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    systems: Systems = None,
    exclude: Exclude = None,
    base: Base = None,
    other: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            help="A system to compare with the base; repeat it. By default all.",
        ),
    ] = None,
    by: By = None,
    test: Annotated[
        TestName,
        typer.Option(
            help="The test that decides: paired approximate randomisation, or paired bootstrap, "
            "both as sacrebleu draws them; or, on single records, Wilcoxon's or the sign test.",
        ),
    ] = "paired-ar",
    trials: Annotated[
        int, typer.Option(min=100, max=MOST_DRAWS, help="Trials of paired-ar.")
    ] = 10000,
    resamples: Resamples = 1000,
    confidence: Confidence = 0.95,
    seed: Seed = 12345,
    show: Annotated[
        int,
        typer.Option(min=0, help="How many of the largest gains and losses to list."),
    ] = 3,
    engine: EngineName = None,
    workers: Workers = 1,
    ray: RayAddress = None,
    resume: Resume = None,
    cache: UseCache = True,
    progress: Progress = True,
    output: Outputs = None,
    form: FormatName = None,
    spreadsheet: Spreadsheet = False,
    force: Force = False,
    allow_errors: AllowErrors = False,
    quiet: Quiet = False,
    context: typer.Context,
) -> None:
    """Compare systems."""
    from dataclasses import replace

    from sacreval.cli import output as outputs
    from sacreval.cli.run_context import Keep, running
    from sacreval.cli.unused_options import given
    from sacreval.core.comparisons import Settings
    from sacreval.report.comparison import notes, render, wide_table
    from sacreval.scoring.compare import compare as compare_systems
    from sacreval.scoring.compare import pick
    from sacreval.scoring.evaluate import evaluate
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.run_metrics import refuse_sets
    from sacreval.scoring.selection import Selected

    source = source_of(inputs, references, reader, map_)
    wanted = outputs.targets(output, [], force=force, inputs=source.files())
    backend = backend_of(workers, ray, quiet=quiet)
    refuse_sets(entries, remedy="use `sacreval evaluate`")
    batches = source.batches(workers)
    first: list[str] = []
    selected = Selected(selection_of(systems, exclude), [entry.metric for entry in entries])
    entries, checked = settle([entry.on_engine(engine) for entry in entries], selected.of(batches))
    with running(
        backend,
        Keep(resume, cache, progress, quiet),
        total=source.count,
        outputs=[target.path for target in wanted],
        metrics=[entry.metric for entry in entries],
    ) as run:
        evaluation = evaluate(_note_first(checked, first), entries, by=by, backend=run.backend)
    chosen, *others = pick(evaluation, first[0], base, other or ())
    settings = Settings(
        test=test,
        confidence=confidence,
        trials=trials,
        resamples=resamples,
        seed=seed,
        show=show,
    )
    report = replace(
        compare_systems(evaluation, chosen, others, settings),
        selection=selected.selection.stated(),
    )
    outputs.write(wanted, lambda form: render(report, form), spreadsheet=spreadsheet)
    outputs.show(
        form,
        lambda form: render(report, form),
        lambda: [wide_table(report)],
        notes(report),
        spreadsheet=spreadsheet,
    )
    run.done()
    notices = [*selected.notices(), *report.notices]
    if test != "paired-ar" and "--trials" in given(context):
        notices.append("without --test paired-ar, --trials did nothing")
    tell(notices, report.failures, quiet=quiet)
    if report.failures and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _note_first(batches: Iterable[Batch], first: list[str]) -> Iterator[Batch]:
    """Pass on batches and note the system of the first record."""
    for batch in batches:
        if not first:
            first.append(batch.system_ids[0])
        yield batch


def make(name: str) -> Any:
    """Make the command that compares by one metric, or by a suite."""
    if name == SUITE:
        return suite_command(compare, "Compare systems by many metrics.")
    return command(compare, metrics.get(name), name)


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: (*metrics, SUITE), make),
    help="Compare systems on the same instances: one subcommand a metric, and suites of many.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Compare systems on the same instances: one subcommand a metric, and suites of many."""

"""`sacreval robustness METRIC ORIGINAL PERTURBED`: how scores change with perturbed inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import SUITE, Outputs, SampleSeed
from sacreval.cli.options.option_groups import (
    EndOptions,
    FormatOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
)
from sacreval.cli.options.statistics_options import Confidence
from sacreval.cli.verb_app import verb_app

if TYPE_CHECKING:
    from sacreval.scoring.entries.run_metrics import Entry


def robustness(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    records: RecordOptions,
    seed: SampleSeed = 12345,
    field: Annotated[
        str,
        typer.Option(help="The field that was perturbed, to state how far inputs were changed."),
    ] = "input",
    confidence: Confidence = 0.95,
    how: RunOptions,
    output: Outputs = None,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Compare scores of records with those of their variants."""
    from msgspec.structs import replace

    from sacreval.cli import output as outputs
    from sacreval.cli.prepared_runs import prepare
    from sacreval.core.records import FIELDS
    from sacreval.core.selections import Selection
    from sacreval.errors import UsageError, nearest
    from sacreval.features.robustness.robustness import robustness as compare
    from sacreval.features.robustness.tables import notes, render, wide_table
    from sacreval.features.robustness.variant_files import Compared, VariantSource
    from sacreval.scoring.entries.run_metrics import refuse_intervals, refuse_sets
    from sacreval.scoring.evaluate import evaluate
    from sacreval.scoring.inputs.record_filters import RecordFilter

    if field not in FIELDS:
        raise UsageError(f"--field: there is no field '{field}'; {nearest(field, FIELDS)}")
    given = files.source()
    wanted = outputs.targets(output, [], force=end.force, inputs=given.files())
    refuse_sets(entries, remedy="it has no robustness")
    refuse_intervals(entries)
    compared, chosen = Compared(), RecordFilter(records.of(Selection(), seed))
    source = VariantSource(
        paths=given.paths,
        references=given.references,
        reader=given.reader,
        fields=given.fields,
        perturbed=field,
        compared=compared,
        chosen=chosen,
    )
    ready = prepare(entries, source, how, Selection(), quiet=end.quiet)
    with ready.running([target.path for target in wanted]) as run:
        evaluation = evaluate(ready.batches, ready.entries, backend=run.backend, chosen=chosen)
    report = compare(evaluation, compared, field=field, level=confidence)
    notices = [*chosen.notices(), *report.notices]
    report = replace(report, selection=chosen.selection.stated(), notices=notices)
    outputs.write_and_show(
        wanted,
        formats,
        lambda form: render(report, form),
        lambda: [wide_table(report)],
        notes(report),
    )
    run.done()
    end.write_notices(report.notices, report.failures)
    end.exit_if_failed(report.failures)


SUITE_TEXT = "Compare scores of records and their variants by many metrics."
make = MetricCommands(robustness, SUITE_TEXT)
app = verb_app(
    make,
    "Compare a system's outputs for records with those for perturbed variants of them: one "
    "subcommand for each metric, and suites.",
    {SUITE: SUITE_TEXT},
)

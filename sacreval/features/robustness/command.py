"""`sacreval perturb DATASET…` writes variants of records; `sacreval robustness` compares scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    SUITE,
    Dataset,
    Force,
    JoinFile,
    JoinOn,
    Map,
    Outputs,
    Quiet,
    ReaderName,
    RecordsFile,
    SampleSeed,
)
from sacreval.cli.options.option_groups import (
    EndOptions,
    FormatOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
)
from sacreval.cli.options.option_values import source_of
from sacreval.cli.options.statistics_options import Confidence
from sacreval.cli.verb_app import verb_app
from sacreval.features.robustness.result import MeanWithInterval, Robustness, RobustnessReport
from sacreval.report.formats import Format
from sacreval.report.result_tables import n_of, plain, with_notes
from sacreval.report.tables import ARROWS, Table, rendered

if TYPE_CHECKING:
    from sacreval.scoring.entries.run_metrics import Entry


MEASURES = {
    "mean": "mean",
    "perturbed_mean": "perturbed",
    "change": "change",
    "absolute_change": "|change|",
    "worst": "worst",
    "share_changed": "changed",
}


def render(report: RobustnessReport, form: Format) -> str:
    """Return a report as text in a format."""
    return rendered(
        form,
        document=report.to_file,
        rows=report.results,
        table=lambda: long_table(report.results),
        printed=lambda: with_notes(wide_table(report), notes(report), form),
    )


def wide_table(report: RobustnessReport) -> Table:
    """Return a table with a row for each system and output, and intervals beside the means."""
    lacking = _lacking(report.results)
    rows = [
        [
            result.system_id,
            f"{result.output}{ARROWS[result.higher_is_better]}",
            n_of(result.n, result.of),
            *(str(column[i]) for column in lacking.values()),
            str(result.variants),
            *(_cell(getattr(result, name)) for name in MEASURES),
        ]
        for i, result in enumerate(report.results)
    ]
    head = ["system", "output", "n", *lacking, "variants", *MEASURES.values()]
    return Table(head, rows, numeric=frozenset(range(2, len(head))))


def _lacking(results: Sequence[Robustness]) -> dict[str, list[int]]:
    """Return the numbers of unanswered and of missing records of each row, if there are any."""
    columns = {
        "unanswered": [result.unanswered or 0 for result in results],
        "missing": [result.missing_total for result in results],
    }
    return {head: column for head, column in columns.items() if any(column)}


def long_table(results: Sequence[Robustness]) -> Table:
    """Return a row for each system and output at full precision, with bounds in own columns."""
    flat = []
    for result in results:
        row = msgspec.to_builtins(result)
        for name in MEASURES:
            measure = row.pop(name)
            row |= {name: measure["value"]}
            row |= {f"{name}_{end}": measure[end] for end in ("low", "high")}
        row |= {f"missing_{name}": count for name, count in row.pop("missing", {}).items()}
        flat.append(row)
    head = list(dict.fromkeys(name for row in flat for name in row))
    return Table(head, [[plain(row.get(name, 0)) for name in head] for row in flat])


def notes(report: RobustnessReport) -> list[str]:
    """List what is below a table: the realised perturbation, the intervals, the signatures."""
    lines = []
    for row in report.realised:
        inputs = (
            "inputs unknown"
            if row.inputs_changed is None
            else f"{row.inputs_changed:.1%} of inputs changed, by "
            f"{row.character_rate or 0.0:.1%} of their characters"
        )
        lines.append(
            f"{row.system_id}: {row.variants} variants, {inputs}; "
            f"{row.outputs_changed:.1%} of outputs changed"
        )
    lacked = dict.fromkeys(map(_missing, filter(lambda result: result.missing, report.results)))
    if lacked:
        lines.append(f"missing, and not scored: {'; '.join(lacked)}")
    lines.append(f"intervals at {report.level:.0%} over records, whose variants are averaged first")
    return [*lines, *dict.fromkeys(f"{x.signature} ({x.engine})" for x in report.results)]


def _missing(result: Robustness) -> str:
    reasons = (result.missing or {}).items()
    counts = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in reasons)
    return f"{result.system_id} {result.missing_total} of {result.n} ({counts})"


def _cell(measure: MeanWithInterval) -> str:
    if measure.value is None:
        return "-"
    if measure.low is None or measure.high is None:
        return f"{measure.value:.4f}"
    return f"{measure.value:.4f} [{measure.low:.4f}, {measure.high:.4f}]"


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
    from msgspec.structs import asdict, replace

    from sacreval.cli import output as outputs
    from sacreval.cli.run_context import prepare
    from sacreval.core.records import FIELDS
    from sacreval.core.selection import Selection
    from sacreval.errors import UsageError, nearest
    from sacreval.features.robustness.robustness import robustness as compare
    from sacreval.features.robustness.variants import ComparedFiles, VariantSource
    from sacreval.scoring.collected_batches import evaluate
    from sacreval.scoring.entries.run_metrics import refuse_intervals, refuse_sets
    from sacreval.scoring.inputs.selected_records import RecordFilter

    if field not in FIELDS:
        raise UsageError(f"--field: there is no field '{field}'; {nearest(field, FIELDS)}")
    refuse_sets(entries, remedy="it has no robustness")
    refuse_intervals(entries)
    compared, chosen = ComparedFiles(), RecordFilter(records.of(Selection(), seed))
    source = VariantSource(
        **asdict(files.source()), perturbed=field, compared=compared, chosen=chosen
    )
    wanted = outputs.targets(output, [], force=end.force, inputs=source.files())
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


def perturb(
    *,
    inputs: Dataset,
    type_: Annotated[
        str,
        typer.Option(
            "--type",
            metavar="NAME",
            help="A name of `sacreval list perturbations`, with options as JSON in braces, as in "
            "'butter-finger{\"probability\": 0.2}'; or py:MODULE:FUNCTION, which takes a text and "
            "a NumPy generator.",
        ),
    ],
    n: Annotated[int, typer.Option("--n", min=1, help="Number of variants of each record.")] = 5,
    seed: Annotated[
        int,
        typer.Option(min=0, help="Seed; draws depend on it, the instance and the variant alone."),
    ] = 5,
    field: Annotated[
        str, typer.Option(help="Field that is perturbed: a text, or a list of texts.")
    ] = "input",
    compatible: Annotated[
        Literal["fmeval"] | None,
        typer.Option(
            help="Draw exactly as this library, which has one generator for all records in their "
            "order; seed 5 is its own."
        ),
    ] = None,
    output: RecordsFile = None,
    reader: ReaderName = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write variants of records with a perturbed input, to test how robust a system is.

    A variant has the instance_id of its record, and its number in groups.variant. A system's
    outputs for records and for their variants are compared by `sacreval robustness`.
    """
    from sacreval.cli.output import write_records
    from sacreval.core.options.specs import from_spec
    from sacreval.features.robustness.perturbations._base import perturbations
    from sacreval.features.robustness.variants import Variants
    from sacreval.io.files import check_writable

    source = source_of(inputs, None, reader, map_, join=join, on=on)
    how = Variants(
        perturbation=from_spec(perturbations, type_),
        field=field,
        n=n,
        seed=seed,
        compatible=compatible,
    )
    if output is not None:
        check_writable(output, force=force, inputs=source.files())
    count = write_records(how.of(source.batches()), output)
    if output is not None:
        notice(f"{output}: {count} variants of {count // n} records", quiet=quiet)

"""`sacreval correlate`: how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from sacreval.cli.common_options import (
    SOME_FAILED,
    AllowErrors,
    DropOwnText,
    EngineName,
    Force,
    FormatName,
    Inputs,
    Map,
    Outputs,
    Progress,
    Quiet,
    ReaderName,
    References,
    ReferencesAsSystems,
    Resume,
    Spreadsheet,
    UseCache,
    parse_map,
)
from sacreval.cli.correlate_output import Found, check, present
from sacreval.cli.execution_options import RayAddress, Workers, backend_of
from sacreval.cli.generated_options import assemble, entry_of, metric_parameters, parameters
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.suite import NAME as SUITE
from sacreval.cli.suite import suite_command
from sacreval.core.docstrings import describe
from sacreval.core.metric import metrics
from sacreval.meta.options import CorrelationOptions

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance, Scored
    from sacreval.meta.score_set import Row
    from sacreval.scoring.run_metrics import Entry

SCORES, JUDGMENTS = "scores", "judgments"

Plots = Annotated[
    list[str] | None,
    typer.Option(
        "--plot",
        metavar="KIND=FILE",
        help="Draw scatter, forest, significance, heatmap, histogram or ties to a .png, .svg, "
        ".pdf or .html file; repeat it.",
    ),
]


def scores(
    asked: CorrelationOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Scores and judgments, merged by instance and system: JSONL of `sacreval score` "
            "or SacreROUGE, CSV or TSV tables, .seg.score and .sys.score files, or folders in the "
            "MT-metrics-eval layout.",
        ),
    ],
    *,
    metric: Annotated[
        list[str] | None, typer.Option(help="A metric by its flat name; repeat it; all by default.")
    ] = None,
    language_pair: Annotated[
        list[str] | None,
        typer.Option(help="Of a folder that holds several, such as en-de; repeat it for tasks."),
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            help="Of a folder: read the metric scores of this reference only, and call BLEU-refA "
            "BLEU; repeat it as he-en=refB for a pair whose reference is another."
        ),
    ] = None,
    duplicates: Annotated[
        Literal["error", "first", "last", "mean"],
        typer.Option(
            help="What to do when an output has two different values of one score; equal ones are "
            "merged."
        ),
    ] = "error",
    plot: Plots = None,
    output: Outputs = None,
    form: FormatName = None,
    spreadsheet: Spreadsheet = False,
    force: Force = False,
) -> None:
    """Correlate scores that files hold."""
    from sacreval.meta.load import load_tasks

    check(output, plot, force=force, inputs=[str(path) for path in files])
    tasks = load_tasks(
        files,
        asked.tasks_by,
        language_pairs=language_pair or (),
        references=reference or (),
        duplicates=duplicates,
    )
    signature = "+".join(reference) if reference else None
    found = Found(tasks, asked, tuple(metric or ("all",)), signature)
    present(found, plot=plot, output=output, form=form, force=force, spreadsheet=spreadsheet)


class Subject(NamedTuple):
    """What a command that scores first is about.

    Args:
        entries: The metrics.
        asked: What is asked of their scores.
    """

    entries: Sequence[Entry]
    asked: CorrelationOptions


def correlate(
    subject: Subject,
    inputs: Inputs,
    *,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    references_as_systems: ReferencesAsSystems = False,
    drop_own_text: DropOwnText = False,
    engine: EngineName = None,
    workers: Workers = 1,
    ray: RayAddress = None,
    resume: Resume = None,
    cache: UseCache = True,
    progress: Progress = True,
    plot: Plots = None,
    output: Outputs = None,
    form: FormatName = None,
    spreadsheet: Spreadsheet = False,
    force: Force = False,
    allow_errors: AllowErrors = False,
    quiet: Quiet = False,
) -> None:
    """Score every output, with jackknifing, and correlate the scores with people."""
    from sacreval.cli.common_options import tell
    from sacreval.cli.run_context import Keep, running
    from sacreval.core.results import Selection
    from sacreval.meta.split_tasks import part
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.jackknife import own_text_among_references
    from sacreval.scoring.references import add_references
    from sacreval.scoring.run_metrics import refuse_sets
    from sacreval.scoring.score import score
    from sacreval.scoring.selection import Selected
    from sacreval.scoring.source import count, files_read, open_inputs

    files = check(
        output, plot, force=force, inputs=files_read(inputs, references=references, reader=reader)
    )
    refuse_sets(subject.entries, remedy="use `sacreval evaluate`")
    backend = backend_of(workers, ray, quiet=quiet)
    asked, entries = subject.asked, [entry.on_engine(engine) for entry in subject.entries]
    batches = open_inputs(
        inputs, references=references, reader=reader, fields=parse_map(map_), workers=workers
    )
    if references_as_systems:
        batches = add_references(batches)
    unscored: list[Row] = []
    selected = Selected(
        # What --explain compares with has other systems too.
        Selection(("all",) if asked.explain else asked.systems, asked.exclude),
        [entry.metric for entry in entries],
        own_text=False,
        left_out=lambda batch, i: unscored.append(_unscored(batch, i)),
    )
    settled, checked = settle(entries, selected.of(batches))
    ready = (own_text_among_references(batch, drop=drop_own_text) for batch in checked)
    with running(
        backend,
        Keep(resume, cache, progress, quiet),
        total=lambda: (
            None if references_as_systems else count(inputs, references=references, reader=reader)
        ),
        outputs=files,
        metrics=[entry.metric for entry in settled],
    ) as run:
        scored = score(ready, settled, backend=run.backend)
    rows = [*map(_scored, scored.records), *unscored]
    outputs = [name for entry in scored.entries for name in entry.outputs]
    names = _jackknifed(outputs, rows) if _people(asked, rows) else tuple(outputs)
    signatures = " + ".join(scored.signature(entry) for entry in scored.entries)
    found = Found(part(rows, (), asked.tasks_by), asked, names, signatures)
    present(found, plot=plot, output=output, form=form, force=force, spreadsheet=spreadsheet)
    run.done()
    tell([*selected.notices(), *scored.remarks], scored.failures, quiet=quiet)
    if scored.failures and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _scored(record: Scored) -> Row:
    return _row(record.system_id, record.instance_id, record, record.scores)


def _unscored(batch: Batch, i: int) -> Row:
    """Give what people said of a record that took no part, so that filters can name it."""
    return _row(batch.system_ids[i], batch.instance_ids[i], batch[i], {})


def _row(
    system: str, instance: str, record: Scored | Instance, scores: Mapping[str, float | None]
) -> Row:
    from sacreval.meta.score_set import Row

    groups = {name: str(value) for name, value in (record.groups or {}).items()}
    place = f"instance {instance} of {system}"
    kind, judgments = record.system_type, record.judgments or {}
    return Row(system, instance, kind, scores, judgments, place, groups)


def _jackknifed(outputs: Sequence[str], rows: Iterable[Row]) -> tuple[str, ...]:
    """Take the jackknifed scores, where systems have them."""
    of_peers = {name for row in rows if row.kind == "peer" for name in row.scores}
    return tuple(
        name if name in of_peers and f"{name}_jk" not in of_peers else f"{name}_jk"
        for name in outputs
    )


def _people(asked: CorrelationOptions, rows: Iterable[Row]) -> bool:
    """Say whether human texts take part."""
    if not {"reference", "all"}.isdisjoint(asked.systems):
        return True
    return any(row.kind == "reference" and row.system in asked.systems for row in rows)


def make(name: str) -> Any:
    """Make the command that correlates one metric, a suite, or scores that files hold."""
    asked = parameters(CorrelationOptions, "correlate")
    if name == SCORES:
        text = "Correlate scores that files hold with judgments that files hold."
        return assemble(scores, asked, lambda options: CorrelationOptions(**options), name, text)
    if name == JUDGMENTS:
        from sacreval.cli.correlate_judgments import Wanted, judgments

        text = "Average human judgments by system: what metrics are to agree with."
        return assemble(
            judgments, parameters(Wanted, name), lambda options: Wanted(**options), name, text
        )
    if name == SUITE:
        return suite_command(
            correlate,
            "Say how well many metrics agree with people.",
            extra=asked,
            subject=lambda entries, options: Subject(entries, CorrelationOptions(**options)),
        )
    cls = metrics.get(name)
    own = metric_parameters(cls, name)

    def subject(options: dict[str, Any]) -> Subject:
        chosen = {p.name: options.pop(p.name) for p in own}
        return Subject([entry_of(cls, chosen)], CorrelationOptions(**options))

    return assemble(correlate, [*own, *asked], subject, name, describe(cls))


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: [SCORES, JUDGMENTS, SUITE, *metrics], make),
    help="Say how well metrics agree with people: of score files, or one subcommand a metric.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Say how well metrics agree with people: of score files, or one subcommand a metric."""

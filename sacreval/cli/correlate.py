"""`sacreval correlate`: how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from sacreval.cli.correlate_found import Found, check, present
from sacreval.cli.correlate_options import Asked
from sacreval.cli.execution import RayAddress, Workers, backend_of
from sacreval.cli.group import lazy_group
from sacreval.cli.options import assemble, entry_of, metric_parameters, parameters
from sacreval.cli.shared import (
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
from sacreval.cli.suite import NAME as SUITE
from sacreval.cli.suite import suite_command
from sacreval.docstrings import describe
from sacreval.metric import metrics

if TYPE_CHECKING:
    from sacreval.records import Batch
    from sacreval.scoring.entries import Entry

SCORES = "scores"

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
    asked: Asked,
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
    asked: Asked


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
    from sacreval.cli.inputs import count, files_read, open_inputs
    from sacreval.cli.long_work import Keep, running
    from sacreval.cli.shared import tell
    from sacreval.meta.parting import part
    from sacreval.meta.scores import Row
    from sacreval.scoring.entries import refuse_sets
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.jackknife import own_text_among_references
    from sacreval.scoring.references import add_references
    from sacreval.scoring.score import score

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
    groups: dict[tuple[str, str], dict[str, str]] = {}
    settled, checked = settle(entries, _noting(batches, groups) if asked.tasks_by else batches)
    ready = (own_text_among_references(batch, drop=drop_own_text) for batch in checked)
    with running(
        backend,
        Keep(resume, cache, progress, quiet),
        total=lambda: (
            None if references_as_systems else count(inputs, references=references, reader=reader)
        ),
        outputs=files,
    ) as run:
        scored = score(ready, settled, backend=run.backend)
    rows = (
        Row(
            r.system_id,
            r.instance_id,
            r.system_type,
            r.scores,
            r.judgments or {},
            f"instance {r.instance_id} of {r.system_id}",
            groups.get((r.system_id, r.instance_id)),
        )
        for r in scored.records
    )
    suffix = "" if asked.systems == "peer" else "_jk"
    names = tuple(f"{name}{suffix}" for entry in scored.entries for name in entry.outputs)
    signatures = " + ".join(scored.signature(entry) for entry in scored.entries)
    found = Found(part(rows, (), asked.tasks_by), asked, names, signatures)
    present(found, plot=plot, output=output, form=form, force=force, spreadsheet=spreadsheet)
    run.done()
    tell(scored.overlooked, scored.failures, quiet=quiet)
    if scored.failures and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _noting(
    batches: Iterable[Batch], groups: dict[tuple[str, str], dict[str, str]]
) -> Iterator[Batch]:
    """Note the groups of records that pass, which scores do not carry."""
    for batch in batches:
        for i, instance in enumerate(batch):
            named = {name: str(value) for name, value in (instance.groups or {}).items()}
            groups[batch.system_ids[i], batch.instance_ids[i]] = named
        yield batch


def make(name: str) -> Any:
    """Make the command that correlates one metric, a suite, or scores that files hold."""
    asked = parameters(Asked, "correlate")
    if name == SCORES:
        text = "Correlate scores that files hold with judgments that files hold."
        return assemble(scores, asked, lambda options: Asked(**options), name, text)
    if name == SUITE:
        return suite_command(
            correlate,
            "Say how well many metrics agree with people.",
            extra=asked,
            subject=lambda entries, options: Subject(entries, Asked(**options)),
        )
    cls = metrics.get(name)
    own = metric_parameters(cls, name)

    def subject(options: dict[str, Any]) -> Subject:
        chosen = {p.name: options.pop(p.name) for p in own}
        return Subject([entry_of(cls, chosen)], Asked(**options))

    return assemble(correlate, [*own, *asked], subject, name, describe(cls))


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: [SCORES, SUITE, *metrics], make),
    help="Say how well metrics agree with people: of score files, or one subcommand a metric.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Say how well metrics agree with people: of score files, or one subcommand a metric."""

"""`sacreval correlate`: how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.correlate_options import Asked
from sacreval.cli.execution import RayAddress, Workers, backend_of
from sacreval.cli.group import lazy_group
from sacreval.cli.options import assemble, describe, entry_of, metric_parameters, parameters
from sacreval.cli.shared import (
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
    UseCache,
    parse_map,
)
from sacreval.cli.suite import NAME as SUITE
from sacreval.cli.suite import suite_command
from sacreval.errors import UsageError
from sacreval.metric import metrics
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.meta.scores import ScoreSet
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
        str | None, typer.Option(help="Of a folder that holds several, such as en-de.")
    ] = None,
    plot: Plots = None,
    output: Outputs = None,
    form: FormatName = None,
    force: Force = False,
) -> None:
    """Correlate scores that files hold."""
    from sacreval.meta.load import load_scores

    _check(output, plot, force=force)
    data = load_scores(files, language_pair=language_pair)
    found = Found(data, asked, tuple(metric or ("all",)))
    _answer(found, plot=plot, output=output, form=form)


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
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Score every output, with jackknifing, and correlate the scores with people."""
    from sacreval.cli.inputs import count, open_inputs
    from sacreval.cli.long_work import Keep, running
    from sacreval.cli.shared import tell
    from sacreval.meta.scores import Row, score_set
    from sacreval.scoring.entries import refuse_sets
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.jackknife import own_text_among_references
    from sacreval.scoring.references import add_references
    from sacreval.scoring.score import score

    _check(output, plot, force=force)
    refuse_sets(subject.entries, remedy="use `sacreval evaluate`")
    backend = backend_of(workers, ray, quiet=quiet)
    asked, entries = subject.asked, [entry.on_engine(engine) for entry in subject.entries]
    batches = open_inputs(
        inputs, references=references, reader=reader, fields=parse_map(map_), workers=workers
    )
    if references_as_systems:
        batches = add_references(batches)
    settled, checked = settle(entries, batches)
    ready = (own_text_among_references(batch, drop=drop_own_text) for batch in checked)
    with running(
        backend,
        Keep(resume, cache, progress, quiet),
        total=lambda: (
            None if references_as_systems else count(inputs, references=references, reader=reader)
        ),
        outputs=[*(output or ()), *(path for _, path in _plots(plot))],
    ) as run:
        scored = score(ready, settled, backend=run.backend)
    rows = (
        Row(r.system_id, r.instance_id, r.system_type, r.scores, r.judgments or {}, r.instance_id)
        for r in scored.records
    )
    suffix = "" if asked.systems == "peer" else "_jk"
    names = tuple(f"{name}{suffix}" for entry in scored.entries for name in entry.outputs)
    signatures = " + ".join(scored.signature(entry) for entry in scored.entries)
    found = Found(score_set(rows), asked, names, signatures)
    _answer(found, plot=plot, output=output, form=form)
    run.done()
    tell([], scored.failures, quiet=quiet)


def _check(output: list[Path] | None, plot: list[str] | None, *, force: bool) -> None:
    from sacreval.files import check_writable
    from sacreval.report.formats import format_of

    for path in output or ():
        format_of(path)
        check_writable(path, force=force)
    for _, path in _plots(plot):
        check_writable(path, force=force)


def _plots(plot: list[str] | None) -> list[tuple[str, Path]]:
    made = []
    for entry in plot or ():
        kind, equals, path = entry.partition("=")
        if not equals:
            raise UsageError(f"--plot {entry}: write KIND=FILE, as in scatter=plot.png")
        made.append((kind, Path(path)))
    return made


class Found(NamedTuple):
    """What questions are asked of.

    Args:
        data: Scores and judgments.
        asked: The questions.
        names: The metrics; `all` is every metric in the data.
        signature: Of the scores, where they were made here.
    """

    data: ScoreSet
    asked: Asked
    names: tuple[str, ...]
    signature: str | None = None


def _answer(
    found: Found, *, plot: list[str] | None, output: list[Path] | None, form: Format | None
) -> None:
    from sacreval.cli.correlate_answer import answer, draw
    from sacreval.cli.correlate_plots import Drawing
    from sacreval.files import write_text
    from sacreval.report.formats import format_of
    from sacreval.report.meta_report import render

    answers = answer(found.data, found.asked, found.names, references=found.signature)
    for path in output or ():
        with write_text(path) as stream:
            stream.write(render(answers, format_of(path)))
    for kind, path in _plots(plot):
        draw(kind, Drawing(path, found.data, found.asked, found.names, answers["results"]))
    typer.echo(render(answers, form or "text"), nl=False)


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

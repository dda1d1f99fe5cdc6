"""`sacreval correlate`: how well metrics agree with people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.correlate_options import Asked
from sacreval.cli.group import lazy_group
from sacreval.cli.options import command, describe, parameters
from sacreval.cli.shared import (
    EngineName,
    Force,
    Inputs,
    Map,
    Quiet,
    ReaderName,
    References,
    parse_map,
)
from sacreval.errors import UsageError
from sacreval.metric import Metric, metrics
from sacreval.report.formats import Format

if TYPE_CHECKING:
    from sacreval.meta.scores import ScoreSet

SCORES = "scores"

Output = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Also write the results; .json, .jsonl, .tsv, .csv, .md, .tex; repeat it.",
    ),
]
Form = Annotated[Format | None, typer.Option("--format", help="What is printed.")]
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
    output: Output = None,
    form: Form = None,
    force: Force = False,
) -> None:
    """Correlate scores that files hold."""
    from sacreval.meta.load import load_scores

    _check(output, plot, force=force)
    data = load_scores(files, language_pair=language_pair)
    _answer(data, asked, tuple(metric or ("all",)), plot=plot, output=output, form=form)


class Subject(NamedTuple):
    """What a generated command is about.

    Args:
        metric: Whose scores.
        asked: What is asked of them.
    """

    metric: Metric
    asked: Asked


def correlate(
    subject: Subject,
    inputs: Inputs,
    *,
    references: References = None,
    reader: ReaderName = None,
    map_: Map = None,
    engine: EngineName = None,
    plot: Plots = None,
    output: Output = None,
    form: Form = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Score every output, with jackknifing, and correlate the scores with people."""
    from sacreval.cli.inputs import open_inputs
    from sacreval.cli.shared import tell
    from sacreval.meta.scores import Row, score_set
    from sacreval.scoring.engine import choose
    from sacreval.scoring.inputs import check
    from sacreval.scoring.score import score

    _check(output, plot, force=force)
    asked, metric = subject.asked, choose(subject.metric, engine)
    batches = open_inputs(inputs, references=references, reader=reader, fields=parse_map(map_))

    def checked() -> Any:
        for batch in batches:
            check(batch, metric)
            yield batch

    scored = score(checked(), metric)
    rows = (
        Row(r.system_id, r.instance_id, r.system_type, r.scores, r.judgments or {}, r.instance_id)
        for r in scored.records
    )
    suffix = "" if asked.systems == "peer" else "_jk"
    names = tuple(f"{name}{suffix}" for name in metric.outputs)
    _answer(
        score_set(rows), asked, names, plot=plot, output=output, form=form,
        references=scored.signature(),
    )  # fmt: skip
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


def _answer(
    data: ScoreSet,
    asked: Asked,
    names: tuple[str, ...],
    *,
    plot: list[str] | None,
    output: list[Path] | None,
    form: Format | None,
    references: str | None = None,
) -> None:
    from sacreval.cli.correlate_answer import answer, draw
    from sacreval.cli.correlate_plots import Drawing
    from sacreval.files import write_text
    from sacreval.report.formats import format_of
    from sacreval.report.meta_report import render

    found = answer(data, asked, names, references=references)
    for path in output or ():
        with write_text(path) as stream:
            stream.write(render(found, format_of(path)))
    for kind, path in _plots(plot):
        draw(kind, Drawing(path, data, asked, names, found["results"]))
    typer.echo(render(found, form or "text"), nl=False)


def make(name: str) -> Any:
    """Make the command that correlates one metric, or scores that files hold."""
    asked = parameters(Asked, "correlate")
    if name == SCORES:
        text = "Correlate scores that files hold with judgments that files hold."
        return command(scores, asked, lambda options: Asked(**options), name, text)
    cls = metrics.get(name)
    own = parameters(cls, name)

    def subject(options: dict[str, Any]) -> Subject:
        chosen = {p.name: options.pop(p.name) for p in own}
        return Subject(cls(**chosen), Asked(**options))

    return command(correlate, [*own, *asked], subject, name, describe(cls))


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: [SCORES, *metrics], make),
    help="Say how well metrics agree with people: of score files, or one subcommand a metric.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Say how well metrics agree with people: of score files, or one subcommand a metric."""

"""`sacreval correlate`: how well metrics agree with people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from sacreval.cli.common_options import SUITE, Force, Outputs
from sacreval.cli.correlate_output import Found, check, present
from sacreval.cli.generated_options import assemble, entry_of, metric_parameters, parameters
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.option_groups import (
    EndOptions,
    FormatOptions,
    HumanTextOptions,
    InputOptions,
    RunOptions,
)
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
    formats: FormatOptions,
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
    present(
        found,
        plot=plot,
        output=output,
        form=formats.form,
        spreadsheet=formats.spreadsheet,
        force=force,
    )


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
    *,
    files: InputOptions,
    human_texts: HumanTextOptions,
    how: RunOptions,
    plot: Plots = None,
    output: Outputs = None,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Score every output, with jackknifing, and correlate the scores with people."""
    from sacreval.cli.run_context import prepare
    from sacreval.core.results import Selection
    from sacreval.meta.split_tasks import part
    from sacreval.scoring.run_metrics import refuse_sets
    from sacreval.scoring.score import score

    source, asked = files.source(), subject.asked
    written = check(output, plot, force=end.force, inputs=source.files())
    refuse_sets(subject.entries, remedy="use `sacreval evaluate`")
    unscored: list[Row] = []
    ready = prepare(
        subject.entries,
        source,
        how,
        # What --explain compares with has other systems too.
        Selection(("all",) if asked.explain else asked.systems, asked.exclude),
        human_texts=human_texts,
        left_out=lambda batch, i: unscored.append(_unscored(batch, i)),
        quiet=end.quiet,
    )
    with ready.running(written) as run:
        scored = score(ready.batches, ready.entries, backend=run.backend)
    rows = [*map(_scored, scored.records), *unscored]
    outputs = [name for entry in scored.entries for name in entry.outputs]
    names = _jackknifed(outputs, rows) if _people(asked, rows) else tuple(outputs)
    signatures = " + ".join(scored.signature(entry) for entry in scored.entries)
    found = Found(part(rows, (), asked.tasks_by), asked, names, signatures)
    present(
        found,
        plot=plot,
        output=output,
        form=formats.form,
        spreadsheet=formats.spreadsheet,
        force=end.force,
    )
    run.done()
    end.tell([*ready.selected.notices(), *scored.remarks], scored.failures)
    end.exit_if_failed(scored.failures)


def _scored(record: Scored) -> Row:
    return _row(record.system_id, record.instance_id, record, record.scores)


def _unscored(batch: Batch, i: int) -> Row:
    """Return the judgments of a record that is not scored, so that filters can name it."""
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
    """Return the names of the outputs, jackknifed where systems have such scores."""
    of_peers = {name for row in rows if row.kind == "peer" for name in row.scores}
    return tuple(
        name if name in of_peers and f"{name}_jk" not in of_peers else f"{name}_jk"
        for name in outputs
    )


def _people(asked: CorrelationOptions, rows: Iterable[Row]) -> bool:
    """Return whether human texts take part."""
    if not {"reference", "all"}.isdisjoint(asked.systems):
        return True
    return any(row.kind == "reference" and row.system in asked.systems for row in rows)


def make(name: str) -> Any:
    """Create the command that correlates one metric, a suite, or scores that files hold."""
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
        from sacreval.cli.suite import suite_command

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

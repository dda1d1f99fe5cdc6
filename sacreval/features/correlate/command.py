"""`sacreval correlate`: agreement of metrics with human judgments."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sacreval.cli.help.help_sections import CORRELATIONS
from sacreval.cli.help.metric_help import described, for_metric, titled
from sacreval.cli.help.other_tools import of_metric
from sacreval.cli.metric_commands import entries_from_options, metric_parameters, own_entries
from sacreval.cli.options.common_options import SUITE, Force, Outputs
from sacreval.cli.options.generated_options import parameters
from sacreval.cli.options.option_groups import (
    EndOptions,
    FormatOptions,
    HumanTextOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
)
from sacreval.cli.options.plot_options import LookOptions, plot_help
from sacreval.cli.parsing.assembled import assemble
from sacreval.cli.verb_app import verb_app
from sacreval.core import aliases
from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.correlate.correlate_output import (
    CorrelationRequest,
    ViewOptions,
    check,
    present,
)
from sacreval.features.correlate.options import (
    CorrelationOptions,
    DuplicateScores,
    LanguagePairs,
    TrustOptions,
)
from sacreval.features.paper.paper_options import OF_FIELD, CorrelationPaperOptions
from sacreval.scoring.entries.own_metrics import find

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.features.correlate.data.score_set import Row
    from sacreval.scoring.entries.run_metrics import Entry


FROM_FILES = ("scores", "judgments", "trust", "list")
"""What is read from files, in the place of a metric."""
_ENDINGS = {".jsonl", ".json", ".csv", ".tsv", ".score"}


def of_subject(name: str) -> str | None:
    """Return what to write for a word in the place of a metric; None if unknown."""
    if _is_file(name):
        return f"write what is correlated before files, as in `{_command(name)}`"
    close = get_close_matches(name.casefold(), [*FROM_FILES, SUITE], n=1, cutoff=0.8)
    return f"did you mean '{close[0]}'?" if close else of_metric(name)


def _is_file(name: str) -> bool:
    return Path(name).exists() or Path(name).suffix.lower() in _ENDINGS


def _command(name: str) -> str:
    """Return the command that correlates a file or folder: its scores, or those of a metric."""
    from sacreval.features.correlate.data.load import SCORES, files_of_folder

    path = Path(name)
    folder = path if path.is_dir() else path.parent
    whole = path.is_dir() or path.name == SCORES
    files = files_of_folder(folder) if whole else []
    scored = not (_has_records(path) or (files and SCORES not in (Path(x).name for x in files)))
    arguments = shlex.join(files or [name])
    return f"sacreval correlate {'scores' if scored else 'rouge'} {arguments} --human NAME"


def _has_records(path: Path) -> bool:
    from sacreval.io.formats.first_keys import first_object

    return path.is_file() and "prediction" in first_object(str(path))


SCORES, JUDGMENTS, TRUST, LIST = "scores", "judgments", "trust", "list"
SCORES_TEXT = "Correlate the scores in files with the human judgments in files."
JUDGMENTS_TEXT = "Average human judgments by system."
SUITE_TEXT = "Measure how well many metrics agree with human judgments."

Threads = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        rich_help_panel="Common options",
        help="Number of threads. Results do not depend on it.",
    ),
]
Shown = Annotated[
    bool,
    typer.Option(
        "--progress/--no-progress",
        rich_help_panel="Execution",
        help="Show the progress of runs of several seconds: a bar on a terminal, else lines.",
    ),
]
Plots = Annotated[
    list[str] | None, plot_help("scatter, forest, significance, heatmap, histogram or ties")
]


def scores(
    options: CorrelationOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            rich_help_panel="Common options",
            help="Scores and judgments, merged by instance and system: JSONL of `sacreval score` "
            "or SacreROUGE, CSV or TSV tables, .seg.score and .sys.score files, or folders in the "
            "MT-metrics-eval layout.",
        ),
    ],
    *,
    language_pair: LanguagePairs = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            rich_help_panel="Input",
            help="Reference of an MT-metrics-eval folder: read the metric scores with this "
            "reference only, and rename BLEU-refA to BLEU; repeat it as he-en=refB for "
            "a pair with another reference.",
        ),
    ] = None,
    duplicates: DuplicateScores = "error",
    pairs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel="Output",
            help="Scores pair by pair, which `sacreval score --pairs` wrote: at summary level, "
            "jackknifed scores of human texts are compared with those of systems against the same "
            "references, in one group for each human text of an input. With --systems all.",
        ),
    ] = None,
    plot: Plots = None,
    looks: LookOptions,
    output: Outputs = None,
    shown: ViewOptions,
    paper: CorrelationPaperOptions,
    formats: FormatOptions,
    workers: Threads = 1,
    progress: Shown = True,
    force: Force = False,
) -> None:
    """Correlate the scores in files with the judgments in files."""
    from sacreval.features.correlate.data.human_scores import read_pairs, with_pairs_of
    from sacreval.features.correlate.data.load import check_scores, load_tasks
    from sacreval.features.correlate.data.score_origins import (
        directions_beside,
        signatures_beside,
    )

    study = None
    if paper.style in OF_FIELD:
        from sacreval.features.correlate.styles import style

        has_folder = any(path.is_dir() for path in files)
        study = style(paper.style, has_folder=has_folder).using(reference or ())
        options, reference = study.of(options), study.reference_options
    check_human(options, "scores")
    shown.check(options.test)
    read = [*files, *([] if pairs is None else [pairs])]
    inputs = [str(path) for path in read]
    check(output, plot, force=force, inputs=inputs, paper=paper, form=formats.form)
    tasks = load_tasks(
        files,
        options.tasks_by,
        language_pairs=language_pair or (),
        references=reference or (),
        duplicates=duplicates,
    )
    if study is not None:
        tasks = study.with_systems(tasks)
    if pairs is not None:
        tasks = with_pairs_of(tasks, read_pairs(pairs), pairs)
    names = options.metric
    check_scores(files, tasks.values(), names, options.human_score)
    signature = "+".join(reference) if reference else signatures_beside(files, names)
    stated = directions_beside(files)
    tasks = {task: replace(data, directions=stated) for task, data in tasks.items()}
    request = CorrelationRequest(
        tasks, options, names, signature, workers=workers, progress=progress
    )
    present(
        request,
        plot=plot,
        looks=looks,
        output=output,
        formats=formats,
        force=force,
        shown=shown,
        paper=paper,
    )


def check_human(options: CorrelationOptions, command: str) -> None:
    """Check that there is a human score."""
    if not options.human_score:
        raise UsageError(f"Missing option '--human'; see sacreval correlate {command} --help")


class MetricsToCorrelate(NamedTuple):
    """The metrics that a command computes before it correlates them.

    Args:
        entries: The metrics.
        options: Options of the correlations.
    """

    entries: Sequence[Entry]
    options: CorrelationOptions


def correlate(
    subject: MetricsToCorrelate,
    *,
    files: InputOptions,
    records: RecordOptions,
    human_texts: HumanTextOptions,
    how: RunOptions,
    plot: Plots = None,
    looks: LookOptions,
    output: Outputs = None,
    shown: ViewOptions,
    paper: CorrelationPaperOptions,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Score every output, with jackknifing, and correlate the scores with human judgments."""
    from sacreval.cli.run_context import prepare
    from sacreval.core.selection import Selection
    from sacreval.features.correlate.data.main_outputs import without_twins
    from sacreval.features.correlate.data.score_grid import split_rows
    from sacreval.features.correlate.data.score_set import own_scores
    from sacreval.features.correlate.data.whole_systems import may_have_own
    from sacreval.features.correlate.public import row_of, row_of_scores
    from sacreval.scoring.entries.run_metrics import refuse_sets
    from sacreval.scoring.pair_scores import score

    source, options = files.source(), subject.options
    if paper.style in OF_FIELD:
        from sacreval.features.correlate.styles import style

        options = style(paper.style, has_folder=False).of(options)
    check_human(options, "METRIC")
    shown.check(options.test)
    written = check(
        output, plot, force=end.force, inputs=source.files(), paper=paper, form=formats.form
    )
    refuse_sets(subject.entries, remedy="use `sacreval evaluate`")
    unscored: list[Row] = []

    def add_unscored(batch: Batch, i: int) -> None:
        """Add the judgments of a record that is not scored, for use in filters."""
        unscored.append(row_of(batch[i], batch.system_ids[i], batch.instance_ids[i]))

    # --explain also compares with other selections of systems.
    systems = Selection(("all",) if options.explain else options.systems, options.exclude)
    ready = prepare(
        subject.entries,
        source,
        how,
        records.of(systems, options.seed),
        human_texts=human_texts,
        left_out=add_unscored,
        quiet=end.quiet,
    )
    with ready.running(written) as run:
        scored = score(
            ready.batches,
            ready.entries,
            backend=run.backend,
            chosen=ready.selected.records,
            keep_rows=may_have_own(options),
        )
    rows = [*map(row_of_scores, scored.records), *unscored]
    signatures = " + ".join(scored.signature(entry) for entry in scored.entries)
    directions = {name: x for entry in scored.entries for name, x in entry.directions().items()}
    formulas = scored.formulas()
    tasks = {
        task: replace(
            data,
            directions=directions,
            own=own_scores(data.systems, data.instances, scored.rows, formulas),
        )
        for task, data in split_rows(rows, (), options.tasks_by).items()
    }
    tasks = {task: without_twins(data, options) for task, data in tasks.items()}
    of_systems = " + ".join(scored.own_signature(entry) for entry in scored.entries)
    request = CorrelationRequest(
        tasks,
        options,
        options.metric,
        signatures,
        of_systems,
        workers=how.workers,
        progress=how.progress and not end.quiet,
    )
    present(
        request,
        plot=plot,
        looks=looks,
        output=output,
        formats=formats,
        force=end.force,
        shown=shown,
        paper=paper,
    )
    run.done()
    end.write_notices([*ready.selected.notices(), *scored.record_notices], scored.failures)
    end.exit_if_failed(scored.failures)


def _assembled(verb: Callable[..., None], group: type[Any], name: str, text: str) -> Any:
    """Create a command whose options are those of a dataclass."""
    return assemble(verb, parameters(group, name), lambda values: group(**values), name, text)


def _scores_command(name: str) -> Any:
    return _titled(_assembled(scores, CorrelationOptions, name, SCORES_TEXT))


def _judgments_command(name: str) -> Any:
    from sacreval.features.correlate.score_file_commands import JudgmentOptions, judgments

    return _assembled(judgments, JudgmentOptions, name, JUDGMENTS_TEXT)


def _trust_command(name: str) -> Any:
    from sacreval.features.correlate.trust.command import TEXT, trust

    command = _assembled(trust, TrustOptions, name, TEXT)
    command.sections = {"metric": "Systems and records"}
    return command


def _list_command(name: str) -> Any:
    from sacreval.features.correlate.score_file_commands import TEXT, ListOptions, list_contents

    command = _assembled(list_contents, ListOptions, name, TEXT)
    command.sections = {"language_pair": "Input"}
    return command


_OTHERS = {
    SCORES: _scores_command,
    JUDGMENTS: _judgments_command,
    TRUST: _trust_command,
    LIST: _list_command,
}


def make(name: str) -> Any:
    """Create the command that correlates one metric, a suite, or the scores in files."""
    if name in _OTHERS:
        return _OTHERS[name](name)
    shared = parameters(CorrelationOptions, "correlate")
    if name == SUITE:
        from sacreval.cli.config.suite import suite_command

        return _titled(
            suite_command(
                correlate,
                SUITE_TEXT,
                extra=shared,
                subject=lambda entries, options: MetricsToCorrelate(
                    entries, CorrelationOptions(**options)
                ),
            )
        )
    if (known := find(name)) is not None:
        return assemble(
            correlate,
            shared,
            lambda options: MetricsToCorrelate(
                own_entries(known, {}), CorrelationOptions(**options)
            ),
            name,
            f"{known.spec}, by {known.where}.",
        )
    alias = aliases.find(name, metrics)
    cls = metrics.get(alias.metric if alias else name)
    metric_options = metric_parameters(cls, name, alias)
    shared = [p for p in shared if p.name not in {option.name for option in metric_options}]

    def subject(options: dict[str, Any]) -> MetricsToCorrelate:
        chosen = {p.name: options.pop(p.name) for p in metric_options}
        return MetricsToCorrelate(entries_from_options(cls, chosen), CorrelationOptions(**options))

    command = assemble(correlate, [*metric_options, *shared], subject, name, described(cls, alias))
    return for_metric(_titled(command), cls, name)


def _titled(command: Any) -> Any:
    """Return a command whose help has the options of correlations in a section of their own."""
    command.sections = titled(CorrelationOptions, CORRELATIONS)
    return command


def _instead(name: str) -> str | None:

    return of_subject(name)


app = verb_app(
    make,
    "Measure how well metrics agree with human judgments: from score files, or by metric.",
    {
        SCORES: SCORES_TEXT,
        SUITE: SUITE_TEXT,
        JUDGMENTS: JUDGMENTS_TEXT,
        TRUST: "Compute how far judges, or any metrics, can be trusted in the place of people.",
        LIST: "List what score files hold: metrics, judgments, systems, groups; also written "
        "--list.",
    },
    flags={"--list": LIST},
    instead=_instead,
)

"""`sacreval stereotyping DATA`: how often a model prefers the stereotyping sentence of a pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.model_requests import (
    DryRun,
    RepliesFile,
    ask_all,
    check_nothing_asked,
    check_replies,
    show_plan,
)
from sacreval.cli.options.common_options import By, Outputs, Progress, SampleSeed
from sacreval.cli.options.judge_options import RunnerOptions, SpendingOptions
from sacreval.cli.options.option_groups import (
    EndOptions,
    FormatOptions,
    InputOptions,
    RecordOptions,
)
from sacreval.cli.options.statistics_options import Confidence
from sacreval.cli.options.ungrouped import ungrouped

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.features.generate.command import JoinedOutputs as Joined
    from sacreval.features.generate.generation_requests import RecordRequests


@ungrouped
def stereotyping(
    *,
    files: InputOptions,
    records: RecordOptions,
    seed: SampleSeed = 12345,
    by: By = None,
    confidence: Confidence = 0.95,
    asked: RunnerOptions,
    prefix: Annotated[
        str,
        typer.Option(
            help="With --with: the text that both sentences follow. Many servers give no "
            "log-probability of the first token of a text, and sentences often differ there."
        ),
    ] = "",
    replies: RepliesFile = None,
    spending: SpendingOptions,
    dry_run: DryRun = False,
    output: Outputs = None,
    formats: FormatOptions,
    progress: Progress = True,
    end: EndOptions,
) -> None:
    """Count how often a model prefers the more stereotyping of two sentences (CrowS-Pairs).

    A record has two `choices` with log-probabilities, and `gold`, the place of the more
    stereotyping one; `--with` asks a model for the log-probabilities.
    """
    from sacreval.cli import output as outputs
    from sacreval.core.selection import Selection
    from sacreval.features.stereotyping.result import notes, render, wide_table
    from sacreval.features.stereotyping.stereotyping import stereotyping as count
    from sacreval.scoring.inputs.selected_records import RecordFilter

    source = files.source()
    wanted = outputs.targets(output, [], force=end.force, inputs=source.files())
    chosen = RecordFilter(records.of(Selection(), seed))
    batches: Iterable[Batch] = chosen.of(source.batches())
    if asked.with_ is not None:
        from sacreval.asking.answering import Asking
        from sacreval.features.generate.command import JoinedOutputs as Joined

        check_replies(replies, [*(x.path for x in wanted), *map(Path, source.files())])
        asking = Asking(asked.runner(), spending.budget(), progress and not end.quiet)
        asked_about = _records(batches, prefix)
        requests = [request for record in asked_about for request in record.requests]
        if dry_run:
            show_plan(requests, replies, asking)
            return
        answers = ask_all(requests, replies, asking, quiet=end.quiet)
        batches = _joined(Joined(answers, asking.runner.target), asked_about, source.paths[0])
    else:
        options = {"prefix": prefix, "replies": replies, "dry-run": dry_run}
        used = [name for name, value in options.items() if value]
        check_nothing_asked([*asked.changed(), *spending.changed(), *used])
    report = count(batches, by=by, level=confidence)
    outputs.write_and_show(
        wanted,
        formats,
        lambda form: render(report, form),
        lambda: [wide_table(report)],
        notes(report),
    )
    end.write_notices(chosen.notices(), report.failures)
    end.exit_if_failed(report.failures)


def _records(batches: Iterable[Batch], prefix: str) -> list[RecordRequests]:
    """Return the records with a request for the log-probability of each sentence."""
    from sacreval.features.generate.generation_requests import asked
    from sacreval.features.generate.prompt_files import Prompt

    return list(asked(batches, Prompt(prompt=prefix, choices="{{text}}"), None))


def _joined(joined: Joined, records: Sequence[RecordRequests], path: str) -> list[Batch]:
    """Return the records with their log-probabilities, as one batch."""
    from sacreval.core.records import Batch

    instances = list(joined.of(records))
    return [Batch(instances, path, lines=range(1, len(instances) + 1))]

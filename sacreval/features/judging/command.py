"""`sacreval ask JUDGE INPUT…` and `sacreval answer REQUESTS`: requests of a judge, and replies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.model_requests import REPLIES_HELP, DryRun, ask_into, show_plan
from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import SOME_FAILED, Force, Progress, Quiet, SampleSeed
from sacreval.cli.options.judge_options import RunnerOptions, SpendingOptions
from sacreval.cli.options.option_groups import InputOptions, RecordOptions, SelectionOptions
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.errors import InputError, UsageError

if TYPE_CHECKING:
    from sacreval.asking.requests import Request
    from sacreval.metrics.judges.judge import Judge
    from sacreval.scoring.judge_requests import WaitingRequests


Form = Literal["jsonl", "openai-batch", "anthropic-batch"]


@ungrouped
def ask(
    *,
    judge: Annotated[
        str,
        typer.Argument(
            metavar="JUDGE",
            help="A judge file, or the name of a judge that comes with sacreval or was set up.",
        ),
    ],
    files: InputOptions,
    systems: SelectionOptions,
    records: RecordOptions,
    seed: SampleSeed = 12345,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="REQUESTS.jsonl", help="File for the requests."),
    ],
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="Format: jsonl for `sacreval answer`; openai-batch for the batch interfaces of "
            "OpenAI, Together and vLLM; anthropic-batch for Anthropic's.",
        ),
    ] = "jsonl",
    model: Annotated[
        str,
        typer.Option(metavar="NAME", help="The model, which each line of a batch file names."),
    ] = "",
    replies: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Replies so far. Requests with an answer are left out, and those of later steps "
            "are made from it.",
        ),
    ] = None,
    opponent: Annotated[
        str,
        typer.Option(metavar="FILE.jsonl", help="The outputs that a judge of pairs compares with."),
    ] = "",
    opponent_system: Annotated[
        str, typer.Option(metavar="NAME", help="Their system, if that file has several.")
    ] = "",
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write the requests of a judge about every output to a file; equal prompts once.

    Nothing is sent. `sacreval answer` asks a model, and `sacreval evaluate judge --replies` scores.
    """
    from sacreval.core.contract.several_answers import UnreadSamples
    from sacreval.io.files import check_writable
    from sacreval.metrics.judges.judge import Judge
    from sacreval.scoring.inputs.selected_records import Selected
    from sacreval.scoring.judge_requests import first_reply, wanted

    metric = Judge(
        judge=judge,
        replies=() if replies is None else (replies,),
        opponent=opponent,
        opponent_system=opponent_system,
    )
    source = files.source()
    read = [*source.files(), *filter(None, (replies, opponent))]
    check_writable(output, force=force, inputs=read)
    selected = Selected(records.of(systems.selection(), seed), [metric])
    unread = UnreadSamples(metric)
    asked = unread.passing(selected.of(source.batches()))
    to_ask = wanted(metric, asked, first_reply(metric))
    if not to_ask.requests and not to_ask.answered:
        raise InputError(f"{judge}: there is nothing to ask about these records; check the inputs")
    _write(to_ask.requests, output, form, model)
    for text in (*selected.notices(), *unread.notices(), *_notices(metric, to_ask, output)):
        notice(text, quiet=quiet)


def _write(requests: list[Request], output: Path, form: Form, model: str) -> None:
    """Write requests in a format."""
    if form == "jsonl":
        from sacreval.asking.request_file import write_requests

        if model:
            raise UsageError("--model: `sacreval answer --with` names the model; drop it here")
        write_requests(requests, output)
        return
    from sacreval.asking.request_file import write_batch

    write_batch(requests, output, form=form, model=model)


def _notices(metric: Judge, to_ask: WaitingRequests, output: Path) -> list[str]:
    from sacreval.asking.answering import counted

    held = f", {to_ask.answered:,} answered before" if to_ask.answered else ""
    counts = f"{counted(len(to_ask.requests), 'request')} about {counted(to_ask.records, 'record')}"
    texts = [f"{output}: {counts}{held}"]
    if to_ask.waiting:
        step = metric.definition.asked[-1].ask
        texts.append(
            f"{counted(to_ask.waiting, 'record')} of these are asked for {step} later: give the "
            "replies to `sacreval ask` with --replies"
        )
    return texts


Unanswered = Annotated[
    bool,
    typer.Option("--allow-errors", help="Exit with 0 even if some requests have no answer."),
]


@ungrouped
def answer(
    *,
    requests: Annotated[
        str,
        typer.Argument(
            metavar="REQUESTS",
            help="File of requests, as `sacreval ask` writes it; also compressed (.gz, .zst).",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="REPLIES.jsonl", help=REPLIES_HELP),
    ] = None,
    asked: RunnerOptions,
    spending: SpendingOptions,
    dry_run: DryRun = False,
    allow_errors: Unanswered = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Ask a model the requests that have no answer yet, and append its replies to a file."""
    from sacreval.asking.answering import Asking
    from sacreval.asking.request_file import read_requests

    asking = Asking(budget=spending.budget(), runner=asked.runner(), progress=progress)
    _check_output(output, requests, dry_run=dry_run)
    listed = list(read_requests(requests))
    if not listed:
        raise InputError(f"{requests}: there are no requests; write them with `sacreval ask`")
    if dry_run:
        show_plan(listed, output, asking)
    elif output is not None:
        outcome = ask_into(listed, output, asking, quiet=quiet)
        if outcome.unanswered and not allow_errors:
            raise typer.Exit(SOME_FAILED)


def _check_output(output: Path | None, requests: str, *, dry_run: bool) -> None:
    """Check that there can be a file for the replies, which is not that of the requests."""
    from sacreval.asking.reply_file import check_appendable

    if output is None:
        if not dry_run:
            raise UsageError("replies are kept in a file; give -o REPLIES.jsonl")
    elif os.path.realpath(output) == os.path.realpath(requests):
        raise UsageError(f"{output}: these are the requests; write the replies to another file")
    else:
        check_appendable(output)

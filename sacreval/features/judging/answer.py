"""`sacreval answer REQUESTS -o REPLIES`: a model is asked, and its replies are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from sacreval.cli.asking import REPLIES_HELP, DryRun, ask_into, show_plan
from sacreval.cli.options.common_options import SOME_FAILED, Progress, Quiet
from sacreval.cli.options.judge_options import RunnerOptions, SpendingOptions
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.errors import InputError, UsageError

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

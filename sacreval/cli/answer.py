"""`sacreval answer REQUESTS -o REPLIES`: a model is asked, and its replies are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import SOME_FAILED, Progress, Quiet, notice
from sacreval.cli.runner_options import RunnerOptions
from sacreval.cli.spending_options import SpendingOptions
from sacreval.cli.ungrouped import ungrouped
from sacreval.errors import InputError, SacrevalError, UsageError

if TYPE_CHECKING:
    from sacreval.core.requests import Request
    from sacreval.runners._base import Runner
    from sacreval.scoring.answering import Asked
    from sacreval.scoring.spending import Budget

Dry = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Ask nothing; print the first prompt, and the numbers of requests, of characters and, "
        "with --price, the cost.",
    ),
]
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
        typer.Option(
            "-o",
            "--output",
            metavar="REPLIES.jsonl",
            help="File to which each reply is appended as it comes. If it exists, only what has "
            "no answer in it is asked.",
        ),
    ] = None,
    asked: RunnerOptions,
    spending: SpendingOptions,
    dry_run: Dry = False,
    allow_errors: Unanswered = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Ask a model the requests that have no answer yet, and append its replies to a file."""
    from sacreval.core.request_file import read_requests

    budget, runner = spending.budget(), asked.runner()
    _check_output(output, requests, dry_run=dry_run)
    found = list(read_requests(requests))
    if not found:
        raise InputError(f"{requests}: there are no requests; write them with `sacreval ask`")
    if dry_run:
        _show_plan(found, output, runner, budget)
    elif output is not None:
        outcome = _ask(found, output, runner, budget, progress=progress, quiet=quiet)
        if outcome.unanswered and not allow_errors:
            raise typer.Exit(SOME_FAILED)


def _check_output(output: Path | None, requests: str, *, dry_run: bool) -> None:
    """Check that there can be a file for the replies, which is not that of the requests."""
    from sacreval.core.reply_file import check_appendable

    if output is None:
        if not dry_run:
            raise UsageError("replies are kept in a file; give -o REPLIES.jsonl")
    elif os.path.realpath(output) == os.path.realpath(requests):
        raise UsageError(f"{output}: these are the requests; write the replies to another file")
    else:
        check_appendable(output)


def _show_plan(
    requests: list[Request], output: Path | None, runner: Runner, budget: Budget
) -> None:
    from sacreval.core.reply_file import answered_in
    from sacreval.scoring.answer_notices import plan

    answered = answered_in(output) if output is not None else set()
    missing = [one for one in requests if one.id not in answered]
    for line in plan(missing, len(requests) - len(missing), runner, budget):
        typer.echo(line)


def _ask(
    requests: list[Request],
    output: Path,
    runner: Runner,
    budget: Budget,
    *,
    progress: bool,
    quiet: bool,
) -> Asked:
    """Ask what is missing in a file of replies."""
    from sacreval.core.reply_file import ReplyFile
    from sacreval.io.progress import bar
    from sacreval.scoring.answer_notices import after, before, strangers
    from sacreval.scoring.answering import ask

    with ReplyFile(output) as store:
        missing = [one for one in requests if not store.has(one.id)]
        texts = [store.notice, strangers(store.answered, requests, str(output))]
        for text in (*filter(None, texts), before(missing, len(requests) - len(missing), runner)):
            notice(text, quiet=quiet)
        with (
            _kept_count(output, budget, quiet=quiet),
            bar("answer", lambda: len(missing), unit="requests", shown=progress) as advance,
        ):
            outcome = ask(requests, runner, store, budget=budget, advance=advance)
    for text in after(outcome, budget):
        notice(text, quiet=quiet)
    return outcome


@contextmanager
def _kept_count(output: Path, budget: Budget, *, quiet: bool) -> Iterator[None]:
    """Write how many replies are kept, if asking is interrupted or ends with an error."""
    from sacreval.scoring.answer_notices import counted

    try:
        yield
    except (KeyboardInterrupt, SacrevalError):
        if count := budget.spent.answered:
            are = "is" if count == 1 else "are"
            kept = f"{counted(count, 'new reply', 'new replies')} {are} kept in {output}"
            notice(f"{kept}; run the same command again to go on", quiet=quiet)
        raise

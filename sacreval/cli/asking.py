"""Asking a model within a command: options, the dry run, and replies kept in a file or memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import notice
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.requests import Reply, Request
    from sacreval.runners._base import Runner
    from sacreval.scoring.spending import Budget

RepliesFile = Annotated[
    Path | None,
    typer.Option(
        "--replies",
        metavar="FILE.jsonl",
        help="File to which each reply is appended as it comes. If it exists, only what has no "
        "answer in it is asked.",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Ask nothing; print the first prompt, and the numbers of requests, of characters and, "
        "with --price, the cost.",
    ),
]


def check_replies(replies: Path | None, others: Sequence[Path | None]) -> None:
    """Check that the file of replies is none of the other files of the command.

    Args:
        replies: The file, or None.
        others: The other files; None for those that were not named.

    Raises:
        UsageError: If it is one of them.
    """
    if replies is not None and replies.resolve() in {x.resolve() for x in others if x}:
        raise UsageError(f"--replies {replies}: this file has another use here; name another")


def show_plan(
    requests: Sequence[Request], replies: Path | None, runner: Runner, budget: Budget
) -> None:
    """Print what --dry-run shows.

    Args:
        requests: All requests.
        replies: The file of replies, or None.
        runner: What would be asked.
        budget: The limits.
    """
    from sacreval.core.reply_file import answered_in
    from sacreval.scoring.answer_notices import plan

    known = {one.id: one for one in requests}
    answered = answered_in(replies) if replies is not None else set()
    missing = [one for name, one in known.items() if name not in answered]
    for line in plan(missing, len(known) - len(missing), runner, budget):
        typer.echo(line)


def ask_all(
    requests: Sequence[Request],
    replies: Path | None,
    runner: Runner,
    budget: Budget,
    *,
    shown: bool,
    quiet: bool,
) -> Mapping[str, Reply]:
    """Ask what is missing, and return all replies by the id of their request.

    Args:
        requests: All requests; equal ones are asked once.
        replies: The file that replies are appended to, or None.
        runner: What is asked.
        budget: The limits.
        shown: Whether a progress bar is shown on a terminal.
        quiet: Whether notices are left out.
    """
    from sacreval.core.reply_file import ReplyFile, ReplyMemory
    from sacreval.core.reply_formats import read_replies
    from sacreval.io.progress import bar
    from sacreval.scoring.answer_notices import after, before
    from sacreval.scoring.answering import ask

    known = {one.id: one for one in requests}
    with ExitStack() as stack:
        kept = stack.enter_context(ReplyFile(replies)) if replies is not None else None
        memory = ReplyMemory()
        store = kept or memory
        missing = [one for name, one in known.items() if not store.has(name)]
        if kept is not None and kept.notice:
            notice(kept.notice, quiet=quiet)
        notice(before(missing, len(known) - len(missing), runner), quiet=quiet)
        with bar("asking", lambda: len(missing), unit="requests", shown=shown) as advance:
            outcome = ask(requests, runner, store, budget=budget, advance=advance)
    for text in after(outcome, budget):
        notice(text, quiet=quiet)
    if replies is None:
        return memory.replies
    return {reply.id: reply for reply in read_replies(str(replies))} if replies.exists() else {}

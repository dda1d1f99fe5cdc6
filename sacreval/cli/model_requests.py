"""Asking a model within a command: options, the dry run, and replies kept in a file or memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.notices import notice
from sacreval.errors import SacrevalError, UsageError

if TYPE_CHECKING:
    from sacreval.asking.answering import AskedCounts, Asking
    from sacreval.asking.requests import Reply, Request
    from sacreval.asking.spending import Budget


REPLIES_HELP = (
    "File to which each reply is appended as it comes. If it exists, only what has no answer in it "
    "is asked."
)
RepliesFile = Annotated[
    Path | None, typer.Option("--replies", metavar="FILE.jsonl", help=REPLIES_HELP)
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


def check_nothing_asked(names: Sequence[str]) -> None:
    """Check that no option states how a model is asked, where --with names none.

    Args:
        names: The parameters of such options that were given.

    Raises:
        UsageError: If there is one.
    """
    if names:
        flag = names[0].replace("_", "-")
        raise UsageError(f"--{flag}: this says how a model is asked; give --with, or drop it")


def show_plan(requests: Sequence[Request], replies: Path | None, asking: Asking) -> None:
    """Print what --dry-run shows.

    Args:
        requests: All requests.
        replies: The file of replies, or None.
        asking: How the model would be asked.
    """
    from sacreval.asking.answering import plan
    from sacreval.asking.reply_file import answered_in

    known = {request.id: request for request in requests}
    answered = answered_in(replies) if replies is not None else set()
    missing = [request for name, request in known.items() if name not in answered]
    for line in plan(missing, len(known) - len(missing), asking.runner, asking.budget):
        typer.echo(line)


def ask_all(
    requests: Sequence[Request], replies: Path | None, asking: Asking, *, quiet: bool
) -> Mapping[str, Reply]:
    """Ask what is missing, and return all replies by the id of their request.

    Args:
        requests: All requests; equal ones are asked once.
        replies: The file that replies are appended to, or None.
        asking: How the model is asked.
        quiet: Whether notices are left out.
    """
    from sacreval.asking.answering import after, ask_with_notice
    from sacreval.asking.reply_file import ReplyMemory, read_replies

    if replies is not None:
        ask_into(requests, replies, asking, quiet=quiet)
        return {reply.id: reply for reply in read_replies(str(replies))} if replies.exists() else {}
    memory = ReplyMemory()
    outcome = ask_with_notice(requests, memory, asking, partial(notice, quiet=quiet))
    for text in after(outcome, asking.budget):
        notice(text, quiet=quiet)
    return memory.replies


def ask_into(
    requests: Sequence[Request], replies: Path, asking: Asking, *, quiet: bool
) -> AskedCounts:
    """Ask what has no answer in a file, and append the replies to it.

    Args:
        requests: All requests; equal ones are asked once.
        replies: The file.
        asking: How the model is asked.
        quiet: Whether notices are left out.

    Returns:
        What was asked and answered.
    """
    from sacreval.asking.answering import after, ask_with_notice, others
    from sacreval.asking.reply_file import ReplyFile

    with ReplyFile(replies) as store:
        texts = store.notice, others(store.answered, requests, str(replies))
        for text in filter(None, texts):
            notice(text, quiet=quiet)
        with _kept_count(replies, asking.budget, quiet=quiet):
            outcome = ask_with_notice(requests, store, asking, partial(notice, quiet=quiet))
    for text in after(outcome, asking.budget):
        notice(text, quiet=quiet)
    return outcome


@contextmanager
def _kept_count(replies: Path, budget: Budget, *, quiet: bool) -> Iterator[None]:
    """Write how many replies are kept, if asking is interrupted or ends with an error."""
    from sacreval.asking.answering import counted

    try:
        yield
    except (KeyboardInterrupt, SacrevalError):
        if count := budget.spent.answered:
            are = "is" if count == 1 else "are"
            kept = f"{counted(count, 'new reply', 'new replies')} {are} kept in {replies}"
            notice(f"{kept}; run the same command again to go on", quiet=quiet)
        raise

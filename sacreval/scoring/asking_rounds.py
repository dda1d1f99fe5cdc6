"""A model is asked what a judge needs, step by step, before the records are scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.core.reply_file import ReplyFile
from sacreval.core.reply_formats import read_replies
from sacreval.core.reply_merging import is_answer
from sacreval.core.requests import Reply, Request
from sacreval.errors import InputError, UsageError
from sacreval.scoring.answer_notices import after, before, plan
from sacreval.scoring.answering import Asked, ask
from sacreval.scoring.asking import Wanted, wanted
from sacreval.scoring.spending import Budget

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.metrics.judges.judge import Judge
    from sacreval.runners._base import Runner

Tell = Callable[[str], None]


class Asking(Struct, frozen=True):
    """How a model is asked.

    Args:
        runner: What is asked.
        budget: Limits of all rounds together.
        progress: Whether a progress bar is shown on a terminal.
    """

    runner: Runner
    budget: Budget
    progress: bool = True


def usual_file(runner: Runner) -> Path:
    """Return the file in the user's cache that keeps the replies of a runner.

    Args:
        runner: What is asked.
    """
    from sacreval.io.resources import cache_folder

    name = blake2b(runner.identity().encode(), digest_size=16).hexdigest()
    return cache_folder() / "replies" / f"{name}.jsonl"


def reply_file(metric: Judge, runner: Runner) -> Path:
    """Return the file to which the replies are appended.

    Raises:
        UsageError: If the judge has several, or they are the verdicts of another program.
    """
    if metric.reply_fields:
        raise UsageError("--reply-fields: verdicts of another program are not asked for; drop it")
    if len(metric.replies) > 1:
        raise UsageError(
            "--replies: with --with, give one file; a panel is asked one member after the other, "
            "by `sacreval answer`"
        )
    return Path(metric.replies[0]) if metric.replies else usual_file(runner)


def asked(metric: Judge, batches: Sequence[Batch], asking: Asking, tell: Tell) -> Judge:
    """Ask a model what a judge has no replies to, in as many rounds as it has steps.

    Args:
        metric: The judge.
        batches: All records.
        asking: How the model is asked.
        tell: Called with each notice.

    Returns:
        The judge with the file of replies, and with what was asked.
    """
    path = reply_file(metric, asking.runner)
    if not metric.replies:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with ReplyFile(path) as store:
        if store.notice:
            tell(store.notice)
        kept = _Kept(path, store)
        outcomes = list(_rounds(metric, batches, asking, kept, tell))
    if outcomes:
        for text in after(outcomes[-1], asking.budget):
            tell(text)
    elif not metric.replies:
        tell(f"all requests were answered before, and nothing is asked; remove {path} to ask again")
    return replace(metric, replies=(str(path),), asked=asking.runner.identity())


def planned(metric: Judge, batches: Sequence[Batch], asking: Asking) -> list[str]:
    """Return the lines of `--dry-run`: the first prompt in full, and the counts.

    Args:
        metric: The judge.
        batches: All records.
        asking: How the model would be asked.
    """
    path = reply_file(metric, asking.runner)
    known = _replies_in(path) if path.exists() else {}
    found = wanted(metric, batches, lambda one: known.get(one.id))
    lines = list(plan(found.requests, found.answered, asking.runner, asking.budget))
    if found.waiting:
        lines.append(f"records with later steps, which are not counted: {found.waiting:,}")
    return lines


class _Kept:
    """The replies of a file that is appended to, by id.

    Args:
        path: The file.
        store: The same, open.
    """

    def __init__(self, path: Path, store: ReplyFile) -> None:
        self._store = store
        self._known = _replies_in(path)

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return self._store.has(name)

    def add(self, reply: Reply) -> None:
        """Append a reply."""
        self._store.add(reply)
        self._known[reply.id] = reply

    def find(self, asked: Request) -> Reply | None:
        """Return the reply to a request; None if there is none."""
        return self._known.get(asked.id)


def _rounds(
    metric: Judge, batches: Sequence[Batch], asking: Asking, kept: _Kept, tell: Tell
) -> Iterator[Asked]:
    """Ask round after round, until nothing is left to ask or asking has stopped."""
    from sacreval.io.progress import bar

    first = True
    tried: set[str] = set()  # what failed is not asked again in this run
    while True:
        found = wanted(metric, batches, kept.find)
        requests = [one for one in found.requests if one.id not in tried]
        if first:
            _check(metric, found)
        first = False
        if not requests or asking.budget.stopped:
            return
        tell(before(requests, found.answered, asking.runner))
        tried.update(one.id for one in requests)
        with bar("answer", _count(requests), unit="requests", shown=asking.progress) as advance:
            yield ask(requests, asking.runner, kept, budget=asking.budget, advance=advance)


def _count(requests: Sequence[Request]) -> Callable[[], int]:
    return lambda: len(requests)


def _check(metric: Judge, found: Wanted) -> None:
    if not found.requests and not found.answered:
        raise InputError(
            f"{metric.judge}: there is nothing to ask about these records; check the inputs"
        )


def _replies_in(path: Path) -> dict[str, Reply]:
    """Return the answers in a file, by id."""
    return {one.id: one for one in read_replies(str(path)) if is_answer(one)}

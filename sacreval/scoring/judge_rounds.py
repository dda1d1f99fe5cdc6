"""Rounds of asking a model what a judge needs, one for each step, before records are scored.

Asking comes before scoring, and only with `--with`. Replies are then joined to the records before
these are checked (`metrics/judges/_joining.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.asking.answering import Asked, Asking, Notify, after, ask_with_notice, plan
from sacreval.asking.reply_file import ReplyFile, is_answer, read_replies
from sacreval.asking.requests import Reply, Request
from sacreval.errors import InputError, UsageError
from sacreval.scoring.judge_requests import Wanted, wanted

if TYPE_CHECKING:
    from sacreval.asking.runners._base import Runner
    from sacreval.core.records import Batch
    from sacreval.metrics.judges.judge import Judge


def usual_file(runner: Runner) -> Path:
    """Return the file in the user's cache that keeps the replies of a runner."""
    from sacreval.io.resources import cache_folder

    name = blake2b(runner.identity().encode(), digest_size=16).hexdigest()
    return cache_folder() / "replies" / f"{name}.jsonl"


def reply_file(metric: Judge, runner: Runner) -> Path:
    """Return the file to which the replies are appended."""
    if metric.reply_fields:
        raise UsageError("--reply-fields: verdicts of another program are not asked for; drop it")
    if len(metric.replies) > 1:
        raise UsageError(
            "--replies: with --with, give one file; a panel is asked one member after the other, "
            "by `sacreval answer`"
        )
    return Path(metric.replies[0]) if metric.replies else usual_file(runner)


def asked(metric: Judge, batches: Sequence[Batch], asking: Asking, notify: Notify) -> Judge:
    """Ask a model what a judge has no replies to, in as many rounds as it has steps.

    Args:
        metric: The judge.
        batches: All records.
        asking: How the model is asked.
        notify: Called with each notice.

    Returns:
        The judge with the file of replies, and with what was asked.
    """
    path = reply_file(metric, asking.runner)
    if not metric.replies:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with ReplyFile(path) as store:
        if store.notice:
            notify(store.notice)
        kept = _Kept(path, store)
        outcomes = list(_rounds(metric, batches, asking, kept, notify))
    if outcomes:
        for text in after(outcomes[-1], asking.budget):
            notify(text)
    elif not metric.replies:
        notify(f"all requests were answered before; nothing is asked; remove {path} to ask again")
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
    needed = wanted(metric, batches, lambda request: known.get(request.id))
    lines = list(plan(needed.requests, needed.answered, asking.runner, asking.budget))
    if needed.waiting:
        lines.append(f"records with later steps, which are not counted: {needed.waiting:,}")
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
    metric: Judge, batches: Sequence[Batch], asking: Asking, kept: _Kept, notify: Notify
) -> Iterator[Asked]:
    """Ask round after round, until nothing is left to ask or asking has stopped."""
    first = True
    tried: set[str] = set()  # what failed is not asked again in this run
    while True:
        needed = wanted(metric, batches, kept.find)
        requests = [request for request in needed.requests if request.id not in tried]
        if first:
            _check(metric, needed)
        first = False
        if not requests or asking.budget.stopped:
            return
        tried.update(request.id for request in requests)
        yield ask_with_notice(requests, kept, asking, notify, answered=needed.answered)


def _check(metric: Judge, needed: Wanted) -> None:
    if not needed.requests and not needed.answered:
        raise InputError(
            f"{metric.judge}: there is nothing to ask about these records; check the inputs"
        )


def _replies_in(path: Path) -> dict[str, Reply]:
    """Return the answers in a file, by id."""
    return {reply.id: reply for reply in read_replies(str(path)) if is_answer(reply)}

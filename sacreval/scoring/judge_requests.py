"""Requests of judges about records, each prompt once, and rounds of asking a model.

Rounds of asking a model what a judge needs, one for each step, before records are scored. Asking
comes before scoring, and only with `--with`. Replies are then joined to the records before these
are checked (`metrics/judges/_joining.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.asking.answering import AskedCounts, Asking, Notify, after, ask_with_notice, plan
from sacreval.asking.reply_file import ReplyFile, is_answer, read_replies
from sacreval.asking.requests import Place, Reply, Request
from sacreval.core.contract.declarations import field_kind
from sacreval.core.private_records import check_not_private
from sacreval.core.record_parts import RecordReply
from sacreval.errors import InputError, UsageError, shortened
from sacreval.metrics.judges._joining import subject
from sacreval.metrics.judges._record_requests import Subject, walk
from sacreval.metrics.judges._reply_tables import record_reply
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.field_checks import check

if TYPE_CHECKING:
    from sacreval.asking.runners._base import Runner
    from sacreval.core.records import Batch
    from sacreval.metrics.judges.judge import Judge


class WaitingRequests(NamedTuple):
    """The requests of a judge that have no reply yet.

    Args:
        requests: The requests, each prompt once, with all its places.
        waiting: Number of records whose later steps need the replies to these.
        answered: Number of different requests that have a reply.
        records: Number of records that were asked about.
    """

    requests: list[Request]
    waiting: int
    answered: int
    records: int


def judge_of(entry: Entry) -> Judge | None:
    """Return the judge of an entry; None for another metric."""
    from sacreval.metrics.judges.judge import Judge

    return entry.metric if isinstance(entry.metric, Judge) else None


def wanted(
    metric: Judge, batches: Iterable[Batch], reply_to: Callable[[Request], Reply | None]
) -> WaitingRequests:
    """Return the requests about records that have no reply yet.

    Args:
        metric: The judge.
        batches: The records.
        reply_to: Returns the reply to a request, if there is one.

    Raises:
        InputError: If a record lacks what a template reads, or is private.
    """
    by_id: dict[str, tuple[Request, list[Place]]] = {}
    answered: set[str] = set()
    waiting = records = 0
    for batch in checked(metric, batches):
        last = None
        for record in _subjects(metric, batch):
            place = record.instance_id, record.system_id
            records += place != last  # the answers of a record follow each other
            last = place
            steps, unanswered = set(), False
            for asked, reply in walk(metric.definition, record, _as_joined(reply_to)):
                steps.add(asked.places[0].ask)
                if reply is not None:
                    answered.add(asked.id)
                else:
                    unanswered = True
                    by_id.setdefault(asked.id, (asked, []))[1].extend(asked.places)
            waiting += unanswered and metric.definition.asked[-1].ask not in steps
    requests = [msgspec.structs.replace(x, places=tuple(places)) for x, places in by_id.values()]
    return WaitingRequests(requests, waiting, len(answered), records)


def checked(metric: Judge, batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield the records with an output, or with each answer, checked for what the judge reads."""
    for batch in batches:
        answered = batch.answered
        if metric.asks_each and (several := answered.answers) is not None:
            answered = several.batch
        check(answered, metric, [("replies", field_kind(metric, "replies"))])
        check_not_private(answered)
        if len(answered):
            yield answered


def _subjects(metric: Judge, batch: Batch) -> Iterator[Subject]:
    for i in range(len(batch)):
        if (record := subject(metric.definition, batch, i, metric.opponents)) is not None:
            _check_opponent(metric, record.instance_id)
            yield record


def _check_opponent(metric: Judge, instance_id: str) -> None:
    """Check that the output of the opponent may be part of a request."""
    if metric.definition.pair is None or not (others := metric.opponents):
        return
    if others.of(instance_id).private:
        raise InputError(
            f"{others.path}: instance '{shortened(instance_id)}' has `meta.private`, so that no "
            "model is asked about it; leave it out, or set it to false"
        )


def _as_joined(
    reply_to: Callable[[Request], Reply | None],
) -> Callable[[Request], RecordReply | None]:
    def joined(asked: Request) -> RecordReply | None:
        reply = reply_to(asked)
        if reply is None or not is_answer(reply):  # which is asked again
            return None
        return record_reply(reply, asked, 0)

    return joined


def first_reply(metric: Judge) -> Callable[[Request], Reply | None]:
    """Return a function that finds the reply to a request in the files of a judge.

    Raises:
        UsageError: If there are several files: a panel is asked one member after the other.
    """
    if len(metric.replies) > 1:
        raise UsageError("--replies: give one file, that of the member of the panel who is asked")
    return metric.tables[0].find if metric.tables else lambda _: None


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
) -> Iterator[AskedCounts]:
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


def _check(metric: Judge, needed: WaitingRequests) -> None:
    if not needed.requests and not needed.answered:
        raise InputError(
            f"{metric.judge}: there is nothing to ask about these records; check the inputs"
        )


def _replies_in(path: Path) -> dict[str, Reply]:
    """Return the answers in a file, by id."""
    return {reply.id: reply for reply in read_replies(str(path)) if is_answer(reply)}

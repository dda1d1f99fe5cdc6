"""The requests of judges about records, each prompt once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.asking.reply_file import is_answer
from sacreval.asking.requests import Place, Reply, Request
from sacreval.core.contract.declarations import field_kind
from sacreval.core.private_records import check_not_private
from sacreval.core.record_replies import RecordReply
from sacreval.errors import InputError, UsageError, shortened
from sacreval.metrics.judges._joining import subject
from sacreval.metrics.judges._reply_tables import record_reply
from sacreval.metrics.judges._requests import Subject, walk
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.field_checks import check

if TYPE_CHECKING:
    from sacreval.core.records import Batch
    from sacreval.metrics.judges.judge import Judge


class Wanted(NamedTuple):
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
) -> Wanted:
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
    return Wanted(requests, waiting, len(answered), records)


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

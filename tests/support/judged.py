"""Verdicts of judges on records, with replies that are given in place of a model's."""

from collections.abc import Callable, Mapping
from typing import Any

from sacreval.asking.requests import Request
from sacreval.core.record_replies import RecordReply
from sacreval.metrics.judges._judge_files import definition
from sacreval.metrics.judges._record_verdict import Judged, judged
from sacreval.metrics.judges._requests import Subject, walk

Replies = Mapping[str, str] | Callable[[Request], str]


def asked(judge: str, fields: Mapping[str, Any], replies: Replies) -> list[Request]:
    """Return the requests of a judge about a record.

    Args:
        judge: Its name or path.
        fields: The fields of the record.
        replies: Step to the text of its replies, or a function of the request.
    """
    return [each.request for each in _walk(judge, fields, replies)]


def verdict(judge: str, fields: Mapping[str, Any], replies: Replies) -> Judged:
    """Return the verdict of a judge about a record; see `asked`."""
    found = [each.reply for each in _walk(judge, fields, replies)]
    return judged(definition(judge), [reply for reply in found if reply is not None])


def _walk(judge: str, fields: Mapping[str, Any], replies: Replies) -> list[Any]:
    def reply(request: Request) -> RecordReply:
        place = request.places[0]
        text = replies(request) if callable(replies) else replies[place.ask]
        return RecordReply(ask=place.ask, variant=place.variant, repeat=request.repeat, text=text)

    return list(walk(definition(judge), Subject("1", "s", fields), reply))

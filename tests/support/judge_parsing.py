"""Scales and parse rules from YAML applied to replies, and verdicts of judges on records."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import yaml

from sacreval.asking.requests import Request
from sacreval.core.record_parts import RecordReply, TokenLogprob
from sacreval.metrics.judges._judge_files import definition
from sacreval.metrics.judges._record_requests import Subject, walk
from sacreval.metrics.judges._record_verdict import Judged, judged
from sacreval.metrics.judges._rules import ParseRule
from sacreval.metrics.judges._scales import Scale
from sacreval.metrics.judges._verdicts import ScaleVerdict, read_verdict

Replies = Mapping[str, str] | Callable[[Request], str]


def scale(source: Any) -> Any:
    """Decode a scale, of YAML or of plain values."""
    return msgspec.convert(_plain(source), Scale)


def rules(source: Any) -> list[ParseRule]:
    """Decode the list under `parse`, of YAML or of plain values."""
    return msgspec.convert(_plain(source), list[ParseRule])


def _plain(source: Any) -> Any:
    return yaml.safe_load(source) if isinstance(source, str) else source


def read(reply: str, on: Any, by: Any) -> ScaleVerdict:
    """Read the verdict of a text."""
    return read_verdict(RecordReply(text=reply), scale(on), rules(by))


def score(reply: str, on: Any, by: Any) -> float | None:
    """Return the first number of the verdict of a text; None if it is unparsed."""
    values = read(reply, on, by).values
    return values[0] if values else None


def tokens(*tops: dict[str, float]) -> tuple[TokenLogprob, ...]:
    """Return tokens, each the first of the most probable ones in its place."""
    return tuple(
        TokenLogprob(token=next(iter(top)), logprob=next(iter(top.values())), top=top)
        for top in tops
    )


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
    answers = [each.reply for each in _walk(judge, fields, replies)]
    return judged(definition(judge), [reply for reply in answers if reply is not None])


def _walk(judge: str, fields: Mapping[str, Any], replies: Replies) -> list[Any]:
    def reply(request: Request) -> RecordReply:
        place = request.places[0]
        text = replies(request) if callable(replies) else replies[place.ask]
        return RecordReply(ask=place.ask, variant=place.variant, repeat=request.repeat, text=text)

    return list(walk(definition(judge), Subject("1", "s", fields), reply))

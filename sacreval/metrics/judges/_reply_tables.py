"""Replies of a file, found by the request that they are to, or by the record they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from sacreval.asking.reply_file import is_answer, read_replies
from sacreval.asking.requests import Place, Reply, Request
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.core.record_parts import RecordReply
from sacreval.errors import InputError, UsageError, nearest, shortened

FIELDS = ("id", "text", "instance_id", "system_id", "ask", "variant", "repeat", "finish_reason",
          "model")  # fmt: skip
_OBJECT = msgspec.json.Decoder(dict[str, Any])
AboutRecord = tuple[str, str, str, str, int]  # instance, system, step, variant, repeat


class ReplyTable:
    """The replies of one file.

    Args:
        path: The file.
        by_id: Id of a request to its reply.
        by_record: What a reply is about, to the reply; for files that have no ids of requests.

    Attributes:
        used: The ids of requests whose replies were found.
        models: The models, as servers name them, of these replies.
        hosts: The hosts that were asked for them.
    """

    def __init__(
        self, path: str, by_id: Mapping[str, Reply], by_record: Mapping[AboutRecord, Reply]
    ) -> None:
        self.path = path
        self._by_id = by_id
        self._by_record = by_record
        self.used: set[str] = set()
        self.models: set[str] = set()
        self.hosts: set[str] = set()
        self._about_system: dict[AboutRecord, str] = {}
        self._about_step: dict[AboutRecord, str] = {}

    def __len__(self) -> int:
        return len(self._by_id) + len(self._by_record)

    def find(self, asked: Request) -> Reply | None:
        """Return the reply to a request; None if there is none."""
        reply = self._by_id.get(asked.id)
        if reply is None and self._by_record:
            reply = self._about(asked.places[0], asked.repeat)
        if reply is not None:
            self.used.add(reply.id)
            self.models.update(filter(None, [reply.model]))
            self.hosts.update(filter(None, [reply.host]))
        return reply

    def _about(self, place: Place, repeat: int) -> Reply | None:
        """Return the reply about a record, which may name neither system nor step.

        Raises:
            InputError: If it would then count for two systems, or for two steps.
        """
        for system in (place.system_id, ""):
            for ask in (place.ask, ""):
                key = (place.instance_id, system, ask, place.variant, repeat)
                if key in self._by_record:
                    if not system:
                        self._check_one("system_id", self._about_system, key, place.system_id)
                    if not ask:
                        self._check_one("ask", self._about_step, key, place.ask)
                    return self._by_record[key]
        return None

    def _check_one(
        self, field: str, known: dict[AboutRecord, str], key: AboutRecord, name: str
    ) -> None:
        """Check that a reply without a field counts for one value of that field only."""
        first = known.setdefault(key, name)
        if first != name:
            raise InputError(
                f"{self.path}: the verdict about instance '{shortened(key[0])}' has no {field}, so "
                f"that it would count for both '{shortened(first)}' and '{shortened(name)}'; name "
                f"its place by --reply-fields {field}=JMESPATH"
            )


def read_table(path: str, fields: Sequence[str] = ()) -> ReplyTable:
    """Read a file of replies."""
    table = _foreign(path, fields) if fields else _read_replies(path)
    if not len(table):
        raise InputError(f"{path}: this file is empty; it should hold at least one reply")
    return table


def _read_replies(path: str) -> ReplyTable:
    """Read the replies of sacreval, or of a batch."""
    return ReplyTable(path, {reply.id: reply for reply in read_replies(path)}, {})


def _foreign(path: str, fields: Sequence[str]) -> ReplyTable:
    """Read the verdicts of another program."""
    searches = _searches(fields)
    by_id: dict[str, Reply] = {}
    by_record: dict[AboutRecord, Reply] = {}
    for line in lines_of(path):
        values = {name: search(_object(line)) for name, search in searches.items()}
        _keep(line, values, by_id, by_record)
    replies = [*by_id.values(), *by_record.values()]
    if replies and all(reply.text is None for reply in replies):
        raise InputError(
            f"{path}: no line has anything at the place of text; correct --reply-fields text="
        )
    return ReplyTable(path, by_id, by_record)


def record_reply(reply: Reply | None, asked: Request, source: int) -> RecordReply:
    """Return a reply as it is joined to the record of its request.

    Args:
        reply: The reply; None if there is none.
        asked: The request.
        source: Number of the file of replies, from 0.
    """
    place = asked.places[0]
    joined = RecordReply(ask=place.ask, variant=place.variant, repeat=asked.repeat, source=source)
    if reply is None:
        return replace(joined, missing="not_asked")
    refused = reply.refusal is not None or reply.finish_reason == "content_filter"
    if refused or (reply.error is not None and reply.error.kind == "filtered"):
        return replace(joined, missing="refused")
    if not is_answer(reply) or reply.text is None:
        return replace(joined, missing="failed")
    cut = reply.finish_reason == "length"
    return replace(joined, text=reply.text, truncated=cut, logprobs=reply.logprobs)


def _object(line: Line) -> dict[str, Any]:
    decoded: dict[str, Any] = decode_line(line, _OBJECT, "verdict")
    return decoded


def _searches(fields: Sequence[str]) -> dict[str, Callable[[Any], Any]]:
    from sacreval.text.expressions import compiled

    searches = {}
    for text in fields:
        name, equals, path = text.partition("=")
        if not equals:
            raise UsageError(
                f"--reply-fields '{shortened(text)}': write FIELD=JMESPATH, as in text=verdict"
            )
        if name not in FIELDS:
            raise UsageError(
                f"--reply-fields '{shortened(text)}': there is no field '{shortened(name)}'; "
                f"{nearest(name, FIELDS)}"
            )
        if name in searches:
            raise UsageError(f"--reply-fields: {name} is given twice; keep one")
        searches[name] = compiled(path, f"--reply-fields {name}=")
    if "text" not in searches or not {"id", "instance_id"} & searches.keys():
        raise UsageError(
            "--reply-fields: give text, and either id or instance_id, as in --reply-fields "
            "text=verdict --reply-fields instance_id=question"
        )
    return searches


def _keep(
    line: Line,
    values: Mapping[str, Any],
    by_id: dict[str, Reply],
    by_record: dict[AboutRecord, Reply],
) -> None:
    """Add the reply of a line to those by id, or to those by record."""
    name = _text(values.get("id"))
    place = tuple(_text(values.get(x)) for x in ("instance_id", "system_id", "ask", "variant"))
    if not name and not place[0]:
        raise InputError(f"{line.where}: it has neither id nor instance_id; correct --reply-fields")
    reply = Reply(
        id=name or line.where,
        text=None if values["text"] is None else _text(values["text"]),
        finish_reason=_text(values.get("finish_reason")) or None,
        model=_text(values.get("model")),
    )
    twice = name in by_id if name else (*place, _repeat(values, line)) in by_record
    if twice:
        raise InputError(f"{line.where}: there is another reply to the same request; keep one")
    if name:
        by_id[name] = reply
    else:
        by_record[(*place, _repeat(values, line))] = reply  # type: ignore[index]


def _repeat(values: Mapping[str, Any], line: Line) -> int:
    value = values.get("repeat")
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{line.where}: repeat is no whole number from 0; correct --reply-fields")
    return value


def _text(value: Any) -> str:
    """Return a value as text: JSON if it is neither text nor missing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()

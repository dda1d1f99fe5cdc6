"""Replies in files of any format that is known, which each line shows by its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sacreval.asking.batch_replies import batch_reply, is_batch_line
from sacreval.asking.reply_merging import ReplyMerger
from sacreval.asking.requests import Reply, Request
from sacreval.core.json_lines import Line, decode_line, lines_of
from sacreval.errors import InputError, shortened

_REPLY = msgspec.json.Decoder(Reply)
_OBJECT = msgspec.json.Decoder(dict[str, Any])


def read_replies(path: str, asked: Mapping[str, Request] | None = None) -> Iterator[Reply]:
    """Read the replies of a file: sacreval's own, or lines of batch files.

    Batch files are those of OpenAI, Together, vLLM (with the body of the response at `response` or
    at `response.body`) and Anthropic. The order is free.

    Args:
        path: Path of the file, also compressed (`.gz`, `.zst`); `-` is standard input.
        asked: The requests by id, if they are known; log-likelihoods in batch files need them.

    Yields:
        One reply for each request that has any: its answer, as it comes, or else, after all
        answers, its last failure.

    Raises:
        InputError: At the first line that is no reply, that is to none of the requests in `asked`,
            or that has another answer than an earlier line.
    """
    merger = ReplyMerger()
    for line in lines_of(path):
        reply = reply_of(line, asked)
        if merger.add(reply, line.where):
            yield reply
    yield from merger.failures()


def reply_of(line: Line, asked: Mapping[str, Request] | None = None) -> Reply:
    """Return the reply of a line.

    Args:
        line: The line.
        asked: The requests by id, if they are known.

    Raises:
        InputError: If it is no reply, or to none of the requests.
    """
    try:
        reply = _REPLY.decode(line.text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        reply = _other(line, asked)
    if not reply.id:
        raise InputError(f"{line.where}: the id of the request is empty; correct the reply")
    if asked is not None and reply.id not in asked:
        raise InputError(
            f"{line.where}: this is a reply to {shortened(reply.id)}, which is none of the "
            "requests; give the requests that were asked, or remove the line"
        )
    return reply


def _other(line: Line, asked: Mapping[str, Request] | None) -> Reply:
    """Return the reply of a line of a batch file; others are an error."""
    found = decode_line(line, _OBJECT, "reply")
    if is_batch_line(found):
        return batch_reply(found, line.where, asked)
    reply: Reply = decode_line(line, _REPLY, "reply")
    return reply

"""Files of replies in any known format, to which each reply is appended as it comes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from sacreval.asking.batch_replies import batch_reply, is_batch_line
from sacreval.asking.requests import Failure, Reply
from sacreval.core.json_lines import LIMIT, Line, decode_line, lines_of, stream_lines
from sacreval.errors import InputError, shortened
from sacreval.io import append_file
from sacreval.io.append_file import AppendFile, StreamBeginning, complete_size
from sacreval.io.files import open_bytes


def is_answer(reply: Reply) -> bool:
    """Return whether a reply counts: it says something, has no error, and was not filtered."""
    said = (reply.text, reply.refusal, reply.logprob, reply.finish_reason, reply.usage)
    is_empty = all(field is None for field in said)
    return not is_empty and reply.error is None and reply.finish_reason != "content_filter"


class ReplyMerger:
    """What is known of the replies so far, by id; answers are held as hashes."""

    def __init__(self) -> None:
        self._answers: dict[str, bytes] = {}
        self._failed: dict[str, Reply] = {}

    @property
    def answered(self) -> set[str]:
        """The ids that have an answer."""
        return set(self._answers)

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return name in self._answers

    def add(self, reply: Reply, where: str) -> bool:
        """Add a reply, and return whether it is the first answer to its request.

        Args:
            reply: The reply.
            where: Its file and line, for messages.

        Raises:
            InputError: If its request has another answer.
        """
        if not is_answer(reply):
            if reply.id not in self._answers:
                self._failed[reply.id] = reply
            return False
        digest = _digest(reply)
        if (held := self._answers.setdefault(reply.id, digest)) is not digest:
            if held != digest:
                raise InputError(
                    f"{where}: {shortened(reply.id)} has another answer in an earlier line; keep "
                    "one of the two lines"
                )
            return False
        self._failed.pop(reply.id, None)
        return True

    def failures(self) -> Iterator[Reply]:
        """Yield the last failed reply of each request without an answer."""
        yield from self._failed.values()


def _digest(reply: Reply) -> bytes:
    """Return a hash of what was answered, not of how long that took."""
    said = (reply.text, reply.refusal, reply.logprob)
    return blake2b(msgspec.json.encode(said), digest_size=16).digest()


_REPLY = msgspec.json.Decoder(Reply)
_OBJECT = msgspec.json.Decoder(dict[str, Any])


def read_replies(path: str) -> Iterator[Reply]:
    """Read the replies of a file: sacreval's own, or lines of batch files.

    Batch files are those of OpenAI, Together, vLLM (with the body of the response at `response` or
    at `response.body`) and Anthropic. The order is free.

    Args:
        path: Path of the file, also compressed (`.gz`, `.zst`); `-` is standard input.

    Yields:
        One reply for each request that has any: its answer, as it comes, or else, after all
        answers, its last failure.

    Raises:
        InputError: At the first line that is no reply, or that has another answer than an earlier
            line.
    """
    merger = ReplyMerger()
    for line in lines_of(path):
        reply = reply_of(line)
        if merger.add(reply, line.where):
            yield reply
    yield from merger.failures()


def reply_of(line: Line) -> Reply:
    """Return the reply of a line."""
    try:
        reply = _REPLY.decode(line.text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        reply = _other(line)
    if not reply.id:
        raise InputError(f"{line.where}: the id of the request is empty; correct the reply")
    return reply


def _other(line: Line) -> Reply:
    """Return the reply of a line of a batch file; others are an error."""
    fields = decode_line(line, _OBJECT, "reply")
    if is_batch_line(fields):
        return batch_reply(fields, line.where)
    reply: Reply = decode_line(line, _REPLY, "reply")
    return reply


_START = b'{"id":"'


class Scan(NamedTuple):
    """What a file of replies holds.

    Args:
        merger: Its replies.
        size: Offset where its replies end, in bytes; an incomplete last line may follow.
        unended: Whether the last line is a reply without a line feed.
    """

    merger: ReplyMerger
    size: int
    unended: bool = False


def scanned(file: BinaryIO, path: Path) -> Scan:
    """Read the replies of a file, which is not changed."""
    merger, size = ReplyMerger(), complete_size(file)
    for line in stream_lines(StreamBeginning(file, size), str(path)):  # type: ignore[arg-type]
        merger.add(reply_of(line), line.where)
    file.seek(size)
    if not (tail := file.read()):
        return Scan(merger, size)
    last = Line(f"{path} (last line)", tail)
    try:
        reply = reply_of(last)
    except InputError:
        zeros = not tail.strip(b"\0")  # what some file systems leave after a power cut
        if not (size or zeros or tail.startswith(_START) or _START.startswith(tail)):
            raise
        return Scan(merger, size)
    merger.add(reply, last.where)
    return Scan(merger, size + len(tail), unended=True)


_encoder = msgspec.json.Encoder()
_WHAT = "replies"


class ReplyFile(AppendFile):
    """A file of replies that is read once and then appended to.

    It is locked while it is open, and its mode is 0600 if it is new, since replies hold texts. A
    last line that a killed run left incomplete is cut; `notice` states it.

    Args:
        path: The file; created if missing.

    Raises:
        UsageError: If it cannot be written, or another run is using it.
        InputError: If it holds anything but replies, or two answers to one request.
    """

    def __init__(self, path: Path) -> None:
        check_appendable(path)
        super().__init__(path)
        try:
            self._kept = self._read()
        except BaseException:
            self.close()
            raise

    @property
    def answered(self) -> set[str]:
        """The ids of the requests that have an answer; failed ones have none."""
        return self._kept.answered

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return self._kept.has(name)

    def add(self, reply: Reply) -> None:
        """Append a reply.

        Args:
            reply: The reply. One that is longer than a line may be is written as a failure.

        Raises:
            UsageError: If it cannot be written.
        """
        line = reply_line(reply)
        if len(line) > LIMIT.bytes:
            much = f"the reply is longer than {LIMIT.max_line:g} MiB"
            kept = Reply(id=reply.id, model=reply.model, usage=reply.usage, host=reply.host,
                         error=Failure("other", much))  # fmt: skip
            reply, line = kept, reply_line(kept)
        self._kept.add(reply, str(self.path))
        self.append(line)

    def _read(self) -> ReplyMerger:
        """Read the replies of earlier runs; complete or remove a last line without line feed."""
        scan = scanned(self.stream, self.path)
        self.notice = self.cut_line(scan.size)
        if scan.unended:
            self.append(b"\n")
        return scan.merger


class ReplyMemory:
    """Replies that are held in memory alone, with the methods of `ReplyFile` that asking needs."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply] = {}

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return name in self.replies and is_answer(self.replies[name])

    def add(self, reply: Reply) -> None:
        """Keep a reply."""
        self.replies[reply.id] = reply


def reply_line(reply: Reply) -> bytes:
    """Return the line of a reply, with its line feed."""
    return _encoder.encode(reply) + b"\n"


def answered_in(path: Path) -> set[str]:
    """Return the ids of the requests that have an answer in a file, which is not changed.

    Args:
        path: The file; there need not be one.

    Raises:
        InputError: If it holds anything but replies, or two answers to one request.
    """
    if not path.exists():
        return set()
    with open_bytes(str(path)) as stream:
        return scanned(stream, path).merger.answered


def check_appendable(path: Path) -> None:
    """Check, before anything is asked, that replies can be appended to a file.

    Args:
        path: The file, which need not exist.

    Raises:
        UsageError: If it is compressed or no regular file, its folder is missing, or its name
            cannot be that of a file.
    """
    append_file.check_appendable(path, _WHAT)

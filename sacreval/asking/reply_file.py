"""Files of replies, to which each reply is appended as it comes."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import msgspec

from sacreval.asking.reply_merging import ReplyMerger, is_answer
from sacreval.asking.reply_scan import scanned
from sacreval.asking.requests import Failure, Reply
from sacreval.core.json_lines import LIMIT
from sacreval.io import append_file
from sacreval.io.files import open_bytes

_encoder = msgspec.json.Encoder()
_WHAT = "replies"


class ReplyFile:
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
        self.path, self.notice = path, ""
        check_appendable(path)
        self._lines = append_file.AppendFile(path)
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
        self._lines.append(line)

    def close(self) -> None:
        """Sync and close the file, and remove it if it is new and empty."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _read(self) -> ReplyMerger:
        """Read the replies of earlier runs; complete or remove a last line without line feed."""
        found = scanned(self._lines.stream, self.path)
        self.notice = self._lines.cut_line(found.size)
        if found.unended:
            self._lines.append(b"\n")
        return found.merger


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

"""What a file of replies holds, and a last line that a killed run left incomplete."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, NamedTuple

from sacreval.asking.reply_formats import reply_of
from sacreval.asking.reply_merging import ReplyMerger
from sacreval.core.json_lines import Line, stream_lines
from sacreval.errors import InputError
from sacreval.io.append_file import StreamBeginning, complete_size

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
    """Read the replies of a file, which is not changed.

    Args:
        file: The file, open for reading.
        path: Its path, for messages.

    Raises:
        InputError: If it holds anything but replies, or two answers to one request.
    """
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

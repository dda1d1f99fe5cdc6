"""Rows of Parquet and Arrow files, which pyarrow reads in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from sacreval.errors import InputError, NotSetUpError, UsageError, shortened
from sacreval.io.files import COMPRESSIONS, STDIN, open_bytes
from sacreval.io.formats import arrow_worker
from sacreval.io.formats.arrow_worker import ArrowRequest, End, Fault, Frame, Header, Layout, Rows
from sacreval.io.lines import MEBIBYTE

MEMORY = 2048.0  # MiB that reading may take by default
_MOST = 2.0**20  # MiB, which is a tebibyte
_NAMES = {"parquet": "Parquet", "arrow": "Arrow"}
_DECODER: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)


class ArrowLimit(msgspec.Struct, frozen=True):
    """A limit on the memory of reading, and the reader whose option sets it.

    Args:
        max_memory: Most memory, in MiB.
        reader: Name of the reader, for messages.
    """

    max_memory: float
    reader: str

    def check(self) -> None:
        """Check that the limit is in range.

        Raises:
            UsageError: If it is below 16 MiB or above a tebibyte.
        """
        if not 16 <= self.max_memory <= _MOST:  # less is too little for any file
            raise UsageError(
                f"{self.reader}: max_memory must be from 16 to {_MOST:g} MiB, not "
                f"{self.max_memory:g}; give a number such as 8192"
            )


def arrow_frames(
    path: str, layout: Layout, limit: ArrowLimit, columns: tuple[str, ...] = ()
) -> Iterator[Header | Rows]:
    """Read a Parquet or Arrow file in bounded memory.

    Args:
        path: The file.
        layout: Its format.
        limit: How much memory reading may take.
        columns: The columns to read, with dots for fields of structures; none for all.

    Yields:
        A header, and then rows.

    Raises:
        NotSetUpError: If pyarrow is not installed.
        InputError: If the file is damaged, or reading it takes too much memory.
    """
    _check(path)
    wanted = ArrowRequest(layout=layout, columns=columns, memory=int(limit.max_memory * MEBIBYTE))
    process = _started(path, wanted)
    assert process.stdout is not None  # noqa: S101 - for the type checker
    done = 0
    try:
        while (frame := _next(process.stdout)) is not None:
            match frame:
                case End():
                    return
                case Fault():
                    raise InputError(_fault(frame, path, done, layout, limit))
                case Rows():
                    done += len(frame.rows)
            yield frame
        raise InputError(
            f"{_place(path, done)}: pyarrow crashed on this file (exit code {process.wait()}), "
            f"which is damaged or takes more than {limit.max_memory:g} MiB; copy it again"
        )
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def _check(path: str) -> None:
    """Check that a file can be read at all, before a process is started for it."""
    from importlib.util import find_spec

    if path == STDIN:
        raise InputError("Parquet and Arrow files cannot be read from a pipe; name a file")
    if find_spec("pyarrow") is None:
        raise NotSetUpError(
            f"{path}: Parquet and Arrow files are read by pyarrow, which is not installed; "
            "pip install 'sacreval[parquet]'"
        )
    if Path(path).suffix.lower() in COMPRESSIONS:
        raise InputError(f"{path}: a compressed Parquet or Arrow file; decompress it first")
    with open_bytes(path):
        pass


def _started(path: str, wanted: ArrowRequest) -> subprocess.Popen[bytes]:
    worker = str(Path(arrow_worker.__file__))
    return subprocess.Popen(  # noqa: S603 - this Python, and a program of this package
        [sys.executable, "-P", worker, path, msgspec.json.encode(wanted).decode()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"},  # which keeps nothing back
    )


def _next(stream: IO[bytes]) -> Frame | None:
    """Return the next frame; None where the output ends."""
    size = stream.read(4)
    text = stream.read(int.from_bytes(size, "little")) if len(size) == 4 else b""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError:  # it is cut
        return None


def _fault(fault: Fault, path: str, done: int, layout: Layout, limit: ArrowLimit) -> str:
    where, text = _place(path, done), shortened(fault.text, 240)
    if fault.kind == "column":
        return f"{path}: {text}"
    if fault.kind == "memory":
        raised = f"--reader '{limit.reader}{{\"max_memory\": {4 * MEMORY:g}}}'"
        return (
            f"{where}: reading takes more than {limit.max_memory:g} MiB; the file may be damaged, "
            f"else raise the limit: {raised}"
        )
    return f"{where}: this is not a readable {_NAMES[layout]} file ({text}); copy it again"


def _place(path: str, done: int) -> str:
    return f"{path}: after row {done}" if done else path

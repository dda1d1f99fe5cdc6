"""JSONL: one record a line, decoded many lines at a time."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar

import msgspec

from sacreval.errors import InputError
from sacreval.files import BOM, not_utf8, open_bytes, stem
from sacreval.reader import BATCH_SIZE, Reader, convert, explain, mapper, readers
from sacreval.records import Batch, Instance

MEBIBYTE = 2**20
CHUNK = MEBIBYTE  # bytes decoded at once


@readers.register("jsonl")
@dataclass(frozen=True, kw_only=True)
class JsonlReader(Reader):
    """Records as JSON objects, one a line; blank lines are passed over.

    Args:
        max_line: The longest line, in MiB. A longer one is mostly a file without line ends.
    """

    extensions: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson", ".json")

    max_line: float = 8.0

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file."""
        decode = self._decode_mapped if self.fields else self._decode
        with open_bytes(path) as stream:
            for first_line, block in self._blocks(stream, path):
                if not block.strip():  # a long run of blank lines
                    continue
                instances, lines = decode(block, first_line, path)
                for i in range(0, len(instances), BATCH_SIZE):
                    part = slice(i, i + BATCH_SIZE)
                    yield Batch(instances[part], path, lines[part], stem(path))

    def _blocks(self, stream: BinaryIO, path: str) -> Iterator[tuple[int, bytes]]:
        """Cut the stream into blocks of whole lines, each with its first line's number."""
        line, rest = 1, b""
        while chunk := stream.read(CHUNK):
            if line == 1 and not rest:
                chunk = chunk.removeprefix(BOM)
            whole, newline, tail = chunk.rpartition(b"\n")
            if newline:
                block = rest + whole + newline
                self._check_length(block, line, path)
                yield line, block
                line, rest = line + block.count(b"\n"), tail
            else:
                rest += tail
            self._check_length(rest, line, path)
        if rest:
            yield line, rest

    def _check_length(self, block: bytes, first_line: int, path: str) -> None:
        limit = int(self.max_line * MEBIBYTE)
        if len(block) <= limit:
            return
        for i, line in enumerate(block.split(b"\n")):
            if len(line) > limit:
                raise InputError(
                    f"{path}:{first_line + i}: this line is longer than {self.max_line:g} MiB; "
                    "put one record on each line, or raise the limit: "
                    "--reader 'jsonl{\"max_line\": 64}'"
                )

    def _decode(self, block: bytes, first_line: int, path: str) -> Any:
        try:
            instances = _INSTANCE.decode_lines(block)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise InputError(_first_fault(block, first_line, path)) from None
        if len(instances) == block.count(b"\n") + (not block.endswith(b"\n")):
            return instances, range(first_line, first_line + len(instances))
        lines = [number for number, _ in _numbered(block, first_line)]
        if len(lines) != len(instances):
            raise InputError(_first_fault(block, first_line, path))
        return instances, lines

    def _decode_mapped(self, block: bytes, first_line: int, path: str) -> Any:
        apply = mapper(self.fields)
        instances, lines = [], []
        for number, line in _numbered(block, first_line):
            where = f"{path}:{number}"
            try:
                record = _MAPPING.decode(line)
            except UnicodeDecodeError as error:
                raise InputError(not_utf8(where, error)) from None
            except (msgspec.MsgspecError, RecursionError) as error:
                raise InputError(explain(error, where)) from None
            instances.append(convert(apply(record), where))
            lines.append(number)
        return instances, lines


_INSTANCE = msgspec.json.Decoder(Instance)
_MAPPING = msgspec.json.Decoder(dict[str, Any])


def _numbered(block: bytes, first_line: int) -> Iterator[tuple[int, bytes]]:
    for i, line in enumerate(block.split(b"\n")):
        if line.strip():
            yield first_line + i, line


def _first_fault(block: bytes, first_line: int, path: str) -> str:
    """Find the line that a block could not be decoded for, and say what is wrong with it."""
    if block.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return f"{path}:{first_line}: not UTF-8 but UTF-16; convert the file to UTF-8"
    for number, line in _numbered(block, first_line):
        where = f"{path}:{number}"
        try:
            _INSTANCE.decode(line)
        except UnicodeDecodeError as error:
            return not_utf8(where, error)
        except (msgspec.MsgspecError, RecursionError) as error:
            if "truncated" in str(error) and line.rstrip().endswith(b"}"):
                return f"{where}: a string is not closed or holds half a surrogate pair; mend it"
            return explain(error, where)
    return f"{path}:{first_line}: records run over line ends; put one object on each line"

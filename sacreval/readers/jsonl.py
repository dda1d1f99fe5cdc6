"""JSONL: one record in each line, decoded many lines at a time."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from sacreval import native
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import InputError
from sacreval.io.files import extension, open_bytes, stem
from sacreval.io.lines import DEFAULT, LineBlock, LineLimit, blocks, numbered, utf8_problem
from sacreval.readers._base import Reader, convert, explain, mapper, readers
from sacreval.readers._infinite_logprobs import MARK, decoded
from sacreval.readers._viewed_lines import Decoded, Lines, viewed

if TYPE_CHECKING:
    from sacreval.readers._map_matches import Matches

_LINES = (".jsonl", ".ndjson")


@readers.register("jsonl")
@dataclass(frozen=True, kw_only=True)
class JsonlReader(Reader):
    """Records as JSON objects, one in each line; blank lines are skipped.

    A file that is not named .jsonl or .ndjson may be one list of records instead.

    Args:
        max_line: The longest line, in MiB. A longer one usually means a file without line ends.
    """

    extensions: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson", ".json")

    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        self._limit.check()

    @property
    def _limit(self) -> LineLimit:
        return LineLimit(self.max_line, self.name)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file; one that begins with a list, and is not named as lines, is a list."""
        if extension(path) not in _LINES:
            from sacreval.readers._json_list import list_batches, starts_list

            if starts_list(path):
                yield from list_batches(path, self.fields)
                return
        if not self.fields:
            yield from self._common(path)
            return
        from sacreval.readers._map_matches import Matches, hold_until_matched

        matches = Matches(self.fields)
        decode = partial(_decode_mapped, mapper(self.fields), matches)
        yield from hold_until_matched(self._batches(path, decode), matches, path)

    def faults(self, path: str) -> Iterator[str]:
        """Yield what is wrong with each line that is no record, with file and line.

        Args:
            path: The file.
        """
        from sacreval.readers._map_matches import Matches

        mapped = partial(_decode_mapped, mapper(self.fields), Matches(self.fields))
        decode = mapped if self.fields else _decode
        with open_bytes(path) as stream:
            try:
                for block in blocks(stream, path, self._limit):
                    yield from _faults(decode, block, path)
            except InputError as error:  # a line that is too long, after which nothing is read
                yield str(error)

    def _common(self, path: str) -> Iterator[Batch]:
        """Read records whose fields need no mapping, as views of the file where it can be."""
        if not native.available():
            yield from self._batches(path, _decode)
            return
        with open_bytes(path) as stream:
            for block in blocks(stream, path, self._limit):
                for instances, lines in viewed(block, path, _other_lines):
                    yield from _cut(Batch(instances, path, lines, stem(path)))

    def _batches(self, path: str, decode: Callable[[LineBlock, str], Decoded]) -> Iterator[Batch]:
        with open_bytes(path) as stream:
            for block in blocks(stream, path, self._limit):
                if not block.text.strip():  # a long run of blank lines
                    continue
                instances, lines = decode(block, path)
                _check_keys(block, path)
                yield from _cut(Batch(instances, path, lines, stem(path)))


def _cut(batch: Batch) -> Iterator[Batch]:
    """Yield a batch that is not too long, or parts of it."""
    if len(batch) <= BATCH_SIZE:
        yield batch
    else:
        yield from (batch[i : i + BATCH_SIZE] for i in range(0, len(batch), BATCH_SIZE))


@cache
def _instance() -> msgspec.json.Decoder[Instance]:
    """Return the decoder of records; lines that are views need none."""
    return msgspec.json.Decoder(Instance)


@cache
def _mapping() -> msgspec.json.Decoder[dict[str, Any]]:
    return msgspec.json.Decoder(dict[str, Any])


def _check_keys(block: LineBlock, path: str) -> None:
    from sacreval.io.formats.json_documents import check_lines

    check_lines(block, path)


def _decode(block: LineBlock, path: str) -> Decoded:
    """Decode a block at once or, if that fails, line by line."""
    try:
        instances = _instance().decode_lines(block.text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _line_by_line(_one, block, path)
    if len(instances) == block.size:
        return instances, range(block.first, block.first + block.size)
    lines = [number for number, _ in numbered(block)]
    if len(lines) != len(instances):
        return _line_by_line(_one, block, path)  # an object may extend over several lines
    return instances, lines


def _other_lines(block: LineBlock, path: str, lines: Lines | None) -> Decoded:
    """Decode the lines of a block that are not plainly records of the common form, or all."""
    if lines is None:
        result = _decode(block, path)
        _check_keys(block, path)
        return result
    result = _line_by_line(_one, block, path, lines)
    for number, line in lines:
        _check_keys(LineBlock(line, number, 1), path)
    return result


def _decode_mapped(
    apply: Callable[[Mapping[str, Any]], dict[str, Any]],
    matches: Matches,
    block: LineBlock,
    path: str,
) -> Decoded:
    def decode(line: bytes, where: str) -> Instance:
        record = decoded(line, where) if MARK in line else _mapping().decode(line)
        mapped = apply(record)
        if matches.missing:
            matches.note(record, mapped)
        return convert(mapped, where)

    return _line_by_line(decode, block, path)


def _faults(
    decode: Callable[[LineBlock, str], Decoded], block: LineBlock, path: str
) -> Iterator[str]:
    for number, line in numbered(block):
        alone = LineBlock(line, number, 1)
        try:
            decode(alone, path)
            _check_keys(alone, path)
        except InputError as error:
            yield str(error)


def _one(line: bytes, where: str) -> Instance:
    """Decode a record in which a text may replace a list with one item."""
    try:
        return _instance().decode(line)
    except msgspec.ValidationError:
        return convert(_mapping().decode(line), where)
    except msgspec.DecodeError:
        if MARK not in line:
            raise
        return convert(decoded(line, where), where)


def _line_by_line(
    decode: Callable[[bytes, str], Instance],
    block: LineBlock,
    path: str,
    some: Lines | None = None,
) -> Decoded:
    """Decode the lines of a block one by one, or some of them."""
    instances, lines = [], []
    for number, line in numbered(block) if some is None else some:
        where = f"{path}:{number}"
        try:
            instances.append(decode(line, where))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(_not_a_record(error, line, where, block.text)) from None
        lines.append(number)
    return instances, lines


def _not_a_record(error: Exception, line: bytes, where: str, block: bytes) -> str:
    """Return the error message for a line that is not a record."""
    if problem := utf8_problem(where, line):
        is_utf16 = line.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        return f"{where}: not UTF-8 but UTF-16; convert the file to UTF-8" if is_utf16 else problem
    if "truncated" in str(error) and line.rstrip().endswith(b"}"):
        return f"{where}: a text is not closed, or ends in half of a surrogate pair; correct it"
    if not block.lstrip().startswith(line.lstrip()):
        return explain(error, where)
    if line.lstrip().startswith(b"["):
        return f"{where}: this is a JSON list, not one record on each line; give --reader json"
    if line.strip() == b"{":
        return (
            f"{where}: this is a JSON object over several lines, not one record on each line; give "
            "the file or log that has the records, such as samples_*.jsonl of lm-eval"
        )
    from sacreval.readers._plain_text import format_error

    return format_error(block, where) or explain(error, where)

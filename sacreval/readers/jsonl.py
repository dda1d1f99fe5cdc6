"""JSONL: one record in each line, decoded many lines at a time."""

from __future__ import annotations

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from sacreval import native
from sacreval.core.record_parts import LEAST_LOGPROB
from sacreval.core.record_views import RecordViews
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import InputError
from sacreval.io.files import JSON, LINES, extension, open_bytes, stem
from sacreval.io.lines import DEFAULT, LineBlock, blocks, numbered, utf8_problem
from sacreval.native.record_bytes import ReadLines, read_records
from sacreval.readers._base import convert, explain, mapper, readers
from sacreval.readers._limited import LineReader

if TYPE_CHECKING:
    from sacreval.readers._map_option import Matches


Decoded = tuple[Sequence[Instance], Sequence[int]]  # records, and their line numbers
Lines = Sequence[tuple[int, bytes]]  # line numbers, and what is in the lines
Decode = Callable[[LineBlock, str, Lines | None], Decoded]
MOST = 8  # other lines of a block that are decoded alone, since each divides a batch


def viewed(block: LineBlock, path: str, decode: Decode) -> Iterator[Decoded]:
    """Yield the records of a block in their order, as views where they are of the common form."""
    parsed = read_records(block.text, block.first)
    if len(parsed.others) > MOST:
        yield decode(block, path, None)
        return
    lines = [(line.number, block.text[line.start : line.end]) for line in parsed.others]
    others = decode(block, path, lines) if lines else ((), ())
    numbers = parsed.records.numbers()
    if not lines:
        if numbers:
            yield RecordViews(parsed.records, Instance), numbers
        return
    yield from _merged(parsed, numbers, others)


def _merged(parsed: ReadLines, numbers: Sequence[int], others: Decoded) -> Iterator[Decoded]:
    """Yield runs of lines of the common form, and between them the others."""
    from bisect import bisect

    views, start = RecordViews(parsed.records, Instance), 0
    for instance, number in zip(*others, strict=True):
        stop = bisect(numbers, number)
        if stop > start:
            yield views[start:stop], numbers[start:stop]
        yield [instance], [number]
        start = stop
    if start < len(numbers):
        yield views[start:], numbers[start:]


MARK = b"-Infinity"
_FIELDS = ("choices", "sequence", "meta")  # which may hold log-probabilities


def decoded(line: bytes, where: str) -> dict[str, Any]:
    """Decode a record; the log-probability of a probability of 0 is that which servers write."""
    try:
        record = json.loads(line, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: this is not JSON ({error}); correct the line") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: each record must be an object; write one on each line")
    for name, value in record.items():
        if name not in _FIELDS and _is_infinite(value):
            raise InputError(
                f"{where}: `{name}` is -Infinity, which only a log-probability can be; correct it"
            )
    finite: dict[str, Any] = _finite(record)
    return finite


def _constant(text: str) -> float:
    if text != MARK.decode():
        raise ValueError(f"{text} is no number")
    return -inf


def _is_infinite(value: Any) -> bool:
    if isinstance(value, list | dict):
        return any(map(_is_infinite, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value == -inf


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return LEAST_LOGPROB if isinstance(value, float) and value == -inf else value


@readers.register("jsonl")
@dataclass(frozen=True, kw_only=True)
class JsonlReader(LineReader):
    """Records as JSON objects, one in each line; blank lines are skipped.

    A file that is not named .jsonl or .ndjson may be one list of records instead.

    Args:
        max_line: The longest line, in MiB. A longer one usually means a file without line ends.
    """

    extensions: ClassVar[tuple[str, ...]] = JSON

    max_line: float = DEFAULT

    def read(self, path: str) -> Iterator[Batch]:
        """Read a file; one that begins with a list, and is not named as lines, is a list."""
        if extension(path) not in LINES:
            from sacreval.readers._json_list import list_batches, starts_list

            if starts_list(path):
                yield from list_batches(path, self.fields)
                return
        if not self.fields:
            yield from self._common(path)
            return
        from sacreval.readers._map_option import Matches, hold_until_matched

        matches = Matches(self.fields)
        decode = partial(_decode_mapped, mapper(self.fields), matches)
        yield from hold_until_matched(self._batches(path, decode), matches, path)

    def faults(self, path: str) -> Iterator[str]:
        """Yield what is wrong with each line that is no record, with file and line.

        Args:
            path: The file.
        """
        from sacreval.readers._map_option import Matches

        mapped = partial(_decode_mapped, mapper(self.fields), Matches(self.fields))
        decode = mapped if self.fields else _decode
        with open_bytes(path) as stream:
            try:
                for block in blocks(stream, path, self.line_limit):
                    yield from _faults(decode, block, path)
            except InputError as error:  # a line that is too long, after which nothing is read
                yield str(error)

    def _common(self, path: str) -> Iterator[Batch]:
        """Read records whose fields need no mapping, as views of the file where it can be."""
        if not native.available():
            yield from self._batches(path, _decode)
            return
        with open_bytes(path) as stream:
            for block in blocks(stream, path, self.line_limit):
                for instances, lines in viewed(block, path, _other_lines):
                    yield from _cut(Batch(instances, path, lines, stem(path)))

    def _batches(self, path: str, decode: Callable[[LineBlock, str], Decoded]) -> Iterator[Batch]:
        with open_bytes(path) as stream:
            for block in blocks(stream, path, self.line_limit):
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
        return _line_by_line(_instance_of, block, path)
    if len(instances) == block.size:
        return instances, range(block.first, block.first + block.size)
    lines = [number for number, _ in numbered(block)]
    if len(lines) != len(instances):
        return _line_by_line(_instance_of, block, path)  # an object may extend over several lines
    return instances, lines


def _other_lines(block: LineBlock, path: str, lines: Lines | None) -> Decoded:
    """Decode the lines of a block that are not plainly records of the common form, or all."""
    if lines is None:
        result = _decode(block, path)
        _check_keys(block, path)
        return result
    result = _line_by_line(_instance_of, block, path, lines)
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


def _instance_of(line: bytes, where: str) -> Instance:
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

"""Blocks of JSONL read as views of their bytes, with other lines decoded one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sacreval.core.record_views import RecordViews
from sacreval.core.records import Instance
from sacreval.io.lines import LineBlock
from sacreval.native.records import ReadLines, read_records

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

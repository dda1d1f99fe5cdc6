"""Files of which line n of each belongs to record n, read as views of their bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

from sacreval.core.record_views import TextViews
from sacreval.core.records import BATCH_SIZE, Instance
from sacreval.io.lines import LineBlock, LineLimit, blocks, lines_in
from sacreval.native.records import read_aligned


class AlignedFiles:
    """Files of predictions and of their references, one text in each line.

    Args:
        paths: The files, for messages.
        streams: What they hold.
        limit: Largest length of a line.

    Attributes:
        first: Number of the next line, from 1.
    """

    def __init__(self, paths: Sequence[str], streams: Sequence[BinaryIO], limit: LineLimit) -> None:
        self.first = 1
        self._paths = paths
        self._blocks = [blocks(x, p, limit) for x, p in zip(streams, paths, strict=True)]
        self._texts = [b""] * len(paths)
        self._offsets: Sequence[int] = (0,) * len(paths)

    def records(self) -> Iterator[tuple[TextViews[Instance], range]]:
        """Yield records with their line numbers, up to a line that is not UTF-8 or not in all."""
        valid = True
        while valid and self._fill():
            batch = read_aligned(self._texts, self._offsets, self.first, BATCH_SIZE)
            self._offsets, valid = batch.offsets, batch.valid
            start, self.first = self.first, self.first + batch.records.size
            if batch.records.size:
                yield TextViews(batch.records, Instance), range(start, self.first)

    def rest(self) -> list[Iterator[str]]:
        """Return the lines of each file that were not read yet."""
        return list(map(self._rest, range(len(self._paths))))

    def _fill(self) -> bool:
        """Read the next block of each file that is at the end of one; False if there is none."""
        for k, text in enumerate(self._texts):
            if self._offsets[k] < len(text):
                continue
            if (block := next(self._blocks[k], None)) is None:
                return False
            self._texts[k] = block.text if block.text.endswith(b"\n") else block.text + b"\n"
            self._offsets = (*self._offsets[:k], 0, *self._offsets[k + 1 :])
        return True

    def _rest(self, k: int) -> Iterator[str]:
        text = self._texts[k][self._offsets[k] :]
        begun = [LineBlock(text, self.first, text.count(b"\n"))] if text else []
        return lines_in(chain(begun, self._blocks[k]), self._paths[k])

"""Kept: a backend around another, which makes rows in small steps and keeps them as they come."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from sacreval.execution.pieces import joined
from sacreval.execution.work import Backend, Done, Finished, Work
from sacreval.records import Batch
from sacreval.store.forms import to_block, to_done
from sacreval.store.heads import head, keys
from sacreval.store.known import Known
from sacreval.store.partial import Partial

STEP = 0.2  # seconds that a step should take, which is what an interruption costs


class Piece(NamedTuple):
    """Records that lie side by side in a batch, all of them known or none.

    Args:
        part: The records.
        keys: Their keys, where rows are kept.
        known: Whether their rows are known.
        whole: The batch that they end, or None within one.
    """

    part: Batch
    keys: Sequence[bytes]
    known: bool
    whole: Batch | None


@dataclass
class Pace:
    """How many records a step takes: few at first, and more the faster they go."""

    records: int = 1
    _begun: float = field(default_factory=time.monotonic)

    def step(self) -> None:
        """Note that a step has ended."""
        now = time.monotonic()
        took, self._begun = now - self._begun, now
        if took < STEP / 2:
            self.records *= 2
        elif took > 2 * STEP:
            self.records = max(1, self.records // 2)


@dataclass(frozen=True)
class Kept:
    """Makes the rows that are not known, and says how far it is.

    Args:
        inner: Who makes them.
        partial: Where they are kept; None keeps none.
        tell: Told how many more records are done.
    """

    inner: Backend
    partial: Partial | None
    tell: Callable[[int], None]

    def run(self, work: Work, batches: Iterable[Batch]) -> Iterator[Finished]:
        """Make the rows of all batches; see `Backend`."""
        run = _Run(self, work, _tables(self.partial, work))
        held: list[Sequence[Done]] = []
        for known, pieces in groupby(run.pieces(batches), key=lambda piece: piece.known):
            for piece, done in run.taken(pieces) if known else run.made(pieces):
                self.tell(len(piece.part))
                held.append(done)
                if piece.whole is not None:
                    whole, held = [joined(parts) for parts in zip(*held, strict=True)], []
                    yield Finished(piece.whole, whole)


class Table(NamedTuple):
    """What is known of one metric's rows, and what they are made by."""

    head: str
    known: Known


def _tables(partial: Partial | None, work: Work) -> list[Table]:
    if partial is None:
        return []
    what = "both" if work.leave_one_out else "rows"
    heads = [head(metric, what) for metric in work.metrics]
    return [Table(name, partial.known(name)) for name in heads]


@dataclass(frozen=True)
class _Run:
    """One run of it.

    Args:
        kept: What runs.
        work: What is asked of every batch.
        tables: What is known of each metric; nothing where rows are not kept.
    """

    kept: Kept
    work: Work
    tables: Sequence[Table]
    pace: Pace = field(default_factory=Pace)

    def pieces(self, batches: Iterable[Batch]) -> Iterator[Piece]:
        """Cut batches where known records end or begin, and where a step ends."""
        for batch in batches:
            names = keys(batch) if self.tables else []
            start = 0
            while start < len(batch):
                known, end = self._reach(names, start, len(batch))
                part = batch if end - start == len(batch) else batch.select(range(start, end))
                yield Piece(part, names[start:end], known, batch if end == len(batch) else None)
                start = end

    def _reach(self, names: Sequence[bytes], start: int, end: int) -> tuple[bool, int]:
        """Say whether the record at `start` is known, and how far the piece goes."""
        if not self.tables:
            return False, min(end, start + self.pace.records)
        known = self._known(names[start])
        last = end if known else min(end, start + self.pace.records)
        differ = (i for i in range(start + 1, last) if self._known(names[i]) != known)
        return known, next(differ, last)

    def _known(self, name: bytes) -> bool:
        return all(name in table.known for table in self.tables)

    def taken(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Sequence[Done]]]:
        """Look known rows up."""
        for piece in pieces:
            found = [table.known.take(piece.keys) for table in self.tables]
            yield piece, [to_done(x, piece.part, left_out=self.work.leave_one_out) for x in found]

    def made(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Sequence[Done]]]:
        """Let the rows of the others be made, and keep them."""
        under_way: deque[Piece] = deque()

        def parts() -> Iterator[Batch]:
            for piece in pieces:
                under_way.append(piece)
                yield piece.part

        work = replace(self.work, only_sums=False) if self.tables else self.work
        for _, done in self.kept.inner.run(work, parts()):
            piece = under_way.popleft()
            self.pace.step()
            if self.kept.partial is not None:
                pairs = zip(self.tables, done, strict=True)
                self.kept.partial.add(
                    *(to_block(table.head, piece.keys, one, piece.part) for table, one in pairs)
                )
            yield piece, done

"""ResumableBackend: a backend around another, which makes rows in small steps and keeps them as they come."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from sacreval.core.records import Batch
from sacreval.execution.cache.cache_keys import head, keys
from sacreval.execution.cache.resume_file import ResumeFile
from sacreval.execution.cache.row_blocks import to_batch_rows, to_block
from sacreval.execution.cache.row_index import RowIndex
from sacreval.execution.join import join
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask

STEP = 0.2  # seconds that a step should take, which is what an interruption costs


class KeyedBatch(NamedTuple):
    """A batch, and what is known of it.

    Args:
        batch: The records.
        keys: Their keys, where rows are kept.
        known: For each record, whether its rows are known.
    """

    batch: Batch
    keys: Sequence[bytes]
    known: Sequence[bool]


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


PieceRows = Iterator[tuple[Piece, Sequence[BatchRows]]]


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
class ResumableBackend(Backend):
    """Makes the rows that are not known, and says how far it is.

    Args:
        inner: Who makes them.
        partial: Where they are kept; None keeps none.
        tell: Told how many more records are done.
        begun: Told how many records former attempts are done with, before anything is made.
    """

    inner: Backend
    partial: ResumeFile | None
    tell: Callable[[int], None]
    begun: Callable[[int], None] = lambda _: None

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`.

        Raises:
            UsageError: If what is kept belongs to another run.
        """
        run = _ResumableRun(self, work, self._tables(work))
        named = map(run.named, batches)
        held: list[Sequence[BatchRows]] = []
        # While batches need nobody to make rows, nobody is asked to begin.
        for complete, group in groupby(named, key=lambda one: all(one.known)):
            for piece, done in map(run.taken, run.pieces(group)) if complete else run.made(group):
                self.tell(len(piece.part))
                held.append(done)
                if piece.whole is not None:
                    whole, held = [join(parts) for parts in zip(*held, strict=True)], []
                    yield FinishedBatch(piece.whole, whole)

    def _tables(self, work: RowTask) -> list[ResumeTable]:
        if self.partial is None:
            return []
        what = "both" if work.leave_one_out else "rows"
        heads = [head(metric, what) for metric in work.metrics]
        self.begun(self.partial.claim(heads))
        return [ResumeTable(name, self.partial.known(name)) for name in heads]


class ResumeTable(NamedTuple):
    """What is known of one metric's rows, and what they are made by."""

    head: str
    known: RowIndex


@dataclass(frozen=True)
class _ResumableRun:
    """One run of it.

    Args:
        kept: What runs.
        work: What to compute for every batch.
        tables: What is known of each metric; nothing where rows are not kept.
    """

    kept: ResumableBackend
    work: RowTask
    tables: Sequence[ResumeTable]
    pace: Pace = field(default_factory=Pace)

    def named(self, batch: Batch) -> KeyedBatch:
        """Look at what is known of a batch."""
        if not self.tables:
            return KeyedBatch(batch, [b""] * len(batch), [False] * len(batch))
        names = keys(batch)
        return KeyedBatch(
            batch, names, [all(x in table.known for table in self.tables) for x in names]
        )

    def pieces(self, group: Iterable[KeyedBatch]) -> Iterator[Piece]:
        """Cut batches where known records end or begin, and where a step ends."""
        for batch, names, known in group:
            n, start = len(batch), 0
            while start < n:
                step = n if known[start] else min(n, start + self.pace.records)
                differ = (i for i in range(start + 1, step) if known[i] != known[start])
                end = next(differ, step)
                part = batch if end - start == n else batch.select(range(start, end))
                yield Piece(part, names[start:end], known[start], batch if end == n else None)
                start = end

    def taken(self, piece: Piece) -> tuple[Piece, Sequence[BatchRows]]:
        """Look known rows up."""
        found = [table.known.take(piece.keys) for table in self.tables]
        left_out = self.work.leave_one_out
        return piece, [to_batch_rows(one, piece.part, left_out=left_out) for one in found]

    def made(self, group: Iterable[KeyedBatch]) -> PieceRows:
        """Let the rows be made that are not known, and keep them."""
        under_way: deque[Piece] = deque()

        def parts() -> Iterator[Batch]:
            for piece in self.pieces(group):
                under_way.append(piece)
                if not piece.known:
                    yield piece.part

        work = self.work._replace(only_sums=False) if self.tables else self.work
        for _, done in self.kept.inner.run(work, parts()):
            yield from self._leading(under_way)
            piece = under_way.popleft()
            self.pace.step()
            self._keep(piece, done)
            yield piece, done
        yield from self._leading(under_way)

    def _leading(self, under_way: deque[Piece]) -> PieceRows:
        """Look up the known rows that are next."""
        while under_way and under_way[0].known:
            yield self.taken(under_way.popleft())

    def _keep(self, piece: Piece, done: Sequence[BatchRows]) -> None:
        if self.kept.partial is not None:
            self.kept.partial.add(
                *(
                    to_block(table.head, piece.keys, one, piece.part)
                    for table, one in zip(self.tables, done, strict=True)
                )
            )

"""A backend around another that computes rows in small steps and stores them as they come.

The checkpoint file of a run, which holds the rows computed so far. Blocks are appended as they are
computed, so that they survive the process, however it ends.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sacreval.core.contract import metric_records
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head, keys
from sacreval.execution.cache.row_blocks import (
    MAGIC,
    Block,
    BlockReader,
    RowIndex,
    encode,
    to_batch_rows,
    to_block,
)
from sacreval.execution.distribution import in_main_process
from sacreval.execution.serialization import join
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask
from sacreval.execution.worker import unanswered, with_empty
from sacreval.io.append_file import AppendFile


class ResumeFile:
    """The rows of a run, including those of its earlier attempts.

    Args:
        path: The file; created if missing. An incomplete block at its end is truncated.

    Raises:
        UsageError: If it cannot be written, another run has locked it, or it is another format.
    """

    def __init__(self, path: Path) -> None:
        _check(path)
        self.path = path
        self._file = AppendFile(path, mode=0o666, reopened=False)
        try:
            self._blocks, self.cut = self._scanned()
        except BaseException:
            self._file.close()
            raise
        self._claimed = False

    def claim(self, heads: Iterable[str], others: Iterable[str] = ()) -> int:
        """Check that the file belongs to a run.

        Args:
            heads: The heads of the metrics that are computed together.
            others: Those of the whole run, where data sets have metrics of their own.

        Returns:
            The number of records that earlier attempts have finished; 0 after the first call.

        Raises:
            UsageError: If it holds rows of other heads.
        """
        run_heads = set(heads)
        run = run_heads.union(others)
        if self._blocks.keys() - run:
            raise UsageError(
                f"{self.path}: belongs to another run, whose metrics, options, engine, code or "
                "versions differ; name another file, or remove it"
            )
        if self._claimed:
            return 0
        self._claimed = True
        done = [{key for block in self._blocks.get(head, ()) for key in block.keys} for head in run]
        together = set.intersection if run == run_heads else set.union
        return len(together(*done)) if done else 0

    def known(self, head: str) -> RowIndex:
        """Return the rows of earlier attempts with this head."""
        return RowIndex(self._blocks.get(head, ()))

    def add(self, *blocks: Block) -> None:
        """Append blocks of rows.

        Raises:
            UsageError: If they cannot be written.
        """
        begin = b"" if self._file.stream.tell() else MAGIC
        self._file.append(b"".join((begin, *map(encode, blocks))))

    def close(self) -> None:
        """Close the file, and remove it if it is new and empty."""
        self._file.close()

    def remove(self) -> None:
        """Remove the file once the run's results have been written."""
        self._file.remove()

    def _scanned(self) -> tuple[dict[str, list[Block]], int]:
        scan = BlockReader(self._file.stream)
        blocks = defaultdict(list)
        for block in scan:
            blocks[block.head].append(block)
        if not scan.end and scan.damaged:
            raise UsageError(
                f"{self.path}: this is not a resume file, or one of another version of sacreval; "
                "name another file"
            )
        return dict(blocks), self._file.cut(scan.end)


def _check(path: Path) -> None:
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: this is not a regular file; name another file")


STEP = 0.2  # target duration of a step in seconds; an interruption loses one step
MODEL_STEP = 10.0  # with a metric that runs a model or a program, which take many records at a time


class KeyedBatch(NamedTuple):
    """A batch with its cache keys.

    Args:
        batch: The records.
        keys: Their keys; empty strings without a resume file.
        known: For each record, whether its rows are stored.
    """

    batch: Batch
    keys: Sequence[bytes]
    known: Sequence[bool]


class Piece(NamedTuple):
    """Consecutive records of a batch, whose rows are either all stored or all missing.

    Args:
        part: The records.
        keys: Their keys; empty strings without a resume file.
        known: Whether their rows are stored.
        whole: The batch, if this is its last piece; else None.
    """

    part: Batch
    keys: Sequence[bytes]
    known: bool
    whole: Batch | None


PieceRows = Iterator[tuple[Piece, Sequence[BatchRows]]]


@dataclass
class Pace:
    """Adapts the number of records in a step to their speed, starting at 1.

    Args:
        target: Target duration of a step in seconds.
    """

    target: float = STEP
    records: int = field(default=1, init=False)
    _begun: float = field(default_factory=time.monotonic)

    def step(self) -> None:
        """Record the end of a step."""
        now = time.monotonic()
        took, self._begun = now - self._begun, now
        if took < self.target / 2:
            self.records *= 2
        elif took > 2 * self.target:
            self.records = max(1, self.records // 2)


@dataclass(frozen=True)
class ResumableBackend(Backend):
    """Computes missing rows and reports progress.

    Args:
        inner: The backend that computes rows.
        partial: The resume file; None stores no rows.
        tell: Called with the number of records that were finished since the last call.
        begun: Called once, before any row is computed, with the number of records that earlier
            attempts have finished.
        metrics: The metrics of the whole run, where data sets have metrics of their own.
    """

    inner: Backend
    partial: ResumeFile | None
    tell: Callable[[int], None]
    begun: Callable[[int], None] = lambda _: None
    metrics: Sequence[Metric] = ()

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`.

        Raises:
            UsageError: If the resume file belongs to another run.
        """
        target = MODEL_STEP if any(map(in_main_process, work.metrics)) else STEP
        run = _ResumableRun(self, work, self._tables(work), Pace(target))
        keyed = map(run.with_keys, batches)
        finished: list[Sequence[BatchRows]] = []
        sizes: list[int] = []
        # The inner backend, which may start processes, is not used while all rows are stored.
        for complete, group in groupby(keyed, key=lambda piece: all(piece.known)):
            for piece, done in (
                map(run.stored_rows, run.pieces(group)) if complete else run.computed_rows(group)
            ):
                self.tell(len(piece.part))
                finished.append(done)
                sizes.append(len(piece.part))
                if piece.whole is not None:
                    whole = [join(parts, sizes) for parts in zip(*finished, strict=True)]
                    finished, sizes = [], []
                    yield FinishedBatch(piece.whole, whole)

    def _tables(self, work: RowTask) -> list[ResumeTable]:
        if self.partial is None:
            return []
        what = "both" if work.leave_one_out else "rows"
        heads = [head(metric, what) for metric in work.metrics]
        others = [head(metric, what) for metric in self.metrics]
        self.begun(self.partial.claim(heads, others))
        return [ResumeTable(name, self.partial.known(name)) for name in heads]


class ResumeTable(NamedTuple):
    """One metric's stored rows.

    Args:
        head: What produced them; see `cache_keys.head`.
        known: The rows by record key.
    """

    head: str
    known: RowIndex


@dataclass(frozen=True)
class _ResumableRun:
    """One run of a resumable backend.

    Args:
        backend: The resumable backend.
        work: What to compute for every batch.
        tables: The stored rows of each metric; empty without a resume file.
        pace: The number of records in a step.
    """

    backend: ResumableBackend
    work: RowTask
    tables: Sequence[ResumeTable]
    pace: Pace

    def with_keys(self, batch: Batch) -> KeyedBatch:
        """Compute the keys of a batch, and check which of its rows are stored."""
        if not self.tables:
            return KeyedBatch(batch, [b""] * len(batch), [False] * len(batch))
        names = keys(batch)
        return KeyedBatch(
            batch, names, [all(x in table.known for table in self.tables) for x in names]
        )

    def pieces(self, group: Iterable[KeyedBatch]) -> Iterator[Piece]:
        """Split batches where stored rows begin or end, and where a step ends."""
        for batch, names, known in group:
            n, start = len(batch), 0
            while start < n:
                step = n if known[start] else min(n, start + self.pace.records)
                differ = (i for i in range(start + 1, step) if known[i] != known[start])
                end = next(differ, step)
                part = batch if end - start == n else batch.select(range(start, end))
                yield Piece(part, names[start:end], known[start], batch if end == n else None)
                start = end

    def stored_rows(self, piece: Piece) -> tuple[Piece, Sequence[BatchRows]]:
        """Look up the stored rows of a piece."""
        blocks = [table.known.take(piece.keys) for table in self.tables]
        leave_one_out = self.work.leave_one_out
        done = [to_batch_rows(block, piece.part, leave_one_out=leave_one_out) for block in blocks]
        pairs = zip(done, self.work.metrics, strict=True)
        return piece, [_with_unanswered(rows, metric, piece.part) for rows, metric in pairs]

    def computed_rows(self, group: Iterable[KeyedBatch]) -> PieceRows:
        """Compute the rows that are missing, and store them."""
        pending: deque[Piece] = deque()

        def parts() -> Iterator[Batch]:
            for piece in self.pieces(group):
                pending.append(piece)
                if not piece.known:
                    yield piece.part

        work = self.work._replace(only_sums=False) if self.tables else self.work
        for _, done in self.backend.inner.run(work, parts()):
            yield from self._stored_front(pending)
            piece = pending.popleft()
            self.pace.step()
            self._store(piece, done)
            yield piece, done
        yield from self._stored_front(pending)

    def _stored_front(self, pending: deque[Piece]) -> PieceRows:
        """Look up the stored rows of the pieces at the front."""
        while pending and pending[0].known:
            yield self.stored_rows(pending.popleft())

    def _store(self, piece: Piece, done: Sequence[BatchRows]) -> None:
        if self.backend.partial is not None:
            self.backend.partial.add(
                *(
                    to_block(table.head, piece.keys, rows, piece.part)
                    for table, rows in zip(self.tables, done, strict=True)
                )
            )


def _with_unanswered(done: BatchRows, metric: Metric, part: Batch) -> BatchRows:
    """Find the unanswered outputs of stored rows, with which they are not stored."""
    part, unread = with_empty(metric, part)
    taken = (
        [*places]
        if (places := metric_records.takes(metric, part)) is not None
        else range(len(part))
    )
    scored = [i for i in taken if i not in done.failures]
    indices = unanswered(metric, part.select(scored)) if scored else ()
    every = {*(scored[i] for i in indices), *unread}.difference(done.failures)
    return done._replace(unanswered=sorted(every))

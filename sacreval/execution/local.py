"""Local backend: run each metric on threads or in processes of this machine.

Worker processes of this machine, for metrics that hold the GIL: libraries and Python code. They
start with the first batch, receive the task once, and never outlive the parent process.

The kernels release the GIL, so native metrics run on threads; official libraries and other Python
code hold it, so they run in processes. Metrics that run a model or a program, that start processes
themselves or that cannot be pickled, and metrics of sets, whose rows only count records, run in the
main thread.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, ClassVar

from sacreval.core.contract.declarations import innermost, of_sets
from sacreval.core.metric import Metric, SampleMetric
from sacreval.core.records import BATCH_SIZE, Batch
from sacreval.errors import SacrevalError
from sacreval.execution.distribution import Pending, in_main_process, in_order, with_main_process
from sacreval.execution.process_pool import ProcessPool, shared_task
from sacreval.execution.serialization import (
    SLICE,
    SerializedBatch,
    carry_out,
    join,
    pack,
    slices,
    unwrap,
)
from sacreval.execution.whole_shards import ScoredShard, ShardWork, in_processes
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask
from sacreval.execution.worker import perform_one


class Processes:
    """The worker processes of one run.

    Args:
        workers: Number of processes.
        work: What to compute for every batch.
    """

    def __init__(self, workers: int, work: RowTask) -> None:
        self._pool = ProcessPool(workers, work)

    def start(self, batch: Batch) -> Callable[[], Sequence[BatchRows]]:
        """Start the tasks of a batch, and return a function that waits for their results."""
        with _broken_pool_error():
            under_way = [
                (self._pool.submit(_carry_out, pack(part)), len(part))
                for part in slices(batch, SLICE)
            ]
        return lambda: [
            join(parts) for parts in zip(*(_result(*part) for part in under_way), strict=True)
        ]

    def close(self) -> None:
        """Shut down once all tasks are finished."""
        self._pool.close()

    def kill(self) -> None:
        """Kill the processes at once."""
        self._pool.kill()


def _result(future: Future[list[BatchRows] | SacrevalError], n: int) -> list[BatchRows]:
    with _broken_pool_error():
        return unwrap(future.result(), n)


@contextmanager
def _broken_pool_error() -> Iterator[None]:
    """Raise SacrevalError if sending or receiving finds that a worker process has died."""
    try:
        yield
    except BrokenProcessPool:
        raise SacrevalError(
            "a worker process ended before its task was finished, usually because memory ran "
            "out; give fewer --workers, or 1 to see its error"
        ) from None


def _carry_out(parcel: SerializedBatch) -> list[BatchRows] | SacrevalError:
    return carry_out(shared_task(), parcel)


Tell = Callable[[str], None]


@dataclass(frozen=True)
class Local(Backend):
    """Computes rows on several threads and processes.

    Args:
        workers: Number of threads, and of processes, 1 or more.
        tell: Called with each notice for the user.
    """

    elsewhere: ClassVar[bool] = True

    workers: int
    tell: Tell = field(default=lambda _: None, compare=False)

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`."""
        places = [_place(metric, self.tell) for metric in work.metrics]
        yield from with_main_process(work, batches, [x == "here" for x in places], self._distribute)

    def shards(self, work: ShardWork, shards: Sequence[Any]) -> Iterator[ScoredShard | None]:
        """Score whole shards in processes; see `Backend`."""
        return in_processes(self.workers, work, shards)

    def _distribute(
        self, work: RowTask, batches: Iterable[Batch]
    ) -> Generator[FinishedBatch, None, None]:
        batches = iter(batches)
        first = list(islice(batches, self.workers))
        if not first:
            return
        crew = _Workers(self.workers, work, len(first))
        batches = chain(iter(first), batches)
        del first
        try:
            yield from in_order(
                batches, crew.start, ahead=self.workers * BATCH_SIZE, most=2 * self.workers
            )
        except BaseException:
            crew.abort()
            raise
        crew.close()


class _Workers:
    """The threads and processes of one run.

    Args:
        workers: Number of threads, and of processes.
        work: What to compute for every batch.
        batches: Number of batches read so far.
    """

    def __init__(self, workers: int, work: RowTask, batches: int) -> None:
        native = [metric.engine == "native" for metric in work.metrics]
        self._work = work
        self._native = [i for i, is_native in enumerate(native) if is_native]
        self._away = [i for i, is_native in enumerate(native) if not is_native]
        # Where there are fewer tasks than workers, each kernel uses several threads of its own.
        self._each = max(1, workers // max(1, batches * len(self._native)))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="sacreval-kernels")
        self._processes = Processes(workers, self._part(self._away)) if self._away else None

    def _part(self, indices: Sequence[int]) -> RowTask:
        return self._work._replace(metrics=tuple(self._work.metrics[i] for i in indices))

    def start(self, batch: Batch) -> Pending:
        """Start the tasks of a batch."""
        shared = replace(batch, workers=self._each)
        futures = {
            i: self._threads.submit(perform_one, self._work, self._work.metrics[i], shared)
            for i in self._native
            if self._work.first_like(i) == i
        }
        away = self._processes.start(batch) if self._processes else list

        def pending() -> list[BatchRows]:
            native = [futures[self._work.first_like(i)].result() for i in self._native]
            order = [*self._native, *self._away]
            rows_of = dict(zip(order, [*native, *away()], strict=True))
            return [rows_of[i] for i in range(len(rows_of))]

        return pending

    def close(self) -> None:
        """Shut down once all tasks are finished."""
        self._threads.shutdown()
        if self._processes:
            self._processes.close()

    def abort(self) -> None:
        """Shut down at once; running kernels cannot be stopped, and are not waited for."""
        if self._processes:
            self._processes.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _place(metric: Metric, tell: Tell) -> str:
    is_measured = of_sets(metric) and not isinstance(metric, SampleMetric)
    if is_measured or in_main_process(metric) or getattr(innermost(metric), "own_processes", False):
        return "here"
    if metric.engine == "native":
        return "threads"
    try:
        pickle.loads(pickle.dumps(metric))  # noqa: S301 - written in the same line
    except Exception as error:  # noqa: BLE001 - a metric from outside may raise anything
        tell(f"{metric.name} cannot be sent to other processes ({error}); it runs in this one")
        return "here"
    return "processes"

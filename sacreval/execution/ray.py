"""Ray backend: one Ray task computes all rows of a shard of the records.

Only Ray's public interface is used. Tasks of a node or worker that dies are retried elsewhere.
Metrics that run a model or a program run in the main process.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sacreval.core.records import BATCH_SIZE, Batch
from sacreval.core.version import stated, version
from sacreval.errors import NotSetUpError, SacrevalError, UsageError
from sacreval.execution import process_pool
from sacreval.execution.distribution import Pending, in_main_process, in_order, with_main_process
from sacreval.execution.serialization import (
    SLICE,
    SerializedBatch,
    carry_out,
    join,
    pack,
    slices,
    unwrap,
)
from sacreval.execution.whole_shards import RETRIES, ScoredShard, ShardWork
from sacreval.execution.work import Backend, BatchRows, FinishedBatch, RowTask

LOCAL = "local"
PATIENCE = 10.0  # seconds to wait for a cluster to answer
MOST = 128  # pending shards, each some megabytes


@dataclass(frozen=True)
class OnRay(Backend):
    """Computes rows on a Ray cluster.

    Args:
        address: Address of the cluster; `local` starts one on this machine, for this run.
        tell: Called with each notice for the user.
    """

    far: ClassVar[bool] = True
    elsewhere: ClassVar[bool] = True

    address: str = LOCAL
    tell: Callable[[str], None] = field(default=lambda _: None, compare=False)

    def run(self, work: RowTask, batches: Iterable[Batch]) -> Iterator[FinishedBatch]:
        """Compute the rows of all batches; see `Backend`.

        Raises:
            NotSetUpError: If Ray is not installed.
            UsageError: If there is no such cluster, or its nodes have other versions.
        """
        mine = [in_main_process(metric) for metric in work.metrics]
        if any(mine):
            self.tell(
                "metrics that run a model or a program run in this process; --ray computes the "
                "others"
            )
        yield from with_main_process(work, batches, mine, self._distribute)

    def shards(self, work: ShardWork, shards: Sequence[Any]) -> Iterator[ScoredShard | None]:
        """Score whole shards on the nodes, which must see their files; see `Backend`."""
        count = records = 0
        with self._cluster() as ray:
            room = _room(ray)
            for scored in _whole_shards(ray, work, shards):
                yield scored
                if scored is None:
                    return
                count, records = count + scored.batches, records + scored.records
        self._report(count, records, room)

    def _distribute(
        self, work: RowTask, batches: Iterable[Batch]
    ) -> Generator[FinishedBatch, None, None]:
        with self._cluster() as ray:
            shards = _Shards(ray, work)
            yield from in_order(batches, shards.start, ahead=shards.ahead, most=shards.room)
        self._report(shards.count, shards.records, shards.room)

    @contextmanager
    def _cluster(self) -> Iterator[Any]:
        """Connect to the cluster, unless the program that uses sacreval has, which also leaves."""
        ray = _ray()
        joined = ray.is_initialized()
        try:
            if not joined:
                _connect(ray, self.address)
            yield ray
        finally:
            if not joined:
                ray.shutdown()

    def _report(self, count: int, records: int, room: int) -> None:
        """Report a run with too few records for the cluster."""
        if count < room:
            self.tell(
                f"too few records for --ray: {records} records fill {count} of the "
                f"{room} tasks that can run at once; it is faster without"
            )


class _Shards:
    """The Ray tasks of one run: one for each batch, or several where metrics are slow.

    Args:
        ray: The module.
        work: What to compute for every batch.
    """

    def __init__(self, ray: Any, work: RowTask) -> None:
        self._ray = ray
        self._remote = ray.remote(max_retries=RETRIES)(_shard)
        self._work = ray.put(work)
        self._versions = _versions(name for metric in work.metrics for name in stated(metric))
        native = all(metric.engine == "native" for metric in work.metrics)
        self._size = BATCH_SIZE if native else SLICE
        self.room = _room(ray)
        self.ahead = self.room * self._size
        self.count = self.records = 0

    def start(self, batch: Batch) -> Pending:
        """Start the tasks of a batch."""
        under_way = [self._start(part) for part in slices(batch, self._size)]
        return lambda: [join(parts) for parts in zip(*(wait() for wait in under_way), strict=True)]

    def _start(self, batch: Batch) -> Pending:
        answer = self._remote.remote(self._versions, self._work, pack(batch))
        self.count, self.records = self.count + 1, self.records + len(batch)
        where, n = batch.where(0), len(batch)
        return lambda: list(map(_copied, unwrap(_get(self._ray, answer, where), n)))


def _room(ray: Any) -> int:
    """Return how many tasks are submitted at once: one that runs and one that waits on a CPU."""
    return min(MOST, max(1, int(2 * ray.cluster_resources().get("CPU", 1))))


def _versions(libraries: Iterable[str]) -> dict[str, str | None]:
    """Return the versions of packages that all nodes must have."""
    return {name: version(name) for name in sorted({"sacreval", *libraries})}


def _whole_shards(ray: Any, work: ShardWork, shards: Sequence[Any]) -> Iterator[ScoredShard | None]:
    """Yield what is known of each shard; None of one that no node could score."""
    remote = ray.remote(max_retries=RETRIES)(_whole_shard)
    versions, sent = _versions(work.libraries), ray.put(work)
    under_way = deque(remote.remote(versions, sent, shard) for shard in shards)
    while under_way:
        try:
            yield ray.get(under_way.popleft())
        except ray.exceptions.RayError:
            yield None


def _whole_shard(
    versions: Mapping[str, str | None], work: ShardWork, shard: Any
) -> ScoredShard | None:
    if any(version(name) != expected for name, expected in versions.items()):
        return None  # which the main process reports
    return work.function(work.task, shard)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when it is imported
    try:
        import ray
    except ImportError:
        raise NotSetUpError("--ray needs Ray; run: pip install 'sacreval[ray]'") from None
    return ray


def _connect(ray: Any, address: str) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    logging.getLogger("ray").setLevel(logging.ERROR)  # before it reads its own setting
    if address == LOCAL:
        quiet["include_dashboard"] = False
    try:
        _check_reachable(address)
        # Otherwise Ctrl-C would kill Ray's servers, for which Ray then waits, and Ray would
        # replace the SIGTERM handler.
        with process_pool.sigint_blocked(), process_pool.sigterm_preserved():
            ray.init(address=address, **quiet)
    except Exception as error:
        raise UsageError(_unanswered(address, _last_line(error))) from error


def _unanswered(address: str, why: str) -> str:
    """Return the error message for a cluster that cannot be used."""
    if address == LOCAL:
        return (
            f"--ray: no cluster could be started on this machine ({why}); run `ray stop` to end "
            "one that hangs, or give --workers N to score with N processes and no cluster"
        )
    return (
        f"--ray {address}: no cluster answers at this address ({why}); "
        "start one with `ray start`, or give --ray alone to start one on this machine"
    )


def _check_reachable(address: str) -> None:
    """Fail early if the address does not answer; Ray would retry for minutes and then exit."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        from socket import create_connection

        create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _shard(
    versions: Mapping[str, str], work: RowTask, parcel: SerializedBatch
) -> list[BatchRows] | SacrevalError:
    """Compute a shard, if this node has the same package versions as the submitting machine."""
    for name, expected in versions.items():
        if (installed := version(name)) != expected:
            return UsageError(
                f"a node of the Ray cluster has {name} {installed} and this machine has "
                f"{expected}; install the same version on all"
            )
    return carry_out(work, parcel)


def _get(ray: Any, answer: Any, where: str) -> list[BatchRows] | SacrevalError:
    try:
        rows: list[BatchRows] | SacrevalError = ray.get(answer)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, SacrevalError):
            return cause
        return SacrevalError(
            f"{where} and after: Ray could not compute this shard ({_last_line(error)}); "
            "check that sacreval is installed on every node, and that memory is free"
        )
    return rows


def _copied(done: BatchRows) -> BatchRows:
    """Copy arrays out of Ray's shared memory, which is freed when Ray shuts down."""
    leave_one_out = done.leave_one_out
    if leave_one_out is not None:
        leave_one_out = leave_one_out._replace(
            rows=leave_one_out.rows.copy(), starts=leave_one_out.starts.copy()
        )
    return done._replace(rows=done.rows.copy(), leave_one_out=leave_one_out)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1].partition(". ")[0].rstrip(".") if lines else type(error).__name__

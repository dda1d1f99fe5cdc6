"""Shards that are read where they are scored: a function of each, called in other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, Protocol

from sacreval.execution.process_pool import ProcessPool, shared_task

RETRIES = 5  # of the shards of processes that die


class ScoredShard(Protocol):
    """What is known of a shard that was scored."""

    @property
    def records(self) -> int:
        """The number of its records."""

    @property
    def batches(self) -> int:
        """The number of batches that they were scored in."""


class ShardWork(NamedTuple):
    """What to do with every shard.

    Args:
        function: Called with `task` and a shard, in any process; a function of a module. It returns
            None for a shard that has to be read in the main process.
        task: What is the same for all shards; it can be pickled.
        libraries: Libraries that must have the same version everywhere.
    """

    function: Callable[[Any, Any], ScoredShard | None]
    task: Any
    libraries: Sequence[str] = ()


def in_processes(
    workers: int, work: ShardWork, shards: Sequence[Any]
) -> Iterator[ScoredShard | None]:
    """Yield what is known of each shard, in their order.

    Where a process dies, the shards that were not yielded are scored again.
    """
    done = 0
    for _ in range(RETRIES + 1):
        try:
            for scored in _attempt(workers, work, shards[done:]):
                done += 1
                yield scored
        except BrokenProcessPool:
            continue
        return
    yield None


def _attempt(workers: int, work: ShardWork, shards: Sequence[Any]) -> Iterator[ScoredShard | None]:
    pool = ProcessPool(min(workers, len(shards)), work)
    try:
        under_way = [pool.submit(_carry_out_shard, shard) for shard in shards]
        while under_way:
            yield under_way.pop(0).result()
    except BaseException:  # the caller, too, may stop here
        pool.kill()
        raise
    pool.close()


def _carry_out_shard(shard: Any) -> ScoredShard | None:
    work: ShardWork = shared_task()
    return work.function(work.task, shard)

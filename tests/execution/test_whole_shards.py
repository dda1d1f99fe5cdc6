"""A function of every shard in processes: its order, processes that die, and callers that stop."""

import os
import time
from multiprocessing import active_children
from pathlib import Path
from typing import NamedTuple

import pytest

from sacreval.execution.whole_shards import RETRIES, ShardWork, in_processes
from support.program import wait


class Found(NamedTuple):
    """What is known of a shard."""

    records: int
    batches: int


def count(folder, shard):
    """Return the number of a shard, unless a file says that this process has to die first."""
    for fatal in Path(folder).glob(f"{shard}-*"):
        fatal.unlink()
        os._exit(3)
    return Found(shard, os.getpid())


def unusual(_, shard):
    """Return nothing of the second shard, and take long for those after it."""
    if shard > 1:
        time.sleep(600)
    return None if shard == 1 else Found(shard, 1)


@pytest.mark.long
def test_order(tmp_path):
    """Results are in the order of the shards, from other processes, which then are gone."""
    found = list(in_processes(2, ShardWork(count, str(tmp_path)), range(9)))
    assert [one.records for one in found] == [*range(9)]
    assert os.getpid() not in {one.batches for one in found}
    assert not active_children()


@pytest.mark.long
def test_a_process_that_dies(tmp_path):
    """The shards of a process that died are done again."""
    (tmp_path / "2-0").touch()
    (tmp_path / "5-0").touch()
    found = list(in_processes(2, ShardWork(count, str(tmp_path)), range(7)))
    assert [one.records for one in found] == [*range(7)]
    assert not [*tmp_path.iterdir()]


@pytest.mark.long
def test_processes_that_die_always(tmp_path):
    """After some attempts, the rest is left to the main process."""
    for i in range(RETRIES + 5):
        (tmp_path / f"1-{i}").touch()
    found = list(in_processes(1, ShardWork(count, str(tmp_path)), range(3)))
    assert [one and one.records for one in found] == [0, None]
    assert len([*tmp_path.iterdir()]) == 5 - 1


@pytest.mark.long
def test_a_caller_that_stops():
    """Where a shard is unusual, the others are not waited for."""
    found = in_processes(2, ShardWork(unusual, None), range(5))
    assert [next(found), next(found)] == [Found(0, 1), None]
    found.close()
    wait(lambda: not active_children(), seconds=60)

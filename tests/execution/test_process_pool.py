"""Pools of processes: tasks, and their end."""

import os
import time
from multiprocessing import active_children

from sacreval.execution.process_pool import ProcessPool, begin_worker
from support.program import wait


def begin(told):
    """Begin a worker that knows something."""
    os.environ["TOLD"] = told
    begin_worker()


def told():
    """Return what this process was told."""
    return os.environ["TOLD"]


def test_tasks():
    """Every process is told once what tasks need, and ends when the pool is closed."""
    others = {*active_children()}  # of other tests
    pool = ProcessPool(2, begin, "a word")
    assert [pool.submit(told).result() for _ in range(4)] == ["a word"] * 4
    pool.close()
    assert not {*active_children()} - others


def test_kill():
    """Tasks under way are not waited for."""
    others = {*active_children()}
    pool = ProcessPool(1, begin, "a word")
    pool.submit(told).result()
    pool.submit(time.sleep, 60)
    pool.kill()
    wait(lambda: not {*active_children()} - others, seconds=60)

"""Tasks under way: in order, in this thread, in pools, and of whole shards."""

import os
import time
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.process_pool import ProcessPool, shared_task
from sacreval.execution.whole_shards import RETRIES, ShardWork, in_processes
from sacreval.execution.worker import perform
from support.program import wait


def test_rows_come_when_they_are_asked_for():
    """No batch is read before the one before it is taken, and each has every metric's rows."""
    read = []

    def batches():
        for i in range(3):
            read.append(i)
            yield Batch([Instance(prediction="a" * i, references=["aa"])])

    task = RowTask((metrics.get("exact-match")(), metrics.get("length")()))
    results = SERIAL.run(task, batches())
    batch, done = next(results)
    assert read == [0]
    assert batch.predictions == [""]
    assert [batch_rows.rows.tolist() for batch_rows in done] == [[[0, 1]], [[0, 0, 1]]]
    assert [done[0].rows.tolist() for _, done in results] == [[[0, 1]], [[1, 1]]]


ASKED = []


@dataclass(frozen=True, kw_only=True)
class Length(MeanMetric):
    """Counts characters, and how often it is asked."""

    name = "length"
    unit: float = 1.0

    @property
    def outputs(self):
        return ("length",)

    def covers_native(self):
        return True

    def native_rows(self, batch):
        ASKED.append("native")
        return np.array([[-1.0, 1.0]] * len(batch))

    def scores(self, prediction, _prepared):
        ASKED.append(self.unit)
        return (len(prediction) / self.unit,)


def test_equal_metrics():
    """Equal metrics are asked once; one with another option for itself."""
    ASKED.clear()
    batch = Batch([Instance(prediction="four", references=["x"])])
    done = perform(RowTask((Length(), Length(unit=2.0), Length(unit=1.0))), batch)
    assert ASKED == [1.0, 2.0]
    np.testing.assert_array_equal(
        [batch_rows.rows[0] for batch_rows in done], [[4.0, 1.0], [2.0, 1.0], [4.0, 1.0]]
    )


def test_equal_metrics_on_two_engines():
    """Engines can be compared in one run: each makes its own rows."""
    ASKED.clear()
    batch = Batch([Instance(prediction="four", references=["x"])])
    done = perform(RowTask((Length(), Length(engine="native"))), batch)
    assert ASKED == [1.0, "native"]
    assert [batch_rows.rows[0, 0] for batch_rows in done] == [4.0, -1.0]


def test_tasks():
    """Every process is sent once what tasks share, and ends when the pool is closed."""
    others = {*active_children()}  # of other tests
    pool = ProcessPool(2, "a word")
    assert [pool.submit(shared_task).result() for _ in range(4)] == ["a word"] * 4
    pool.close()
    assert not {*active_children()} - others


def test_kill():
    """Tasks under way are not waited for."""
    others = {*active_children()}
    pool = ProcessPool(1, "a word")
    pool.submit(shared_task).result()
    pool.submit(time.sleep, 60)
    pool.kill()
    wait(lambda: not {*active_children()} - others, seconds=60)


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
    results = list(in_processes(2, ShardWork(count, str(tmp_path)), range(9)))
    assert [result.records for result in results] == [*range(9)]
    assert os.getpid() not in {result.batches for result in results}
    assert not active_children()


@pytest.mark.long
def test_a_process_that_dies(tmp_path):
    """The shards of a process that died are done again."""
    (tmp_path / "2-0").touch()
    (tmp_path / "5-0").touch()
    results = list(in_processes(2, ShardWork(count, str(tmp_path)), range(7)))
    assert [result.records for result in results] == [*range(7)]
    assert not [*tmp_path.iterdir()]


@pytest.mark.long
def test_processes_that_die_always(tmp_path):
    """After some attempts, the rest is left to the main process."""
    for i in range(RETRIES + 5):
        (tmp_path / f"1-{i}").touch()
    results = list(in_processes(1, ShardWork(count, str(tmp_path)), range(3)))
    assert [result and result.records for result in results] == [0, None]
    assert len([*tmp_path.iterdir()]) == 5 - 1


@pytest.mark.long
def test_a_caller_that_stops():
    """Where a shard is unusual, the others are not waited for."""
    results = in_processes(2, ShardWork(unusual, None), range(5))
    assert [next(results), next(results)] == [Found(0, 1), None]
    results.close()
    wait(lambda: not active_children(), seconds=60)

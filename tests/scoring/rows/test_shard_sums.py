"""Sums of a shard: what a worker returns, and what it leaves to the main process."""

import os
from pathlib import Path
from warnings import warn

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.errors import InputNotice
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.entries.run_metrics import listed
from sacreval.scoring.rows.shard_sums import Shard, stamp, sums_of
from support.shard_files import record, write_shards

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels were not built")


@pytest.fixture
def entries():
    """Return a metric on the kernels."""
    return listed(metrics.get("wer")().with_engine("native"))


@pytest.fixture
def shard(tmp_path):
    """Return a file of two systems."""
    [name] = write_shards(tmp_path, [[record(i, x) for i in range(3) for x in (None, "b")]])
    path = str(tmp_path / name)
    return Shard(path, JsonlReader(), "own", stamp(path))


def test_sums(entries, shard):
    """A worker returns the number of records, and the sums of each system."""
    sums = sums_of(entries, shard)
    assert (sums.records, sums.batches) == (6, 2)
    assert [(system.system, system.ids.size) for system in sums.systems] == [("own", 3), ("b", 3)]
    [column] = sums.systems[0].columns
    assert sum(column.sums) > 0


def test_another_file(entries, shard):
    """A file that is another where the worker is, or has been changed, is left."""
    assert sums_of(entries, shard._replace(stamp=(shard.stamp[0], 0))) is None
    os.truncate(shard.path, shard.stamp[0] // 2)
    assert sums_of(entries, shard) is None
    Path(shard.path).unlink()
    assert sums_of(entries, shard) is None


def test_a_notice_of_a_reader(entries, shard, monkeypatch):
    """A file about which its reader has something to say is left to the process that can."""

    def telling(self, path):
        warn(InputNotice("something"), stacklevel=2)
        yield from read(self, path)

    assert sums_of(entries, shard) is not None
    read = JsonlReader.read
    monkeypatch.setattr(JsonlReader, "read", telling)
    assert sums_of(entries, shard) is None

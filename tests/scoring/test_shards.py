"""Shards: which files workers read, and what becomes of their sums."""

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.selection import Selection
from sacreval.execution import SERIAL
from sacreval.execution.local import Local
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring import shards
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import listed
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.rows.shard_sums import Shard, stamp, sums_of
from sacreval.scoring.shards import MergedShards
from support.shard_files import record, write_shards

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels were not built")

FILES = [[record(f"{j}-{i}") for i in range(3)] for j in range(4)]


@pytest.fixture
def sharded(tmp_path, monkeypatch):
    """Return a function from files to shards, however small."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shards, "LEAST", 0)
    entries = listed(metrics.get("bleu")().with_engine("native"))
    return lambda files: (
        entries,
        shards.shards_of(Source(tuple(write_shards(tmp_path, files))), entries, Selection()),
    )


def test_small_files_are_read_here(sharded, monkeypatch):
    """Processes are started only for files that take longer than that."""
    assert len(sharded(FILES)[1]) == 4
    monkeypatch.setattr(shards, "LEAST", 2000)
    assert sharded(FILES)[1] == []


def test_one_large_file_is_read_here(sharded):
    """A file with most of the records would keep one process busy, and the others idle."""
    large = [record(f"large-{i}") for i in range(9)]
    assert sharded([*FILES, large])[1] == []
    assert len(sharded([*FILES, *FILES, large[:4]])[1]) == 9


@pytest.mark.long
def test_processes(sharded):
    """Two processes give the records of all files, and count them."""
    entries, parts = sharded(FILES)
    seen = []
    evaluation = shards.evaluated(parts, entries, Local(2), seen.append)
    assert seen == [3] * 4
    [result, *_] = evaluation.report().results
    assert (result.n, result.system_id) == (12, "mt")


def test_what_is_unusual_is_taken_back(sharded):
    """Where a file has to be read here, the bar begins anew."""
    entries, parts = sharded([*FILES, ["nonsense"]])
    seen = []
    assert shards.evaluated(parts, entries, Local(2), seen.append) is None
    assert seen == [3, 3, 3, 3, -12]


def test_one_process(sharded):
    """A backend without other processes reads nothing."""
    entries, parts = sharded(FILES)
    assert shards.evaluated(parts, entries, SERIAL) is None


def merged(folder, files, entries):
    """Add up files."""
    sums = MergedShards(entries)
    for name in write_shards(folder, files):
        path = str(folder / name)
        sums.add(sums_of(entries, Shard(path, JsonlReader(), "own", stamp(path))))
    return sums


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "wer", "google-bleu"])
def test_sums(name, tmp_path):
    """The report is that of the records one after the other, with their signatures."""
    entries = listed(metrics.get(name)().with_engine("native"))
    records = [record(f"x{i}", prediction=f"the cat {'sat ' * (i % 4)}") for i in range(60)]
    sums = merged(tmp_path, [records[:7], records[7:50], records[50:]], entries)
    (tmp_path / "whole").mkdir()
    [whole] = write_shards(tmp_path / "whole", [records])
    want = evaluate(JsonlReader().read(str(tmp_path / "whole" / whole)), entries, only_sums=True)
    assert sums.records == len(records)
    assert repr(sums.evaluation().report()) == repr(want.report())


def test_sums_that_are_not_exact(tmp_path):
    """Sums that could be rounded are left to the main process."""
    entries = listed(metrics.get("wer")().with_engine("native"))
    sums = merged(tmp_path, [[record(i) for i in range(3)]], entries)
    assert sums.evaluation() is not None
    [[system]] = sums._systems.values()
    large = system.columns[0]._replace(sums=type(system.columns[0].sums)([2.0**53]))
    sums._systems = {"mt": [system._replace(columns=[large])]}
    assert sums.evaluation() is None

"""Sums of many shards are those of one file with all their records."""

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.entries.run_metrics import listed
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.shard_sums import Shard, stamp, sums_of
from sacreval.scoring.shards import MergedShards
from support.shard_files import record, write_shards

pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels were not built")


def merged(folder, files, entries):
    """Add up files."""
    made = MergedShards(entries)
    for name in write_shards(folder, files):
        path = str(folder / name)
        made.add(sums_of(entries, Shard(path, JsonlReader(), "own", stamp(path))))
    return made


@pytest.mark.parametrize("name", ["bleu", "chrf", "ter", "wer", "google-bleu"])
def test_sums(name, tmp_path):
    """The report is that of the records one after the other, with their signatures."""
    entries = listed(metrics.get(name)().with_engine("native"))
    records = [record(f"x{i}", prediction=f"the cat {'sat ' * (i % 4)}") for i in range(60)]
    made = merged(tmp_path, [records[:7], records[7:50], records[50:]], entries)
    (tmp_path / "whole").mkdir()
    [whole] = write_shards(tmp_path / "whole", [records])
    want = evaluate(JsonlReader().read(str(tmp_path / "whole" / whole)), entries, only_sums=True)
    assert made.records == len(records)
    assert repr(made.evaluation().report()) == repr(want.report())


def test_sums_that_are_not_exact(tmp_path):
    """Sums that could be rounded are left to the main process."""
    entries = listed(metrics.get("wer")().with_engine("native"))
    made = merged(tmp_path, [[record(i) for i in range(3)]], entries)
    assert made.evaluation() is not None
    [[system]] = made._systems.values()
    large = system.columns[0]._replace(sums=type(system.columns[0].sums)([2.0**53]))
    made._systems = {"mt": [system._replace(columns=[large])]}
    assert made.evaluation() is None

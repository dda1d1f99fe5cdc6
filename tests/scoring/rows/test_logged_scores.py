"""Scores of a log beside the records."""

from math import isnan

from sacreval.core.records import Batch, Instance
from sacreval.scoring.rows.logged_scores import SAMPLE, LoggedScores


def record(scores, **fields):
    return Instance(prediction="a", meta=None if scores is None else {"scores": scores}, **fields)


def test_columns():
    """Each score has a value for each record of its system, NaN where there is none."""
    kept = LoggedScores()
    assert not kept.has_scores
    batches = [Batch([record({"a": 1, "b": 0.5}), record(None), record({"b": True})], system="s"),
               Batch([record({"c": "x"}), record({"a": 2})], system="s")]  # fmt: skip
    assert list(kept.watch(batches)) == batches
    assert kept.has_scores
    (found,) = kept.systems.values()
    assert found.count == 5
    assert [x for x in found.columns["a"] if not isnan(x)] == [1.0, 2.0]
    assert [isnan(x) for x in found.columns["a"]] == [False, True, True, True, False]


def test_the_sample():
    """It has the first records with scores and an output."""
    kept = LoggedScores()
    lost = Instance(error="failed", meta={"scores": {"a": 0}})
    records = [lost, record(None), *[record({"a": i}) for i in range(SAMPLE + 9)]]
    list(kept.watch([Batch(records, system="s")]))
    sample = kept.systems["s"].sample
    assert len(sample) == SAMPLE
    assert [one.meta["scores"]["a"] for _, one in sample] == list(range(SAMPLE))

"""avg@k, by hand."""

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from support.tasks import scores_of


def test_by_hand():
    """Of the first sample 1 and 0 are right, of the first four 2 and 1 of four."""
    records = [{"samples": [1, 1, 0, 0]}, {"samples": [0, 0, 0, 1, 1]}]
    found = scores_of("avg-at-k", records, {"k": [1, 4]})
    assert found == {"avg_at_1": 0.5, "avg_at_4": 0.375}


def test_counts_have_no_order():
    """Counts say nothing of the first samples, and are a fault unless k covers all."""
    record = Instance(samples={"n": 4, "c": 1})
    metric = metrics.get("avg-at-k")
    assert "--k 4" in metric(k=(2,)).fault(record)
    assert metric(k=(4,)).fault(record) is None

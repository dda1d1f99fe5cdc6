"""Records of a metric are all of them, as they are, but for the few that say otherwise."""

from sacreval.core.contract import metric_records
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers.own_records import OwnRecords

BATCH = Batch([Instance(prediction="a", references=["a"]), Instance(error="failed")])


def test_most_metrics_score_all_records():
    """Those without an output are lacking, and none is unanswered."""
    metric = metrics.get("bleu")()
    assert metric_records.takes(metric, BATCH) is None
    assert metric_records.seen(metric, BATCH) is BATCH
    assert list(metric_records.lacking(metric, BATCH)) == [1]
    assert list(metric_records.unanswered(metric, BATCH)) == []
    assert metric_records.missing_state(metric, BATCH[0], "") == ""


def test_a_metric_that_chooses_its_records():
    """It takes those for which its condition holds."""
    metric = OwnRecords(metric=metrics.get("bleu")(), own_where="error")
    assert list(metric_records.takes(metric, BATCH)) == [1]
    assert list(metric_records.lacking(metric, BATCH)) == [1]

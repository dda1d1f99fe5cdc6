"""Which metrics read a model's replies; `of_replies.py` has their laws."""

from laws.of_replies import READERS
from sacreval.core.contract.metric_values import ReadsReplies
from sacreval.core.metric import metrics
from support.variants import variants


def test_which_metrics_read_replies():
    """A metric that reads replies names the key of its own, and no other metric has one."""
    assert READERS
    for name in metrics:
        assert ("replies" in metrics.get(name).needs) == (name in {m.name for m in READERS})
    assert all(isinstance(m, ReadsReplies) and m.reply_key for m in READERS)
    assert not any(isinstance(m, ReadsReplies) for m in variants()[0] if "replies" not in m.needs)

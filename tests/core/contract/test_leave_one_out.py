"""Parts of a record are its references, if the metric reads them."""

import numpy as np

from sacreval.core.contract.leave_one_out import part_count, rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

RECORD = Instance(prediction="a b", references=["a", "b c", "a b"])


def test_part_count():
    """A metric without references has nothing to leave out."""
    assert part_count(metrics.get("token-f1")(), RECORD) == 3
    assert part_count(metrics.get("length")(), RECORD) == 0


def test_both_kinds_of_rows():
    """One pass computes the rows that two passes do."""
    metric, batch = metrics.get("bleu")().with_engine("native"), Batch([RECORD])
    rows, leave_one_out = rows_with_leave_one_out(metric, batch)
    np.testing.assert_array_equal(rows, metric.rows(batch))
    np.testing.assert_array_equal(leave_one_out, metric.leave_one_out_rows(batch))

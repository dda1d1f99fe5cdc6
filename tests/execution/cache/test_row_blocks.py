"""Results of batches as stored blocks, and back."""

import numpy as np
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.execution.cache.row_blocks import RowIndex, interleaved, to_batch_rows, to_block
from sacreval.execution.work import BatchRows, LeaveOneOutRows

BATCH = Batch([Instance(prediction=x) for x in "abc"], "f.jsonl", [2, 3, 5])
KEYS = [b"1", b"2", b"3"]
ROWS = np.array([[1.0, 2], [np.nan, np.nan], [5, 6]])
FAILURES = {1: "f.jsonl:3: it asks; answer it"}
LEFT_OUT = LeaveOneOutRows(np.array([[7.0, 8], [9, 10]]), np.array([0, 2, 2, 2]))


@pytest.mark.parametrize("leave_one_out", [None, LEFT_OUT], ids=["plain", "jackknifed"])
def test_there_and_back(leave_one_out):
    """Rows, rows without a reference and failures are the same after storing."""
    block = to_block("head", KEYS, BatchRows(ROWS, FAILURES, leave_one_out), BATCH)
    assert block.counts.tolist() == [1 if leave_one_out is None else 3, 0, 1]
    assert block.errors == ["it asks; answer it"]
    taken = RowIndex([block]).take(KEYS)
    found = to_batch_rows(taken, BATCH, leave_one_out=leave_one_out is not None)
    np.testing.assert_array_equal(found.rows, ROWS)
    assert found.failures == FAILURES
    if leave_one_out is not None:
        np.testing.assert_array_equal(found.leave_one_out.rows, leave_one_out.rows)
        assert found.leave_one_out.starts.tolist() == leave_one_out.starts.tolist()


def test_failures_have_the_place_of_this_run():
    """A record that is on another line now is named by that line."""
    block = to_block("head", KEYS, BatchRows(ROWS, FAILURES), BATCH)
    moved = Batch(BATCH.instances, "g.jsonl", [10, 20, 30])
    found = to_batch_rows(RowIndex([block]).take(KEYS), moved, leave_one_out=False)
    assert found.failures == {1: "g.jsonl:20: it asks; answer it"}


def test_rows_of_a_record_stay_together():
    """Rows are in the order of records, and of one record in the order of the parts."""
    rows, owners = interleaved(
        [(np.array([0, 1]), np.array([[1.0], [2]])), (np.array([0, 0]), np.array([[3.0], [4]]))]
    )
    assert rows.ravel().tolist() == [1, 3, 4, 2]
    assert owners.tolist() == [0, 0, 0, 1]

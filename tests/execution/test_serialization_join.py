"""Results of slices joined."""

import numpy as np

from sacreval.core.contract.formulas import Sums
from sacreval.execution.local import Local
from sacreval.execution.serialization import join
from sacreval.execution.work import BatchRows
from sacreval.metrics._wrappers import Extracted
from support.backends import check
from support.text_batches import batches, on


def test_all_failed():
    """A slice in which nothing could be scored joins the others."""
    numbers = Extracted(metric=on("official", "bleu"), extract="last-number")
    data = batches([*["no number"] * 130, "1", "2", *["none"] * 200], size=400)
    check(Local(2), data, numbers, leave_one_out=True)


def test_sums():
    """Sums of all slices are added without rows; beside rows, each is the first of rows of 0."""
    first, second = BatchRows.of_sums(Sums((1.0, 2.0))), BatchRows.of_sums(Sums((3.0, 5.0)))
    assert join([first, second], [2, 3]).sums == (4.0, 7.0)
    rows = BatchRows(np.array([[1.0, 1.0], [np.nan, np.nan]]), {1: "no answer"})
    joined = join([first, rows], [2, 2])
    assert joined.sums is None
    assert np.array_equal(joined.rows[:3], [[1.0, 2.0], [0.0, 0.0], [1.0, 1.0]])
    assert joined.failures == {3: "no answer"}

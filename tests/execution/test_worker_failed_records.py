"""Records with an error instead of an output have rows of NaN and a sentence, on every backend."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution import RowTask
from sacreval.execution.worker import perform

ONE = Instance(prediction="the cat", references=["the cat", "a cat"])
BAD = Instance(error="429 after 6 attempts", references=["the cat", "a cat"])


@pytest.mark.parametrize("pattern", [[0], [1], [0, 0], [1, 0, 1], [0, 1, 1, 0]])
@pytest.mark.parametrize("leave_one_out", [False, True])
@pytest.mark.parametrize("engine", ["native", "official"])
def test_rows_of_the_others_are_the_same(pattern, leave_one_out, engine):
    """A failed record changes neither the rows nor the jackknife rows of the other records."""
    metric = metrics.get("rouge")(engine=engine)
    work = RowTask((metric,), leave_one_out=leave_one_out)
    (done,) = perform(work, Batch([ONE if one else BAD for one in pattern], origin="x"))
    good = [i for i, one in enumerate(pattern) if one]
    assert sorted(done.failures) == [i for i, one in enumerate(pattern) if not one]
    assert all("there is no output (429" in text for text in done.failures.values())
    assert np.isnan(done.rows[sorted(done.failures)]).all()
    if leave_one_out:
        assert np.diff(done.leave_one_out.starts).tolist() == [2 * one for one in pattern]
    if good:
        (alone,) = perform(work, Batch([ONE] * len(good), origin="x"))
        np.testing.assert_array_equal(done.rows[good], alone.rows)
        if leave_one_out:
            np.testing.assert_array_equal(done.leave_one_out.rows, alone.leave_one_out.rows)

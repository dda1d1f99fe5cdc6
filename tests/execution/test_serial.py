"""Batches one after the other, in this thread."""

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution import SERIAL, RowTask


def test_rows_come_when_they_are_asked_for():
    """No batch is read before the one before it is taken, and each has every metric's rows."""
    read = []

    def batches():
        for i in range(3):
            read.append(i)
            yield Batch([Instance(prediction="a" * i, references=["aa"])])

    task = RowTask((metrics.get("exact-match")(), metrics.get("length")()))
    found = SERIAL.run(task, batches())
    batch, done = next(found)
    assert read == [0]
    assert batch.predictions == [""]
    assert [one.rows.tolist() for one in done] == [[[0, 1]], [[0, 0, 1]]]
    assert [done[0].rows.tolist() for _, done in found] == [[[0, 1]], [[1, 1]]]

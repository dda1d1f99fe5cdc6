"""Batches and results on their way to other processes."""

import pickle

import numpy as np
import pytest

from sacreval.core.contract.formulas import Sums
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, SacrevalError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.local import Local
from sacreval.execution.serialization import carry_out, join, pack, slices, unwrap
from sacreval.execution.work import BatchRows
from sacreval.metrics._wrappers import Extracted
from support.backends import check
from support.text_batches import batches, on

RECORDS = [
    Instance(prediction="a", references=["a"], system_type="reference", meta={"x": [1]}),
    Instance(prediction="b", references=["a"]),
    Instance(prediction=None, references=["a", "c"], instance_id=7),
]

BATCH = Batch(RECORDS, "f.jsonl", [3, 4, 9], "s", workers=4)


def test_a_batch_comes_out_as_it_went_in():
    """Records, lines and names are kept; fields that no record has are not sent."""
    packed = pickle.loads(pickle.dumps(pack(BATCH)))  # noqa: S301 - made here
    opened = packed.open()
    assert list(opened) == RECORDS
    assert [opened.where(i) for i in range(3)] == [BATCH.where(i) for i in range(3)]
    assert opened.instance_ids == BATCH.instance_ids
    assert opened.workers == 1
    assert "sources" not in packed.columns


def test_slices():
    """Slices hold at most so many records, and know their lines."""
    parts = list(slices(BATCH, 2))
    assert [len(part) for part in parts] == [2, 1]
    assert parts[1].where(0) == "f.jsonl:9"


@pytest.mark.parametrize("only_sums", [False, True])
def test_rows_are_those_of_this_process(only_sums):
    """What comes back are the rows, or rows with the same sums."""
    task = RowTask((metrics.get("exact-match")(),), only_sums=only_sums)
    batch = Batch(RECORDS[:2])
    (here,) = unwrap(carry_out(task, pack(batch)), 2)
    ((_, (want,)),) = SERIAL.run(RowTask(task.metrics), [batch])
    assert here.rows.shape == want.rows.shape
    assert here.rows.sum(axis=0).tolist() == want.rows.sum(axis=0).tolist()
    assert only_sums or here.rows.tolist() == want.rows.tolist()


def test_an_error_comes_back_as_a_value(monkeypatch):
    """It is raised here, where it can be told."""

    def refuse(_work, _batch):
        raise InputError("f.jsonl:3: no")

    monkeypatch.setattr("sacreval.execution.serialization.perform", refuse)
    answer = carry_out(RowTask(()), pack(BATCH))
    assert isinstance(answer, SacrevalError)
    with pytest.raises(InputError, match="f.jsonl:3"):
        unwrap(answer, 3)


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

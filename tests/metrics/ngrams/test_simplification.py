"""What SARI and D-SARI share: how their kernel reads sources, and leaves references out."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

RECORDS = [
    Instance(prediction="a cat", references=["a cat sat", "the cat"], sources=["the big cat sat"]),
    Instance(prediction="", references=["x"], sources=["x y", "z"]),
]


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_left_out_references(name):
    """Rows without each reference are those of records that do not have it, on both engines."""
    records = [RECORDS[0]]
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        rows, without = metric.rows_with_leave_one_out(Batch(records))
        apart = [
            Instance(prediction=one.prediction, references=[text], sources=one.sources)
            for one in records
            for text in reversed(one.references)
        ]
        assert np.allclose(rows, metric.rows(Batch(records)), rtol=0, atol=1e-12)
        assert np.allclose(without, metric.rows(Batch(apart)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_sources_are_one_text(name):
    """Several sources count as one text with blanks between them, on both engines."""
    joined = Instance(prediction="", references=["x"], sources=["x y z"])
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        assert np.array_equal(metric.rows(Batch([RECORDS[1]])), metric.rows(Batch([joined])))

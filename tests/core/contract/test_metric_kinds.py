"""Kinds of metrics: means, sets, samples and pairs."""

import numpy as np
import pytest

from sacreval.core.metric import PairKernel, SampleMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support.share import BATCH, Share


def test_a_mean_is_a_ratio_of_sums():
    """Rows are scores and a count, and a system's score divides their sums."""
    metric = Share()
    rows = metric.rows(BATCH)
    assert rows.tolist() == [[0.5, 1], [1, 1]]
    assert metric.reduce(rows.sum(axis=0)) == {"share": 0.75}
    assert metric.reduce(np.array([[3, 1]]) @ rows)["share"].tolist() == [0.625]


def test_sets_have_no_single_scores():
    """A metric of sets refuses the score of a record in one sentence."""
    with pytest.raises(UsageError, match="self-bleu"):
        metrics.get("self-bleu")().reduce(np.ones(1))


def test_samples_are_measured_by_weights_of_one():
    """The score of a set is that of the sample with each record once."""

    class Total(SampleMetric):
        name, outputs = "total", ("total",)

        def row(self, prediction, _prepared):
            return (float(prediction),)

        def estimate(self, rows, weights):
            return {"total": weights @ rows[:, 0]}

    batch = Batch([Instance(prediction=x, references=[0]) for x in (1, 2.5)])
    assert Total().measure(batch) == {"total": 3.5}


def test_pairs_are_folded_without_each_reference():
    """Of a kernel's pairs, leaving a reference out folds the others."""

    class Best(PairKernel):
        name, outputs = "best", ("best",)

        def row(self, prediction, prepared):
            raise NotImplementedError

        def native_pairs(self, _batch):
            return np.array([[1.0], [5.0], [3.0]])

        def fold(self, pairs, starts):
            return np.maximum.reduceat(pairs, starts[:-1], axis=0)

        def reduce(self, sums):
            return {"best": sums[..., 0]}

    found = Best()._fold_others(Best().native_pairs(None), np.array([0, 3]))
    assert found.tolist() == [[5], [3], [5]]

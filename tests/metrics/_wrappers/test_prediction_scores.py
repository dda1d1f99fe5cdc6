"""Scores of each of several predictions."""

import numpy as np

from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers import prediction_scores, reduces_predictions
from sacreval.scoring.entries.run_metrics import entry


def test_those_of_rows_are_kept(monkeypatch):
    """Scores are those that `rows` has computed, which are not computed again."""
    metric = entry('exact-match{"reduce_predictions": "mean"}').metric
    batch = Batch([Instance(predictions=["a", "b"], references=["a"])])
    metric.rows(batch)
    monkeypatch.setattr(type(metric), "of_predictions", None)
    [scores] = prediction_scores(metric, batch)
    assert scores.tolist() == [[1.0], [0.0]]


def test_records_that_cannot_be_scored():
    """A record of which an output is missing has no scores; the others have theirs."""
    options = '{"reduce_predictions": "best", "extract": "boxed", "unextracted": "missing"}'
    metric = entry(f"exact-match{options}").metric
    texts = [["\\boxed{1}", "\\boxed{2}"], ["\\boxed{1}", "none"]]
    batch = Batch([Instance(predictions=x, references=["1"]) for x in texts])
    first, second = prediction_scores(metric, batch)
    assert np.array_equal(first, [[1.0], [0.0]])
    assert second is None


def test_other_metrics():
    """A metric without a reduction of predictions has none."""
    metric = entry('exact-match{"reduce_references": "max"}').metric
    assert not reduces_predictions(metric)
    assert list(prediction_scores(metric, Batch([Instance(prediction="a")]))) == [None]


def test_failed_records_alone():
    """A batch of records with an error in place of outputs has no scores."""
    metric = entry('wer{"reduce_predictions": "min"}').metric
    batch = Batch([Instance(error="failed: x", references=["a"])])
    assert list(prediction_scores(metric, batch)) == [None]

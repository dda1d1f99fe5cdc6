"""Rows of records with several answers."""

from math import nan

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.execution import RowTask
from sacreval.execution.worker import perform, unanswered
from sacreval.metrics._wrappers import extracted


def test_means():
    """A record has the mean row of its answers, and that of each left-out reference."""
    several = Instance(samples=["a", "b", "b"], references=["a", "b"])
    batch = Batch([Instance(prediction="a", references=["a", "c"]), several])
    metric = metrics.get("exact-match")()
    (found,) = perform(RowTask((metric,), leave_one_out=True), batch)
    assert found.rows.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert found.leave_one_out.starts.tolist() == [0, 2, 4]
    assert found.leave_one_out.rows[:, 0].tolist() == [0.0, 1.0, 2 / 3, 1 / 3]


class Careless(type(metrics.get("exact-match")())):
    """Knows no score of an empty output."""

    def rows(self, batch):
        found = super().rows(batch)
        found[[not text for text in batch.column("prediction")]] = nan
        return found


def test_an_answer_without_a_score():
    """A record of which one answer has no score has none; the reason names its line."""
    records = [Instance(samples=[x, "a"], references=["a"]) for x in ("", "a")]
    (found,) = perform(RowTask((Careless(),)), Batch(records, lines=[3, 4]))
    assert np.isnan(found.rows[:, 0]).tolist() == [True, False]
    assert found.failures == {0: "records:3: exact-match returned NaN"}


def test_scores_over_all_outputs():
    """Rows of a score that is no mean over records are added up, as those of more records."""
    metric = metrics.get("bleu")()
    texts = ["a b c d e", "a b x d e"]
    one = Batch([Instance(samples=texts, references=["a b c d e"])])
    each = Batch([Instance(prediction=text, references=["a b c d e"]) for text in texts])
    rows = [perform(RowTask((metric,)), batch)[0].rows.sum(axis=0) for batch in (one, each)]
    assert rows[0].tolist() == rows[1].tolist()


def test_unanswered():
    """A record is unanswered if one of its answers cannot be read."""
    metric = extracted(metrics.get("exact-match")(), extract="boxed")
    outputs = (["\\boxed{1}", "none"], ["\\boxed{2}", "\\boxed{1}"], ["none", "no"])
    batch = Batch([Instance(samples=list(texts), references=["1"]) for texts in outputs])
    (found,) = perform(RowTask((metric,)), batch)
    assert found.rows.tolist() == [[0.5, 1.0], [0.5, 1.0], [0.0, 1.0]]
    assert list(found.unanswered) == list(unanswered(metric, batch)) == [0, 2]
    alone = Batch([Instance(prediction="none", references=["1"])])
    assert list(unanswered(metric, alone)) == [0]

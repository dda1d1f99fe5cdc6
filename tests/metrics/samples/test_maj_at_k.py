"""maj@k: votes and ties, by hand."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers import extracted
from support.tasks import scores_of

RECORD = {"samples": ["5", "4", "4", "6"], "references": ["4"]}


@pytest.mark.parametrize(
    ("k", "ties", "right", "consensus"),
    [
        (1, "share", 0.0, 1.0),
        (2, "share", 0.5, 0.5),
        (2, "first", 0.0, 0.5),
        (4, "share", 1.0, 0.5),
    ],
)
def test_by_hand(k, ties, right, consensus):
    """5 and 4 are tied after two samples, and 4 has two of four votes after four."""
    found = scores_of("maj-at-k", [RECORD], {"k": [k], "ties": ties})
    assert found == {f"maj_at_{k}": right, f"consensus_at_{k}": consensus}


def test_samples_without_an_answer_do_not_vote():
    """One of three samples votes; without any vote the record is unanswered, and wrong."""
    metric = metrics.get("maj-at-k")(k=(3,), answer="last-number")
    assert metric.scores(["who knows", "it is 4", ""], metric.prepare(["4"])) == [1.0, 1 / 3]
    assert metric.scores(["a", "b", "c"], {"4"}) == [0.0, 0.0]
    records = [Instance(samples=x, references=["4"]) for x in (["a", "b", "c"], ["a", "4", "c"])]
    assert list(metric.unanswered(Batch(records))) == [0]
    with_wrapper = extracted(metrics.get("maj-at-k")(k=(3,)), extract="last-number")
    assert with_wrapper.rows(Batch(records))[:, 0].tolist() == [0.0, 1.0]
    assert "3 samples" in metrics.get("maj-at-k")(k=(4,)).fault(Instance(samples=[1, 2, 3]))


def test_samples_without_an_answer_leave_no_record_unanswered_while_others_vote() -> None:
    """The count of unanswered records is the same by --extract and by --answer."""
    samples = [["a", "4", "c"], ["a", "b", "c"], ["4", "4", "5"], ["a", "b", "4"]]
    for k, expected in (((3,), [1]), ((1,), [0, 1, 3]), ((1, 3), [1])):
        batch = Batch([Instance(samples=x, references=["4"]) for x in samples])
        own = metrics.get("maj-at-k")(k=k, answer="last-number")
        by_wrapper = extracted(metrics.get("maj-at-k")(k=k), extract="last-number")
        assert list(own.unanswered(batch)) == list(by_wrapper.unanswered(batch)) == expected
        by_wrapper.rows(batch)
        assert list(by_wrapper.unanswered(batch)) == expected

"""Intervals that hold at every look."""

import pytest

from sacreval.core.contract.declarations import highest_score
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence
from support.known_populations import RIGHT, report


def test_anytime():
    """0/1 scores have the sequence of a proportion, wider than Wilson's interval."""
    interval = report(method="anytime").results[0].interval
    want = proportion_sequence(RIGHT.sum(), 40)
    ends = (float(want.low), float(want.high))
    assert (interval.low, interval.high) == pytest.approx(ends)
    once = wilson(RIGHT.sum(), 40)
    assert interval.low < once.low < once.high < interval.high


def test_anytime_of_other_scores():
    """Scores between 0 and their highest have the sequence of a mean, on their scale."""
    records = [
        Instance(instance_id=i, system_id="a", prediction=p, references=["a b c d"])
        for i, p in enumerate(["a", "a b", "a b c d", "x", "b c"] * 4)
    ]
    metric = metrics.get("token-f1")()
    result = report(records, metric=metric, method="anytime").results[2]
    assert result.output == "token_f1_f1"
    assert result.interval.low < result.value < result.interval.high
    highest = highest_score(metric, result.output)
    scores = metric.reduce(metric.rows(Batch(records)))[result.output]
    want = mean_sequence(scores / highest)
    got = (result.interval.low, result.interval.high)
    assert got == pytest.approx((want.low[-1] * highest, want.high[-1] * highest))


def test_dependent_records_are_named():
    """Where records of a group are alike, methods that take them as independent say so."""
    records = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction="x" if i // 5 % 2 else "y",
            references=["x"],
            groups={"passage": f"{i // 5}"},
        )
        for i in range(50)
    ]
    notices = report(records, method="anytime").notices
    assert "records of one passage are alike" in notices[0]
    assert "intervals take records as independent" in notices[0]


def test_corpus_metrics_are_refused():
    """BLEU is no mean of bounded scores."""
    with pytest.raises(UsageError, match="--anytime is for means"):
        report(name="bleu", method="anytime")

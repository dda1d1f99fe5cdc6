"""Intervals of details are percentiles of the resamples of the score."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.stats.resampling import bootstrap, percentile_interval, sums_of

WORDS = "the cat sat on a mat and saw one dog run far".split()
RECORDS = [
    Instance(
        prediction=" ".join(WORDS[: 3 + i % 7]),
        references=[" ".join(WORDS[i % 3 : 9])],
        instance_id=str(i),
    )
    for i in range(120)
]


def result(options, name="bleu", records=RECORDS):
    (found,) = evaluate([Batch(records)], [Entry(metrics.get(name)())]).report(options).results
    return found


def test_percentiles_of_the_same_resamples():
    """Each detail is computed from the sums of rows of the resamples that the score has."""
    options = IntervalOptions(resamples=200, seed=5)
    found = result(options)
    assert found.interval.method == "percentile"
    metric = metrics.get("bleu")()
    rows = metric.rows(Batch(RECORDS))
    (sums,) = bootstrap([sums_of(rows)], resamples=200, seed=5)
    for name, column in metric.details(sums).items():
        low, high = percentile_interval(column, level=0.95)
        one = found.details[name]
        if low < high:
            assert (one.low, one.high) == pytest.approx((low, high))
        else:
            assert one.low is one.high is None
        assert one.value == metric.details(rows.sum(axis=0))[name]


def test_the_score_of_the_ends():
    """A detail that is the score, but for a factor, has its interval, expanded for few records."""
    found = result(IntervalOptions(resamples=200), "google-bleu", RECORDS[:30])
    assert found.interval.method == "expanded"
    matches = found.details["matches"]
    assert matches.low < matches.value < matches.high


def test_constants_and_closed_methods_have_no_interval():
    """Without variance, and where no resamples are drawn, there are values alone."""
    same = [Instance(prediction="a b", references=["a b"], instance_id=str(i)) for i in range(50)]
    found = result(IntervalOptions(resamples=50), records=same)
    assert found.details["sys_len"].low is None
    grouped = [
        Instance(
            prediction=r.prediction,
            references=r.references,
            instance_id=r.instance_id,
            groups={"d": i % 5},
        )
        for i, r in enumerate(RECORDS)
    ]
    evaluation = evaluate([Batch(grouped)], [Entry(metrics.get("bleu")())], unit="d")
    (found,) = evaluation.report(IntervalOptions(unit="d")).results
    assert found.interval.method == "jackknife"
    assert all(one.low is None for one in found.details.values())
    assert np.isfinite([one.value for one in found.details.values()]).all()

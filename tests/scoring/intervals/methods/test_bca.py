"""The bootstrap corrected for bias and skewness."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.stats.intervals.percentile_intervals import accelerated_interval
from sacreval.stats.resampling import bootstrap_weights


def test_mean():
    """For a mean it is the formula over weighted means and means without each record."""
    scores = np.random.default_rng(5).exponential(size=24)
    records = [
        Instance(instance_id=i, system_id="a", prediction=float(x), references=[0.0])
        for i, x in enumerate(scores)
    ]
    run = evaluate([Batch(records)], metrics.get("mean-absolute-error")())
    options = IntervalOptions(method="bca", resamples=200, seed=3)
    interval = run.report(options).results[0].interval
    weights = np.concatenate(list(bootstrap_weights(24, resamples=200, seed=3)))
    without = (scores.sum() - scores) / 23
    ends = accelerated_interval(scores.mean(), weights @ scores / 24, without, 0.95)
    assert (interval.low, interval.high) == pytest.approx((float(ends.low), float(ends.high)))

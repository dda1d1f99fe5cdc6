"""Records with several samples each, and runs over them."""

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions

RNG = np.random.default_rng(4)
SAMPLES = (RNG.random((20, 6)) < RNG.beta(1.05, 0.45, (20, 1))).tolist()


def report(samples=SAMPLES, name="avg-at-k", method="auto", item_cost=1.0, **options):
    instances = [
        Instance(instance_id=i, system_id="a", samples=one) for i, one in enumerate(samples)
    ]
    metric = metrics.get(name)(**options)
    evaluation = evaluate([Batch(instances)], metric, every_group=True)
    return evaluation.report(IntervalOptions(method=method, item_cost=item_cost))

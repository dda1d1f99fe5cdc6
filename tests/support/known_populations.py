"""Records whose scores depend on a number in `meta`, and runs over them."""

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions

RNG = np.random.default_rng(6)
LENGTHS = RNG.random(40)
RIGHT = RNG.random(40) < LENGTHS
DOMAINS = np.where(np.arange(40) % 4, "news", "chat")


def instances(systems=("a",), length="length"):
    return [
        Instance(
            instance_id=i,
            system_id=system,
            prediction="x" if RIGHT[i] else "y",
            references=["x"],
            groups={"domain": str(DOMAINS[i])},
            meta={length: float(LENGTHS[i])},
        )
        for system in systems
        for i in range(len(RIGHT))
    ]


def report(records=None, name="exact-match", metric=None, **options):
    given = IntervalOptions(**options)
    evaluation = evaluate(
        [Batch(instances() if records is None else records)],
        metric or metrics.get(name)(),
        every_group=True,
        strata=given.shares.group if given.shares else None,
        covariate=given.covariate.name if given.covariate else None,
    )
    return evaluation.report(given)

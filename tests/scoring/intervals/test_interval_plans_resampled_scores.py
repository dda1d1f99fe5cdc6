"""Scores of resampled units, and of all units but one."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.interval_plans import scores_without_each_unit
from sacreval.scoring.intervals.system_intervals import plan_of


@pytest.mark.parametrize("unit", [None, "g"])
@pytest.mark.parametrize("name", ["average-precision", "chrf"])
def test_each_unit_is_left_out(name, unit):
    """Scores without each record, or each group, are those of the others; rows summed or not."""
    rng = np.random.default_rng(5)
    curve = name == "average-precision"
    made = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction=float(rng.random()) if curve else "the cat " * (i % 4 + 1),
            references=[i % 2] if curve else ["the cat sat on the mat"],
            groups={"g": "uvwxyz"[i % 6]},
        )
        for i in range(24)
    ]

    def score(kept):
        return evaluate([Batch(kept)], metrics.get(name)()).report().results[0].value

    options = IntervalOptions(unit=unit)
    units = ["uvwxyz"[i % 6] if unit else str(i) for i in range(24)]
    run = evaluate([Batch(made)], metrics.get(name)(), unit=unit)
    plan = plan_of(next(run._parts("a")).over, options)
    [left_out] = scores_without_each_unit(plan).values()
    want = [
        score([one for one, of in zip(made, units, strict=True) if of != out])
        for out in sorted(set(units), key=lambda x: (len(x), x))
    ]
    assert left_out == pytest.approx(want)

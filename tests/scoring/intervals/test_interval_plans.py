"""Plans of intervals."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.interval_plans import (
    IntervalUnits,
    percentiles,
    rows_by_unit,
    scores_without_each_unit,
    units_of,
)
from sacreval.scoring.intervals.system_intervals import plan_of
from sacreval.stats.intervals.percentile_intervals import expanded_interval


def part(n, unit=None):
    """Return the records of one system, of which three neighbours are in one group."""
    records = [
        Instance(prediction="a b", references=["a b" if i % 2 else "a c"], groups={"g": i // 3})
        for i in range(n)
    ]
    run = evaluate([Batch(records, system="a")], metrics.get("chrf")(), unit=unit)
    return next(run._parts("a")).over


def test_units_are_records_or_groups():
    """Without a group each record is a unit; with one its values are."""
    assert units_of(part(6), None) == IntervalUnits(6, None)
    units = units_of(part(6, "g"), "g")
    assert (units.n, units.of.tolist()) == (2, [0, 0, 0, 1, 1, 1])


def test_rows_are_summed_by_unit():
    """Rows of one unit are added; where units are records they stay as they are."""
    rows = np.arange(8.0).reshape(4, 2)
    assert rows_by_unit(rows, IntervalUnits(4, None)) is rows
    summed = rows_by_unit(rows, IntervalUnits(2, np.array([1, 0, 1, 0])))
    assert summed.tolist() == [[8.0, 10.0], [4.0, 6.0]]


REPLICATES = np.linspace(0.0, 1.0, 1001)


def test_ends():
    """Plain percentiles leave 5 % on each side; expanded ones are those of their formula."""
    plain = percentiles(REPLICATES, 0.9)
    assert (plain.low, plain.high) == pytest.approx((0.05, 0.95), abs=0.002)
    wider = percentiles(REPLICATES, 0.9, units=20)
    assert wider == expanded_interval(REPLICATES, 20, 0.9)
    assert wider.low < plain.low


@pytest.mark.parametrize("unit", [None, "g"])
@pytest.mark.parametrize("name", ["average-precision", "chrf"])
def test_each_unit_is_left_out(name, unit):
    """Scores without each record, or each group, are those of the others; rows summed or not."""
    rng = np.random.default_rng(5)
    curve = name == "average-precision"
    instances = [
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
    run = evaluate([Batch(instances)], metrics.get(name)(), unit=unit)
    plan = plan_of(next(run._parts("a")).over, options)
    [left_out] = scores_without_each_unit(plan).values()
    want = [
        score([instance for instance, of in zip(instances, units, strict=True) if of != out])
        for out in sorted(set(units), key=lambda x: (len(x), x))
    ]
    assert left_out == pytest.approx(want)

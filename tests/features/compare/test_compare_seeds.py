"""Several runs of a model: stochastic orders by pair and set, and their notices."""

import numpy as np

from sacreval.features.compare.compare_seeds import few_runs, stochastic_orders
from sacreval.features.compare.sets.compare_sets import compare_sets
from sacreval.features.compare.sets.result import SetSettings
from sacreval.features.compare.sets.stochastic_order import stochastic_order, violation_ratio
from sacreval.scoring.sets.set_scores import SetScores, SetTable

GOOD, BAD = np.arange(10) + 4.5, np.arange(10) * 1.0


def scores(*, better=True, **models):
    return SetScores("m", better, {"x": {name: tuple(x) for name, x in models.items()}})


def test_bounds_are_corrected():
    """The bound's level is corrected for both directions of all pairs and sets."""
    one = scores(bad=BAD, good=GOOD, other=BAD + 0.5)
    orders = stochastic_orders(one, SetSettings(runs="@"))
    assert len(orders) == 3
    first = orders[0]
    assert (first.first, first.second, first.runs) == ("good", "bad", (10, 10))
    expected = stochastic_order(GOOD, BAD, confidence=1 - 0.05 / 6, seed=12345)
    assert (first.violation_ratio, first.bound) == expected
    assert first.finding == "better"
    assert orders[1].finding == "no difference shown"


def test_smaller_may_be_better():
    """Where smaller is better, the model with the smaller scores is the first."""
    (order,) = stochastic_orders(scores(better=False, bad=BAD, good=GOOD), SetSettings(runs="@"))
    assert (order.first, order.finding) == ("bad", "better")
    assert order.violation_ratio == float(violation_ratio(-BAD, -GOOD)) < 0.5


def test_few():
    """Below ten runs a notice has the models; below five no model is called better."""
    one = scores(a=BAD[:3], b=BAD[:3] + 50, c=BAD[:1])
    (order,) = stochastic_orders(one, SetSettings(runs="@"))
    assert (order.bound, order.finding) == (0.0, "too few runs")
    single, few = few_runs([one])
    assert single.startswith("c: one run has no stochastic order")
    assert few.startswith("few runs: a (3), b (3); ")
    assert list(few_runs([scores(a=BAD, b=GOOD)])) == []


def test_one_set_has_orders_alone():
    """For one set of runs there are means and orders, and no ranks."""
    report = compare_sets(SetTable([scores(a=BAD, b=GOOD)], []), SetSettings(runs="@"))
    assert (report.ranks, len(report.orders)) == ([], 1)
    assert [(x.system_id, x.mean_rank, x.mean_of_sets) for x in report.systems] == [
        ("b", None, 9.0), ("a", None, 4.5),
    ]  # fmt: skip
    assert report.notices == []

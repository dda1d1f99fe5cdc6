"""Laws that check_metric cannot break through a class, and those that hold."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.testing import laws
from sacreval.testing.metrics import metric_of
from support.own_metrics import Changeable, RestOfBatch

RECORDS = [Instance(prediction=x, references=["a b", "b"]) for x in ("a", "a b")]


def test_metrics_are_frozen():
    """A metric that can be changed is refused."""
    with pytest.raises(AssertionError, match="can be changed; write @dataclass"):
        laws.is_a_value(Changeable())


def test_order():
    """A metric whose rows depend on the other records of a batch depends on their order."""
    with pytest.raises(AssertionError, match="the order of records changes the results"):
        laws.order_is_irrelevant(metric_of(RestOfBatch), [*RECORDS, *RECORDS[:1]])


@pytest.mark.parametrize("name", ["bleu", "exact-match"])
def test_every_law_holds(name):
    """Every law of one metric and its records holds for metrics that come with sacreval."""
    metric = metrics.get(name)()
    for law in (
        laws.order_is_irrelevant,
        laws.reduce_broadcasts,
        laws.means_are_means,
        laws.outputs_are_declared,
        laws.chunks_stack,
        laws.rows_are_finite,
        laws.whole_rows_are_whole,
        laws.pickles,
        laws.leave_one_out_rows,
    ):
        law(metric, RECORDS)

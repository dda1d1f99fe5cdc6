"""Outputs of judges."""

import pytest

from sacreval.metrics.judges._outputs import bounds_of, has_order, outputs_of, values_of
from sacreval.metrics.judges._record_verdict import Judged
from support.judges import PREFERENCE, QUALITY, definition


def test_one_number():
    """The only number of a scale has the judge's name, direction and bounds."""
    judge = definition(QUALITY)
    assert (outputs_of(judge), has_order(judge)) == ({"quality": True}, False)
    assert bounds_of(judge, "quality") == (1, 5)
    worse = definition(QUALITY, higher_is_better=False)
    assert outputs_of(worse) == {"quality": False}
    assert bounds_of(worse, "quality") == (5, 1)


def test_both_orders():
    """Pairs in both orders have the share of verdicts that depend on the order."""
    judge = definition(PREFERENCE)
    assert outputs_of(judge) == {"preference": True, "preference_order_dependent": None}
    assert bounds_of(judge, "preference_order_dependent") == (1, 0)
    assert list(outputs_of(definition(PREFERENCE, pair={"order": "first"}))) == ["preference"]


@pytest.mark.parametrize(
    ("state", "how", "values"),
    [
        ("unparsed", "missing", ()),
        ("unparsed", "zero", (0,)),
        ("truncated", "worst", (1,)),
        ("refused", "perfect", (5,)),
        ("unanswered", "worst", ()),
        ("failed", "zero", ()),
    ],
)
def test_what_counts_in_place_of_a_verdict(state, how, values):
    """Replies that came without a verdict may count; what never came does not."""
    assert values_of(definition(QUALITY), Judged((), state, "why"), how) == values

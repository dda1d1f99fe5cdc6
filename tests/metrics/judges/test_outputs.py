"""Outputs of judges: names, directions, bounds, and what stands for a reply without a verdict."""

import pytest

from sacreval.metrics.judges._judge_files import definition
from sacreval.metrics.judges._outputs import bounds_of, outputs_of, values_of
from sacreval.metrics.judges._record_verdict import Judged


def test_names_and_directions():
    """The first number has the judge's name; pairs in both orders have a second output."""
    assert outputs_of(definition("coherence")) == {"coherence": True}
    pair = {"preference": True, "preference_order_dependent": None}
    assert outputs_of(definition("preference")) == pair


def test_bounds():
    """Bounds are the worst and the best verdict; of orders, a share from 1 to 0."""
    assert bounds_of(definition("coherence"), "coherence") == (1, 5)
    assert bounds_of(definition("preference"), "preference_order_dependent") == (1, 0)


@pytest.mark.parametrize(
    ("state", "unparsed", "values"),
    [
        ("unparsed", "missing", ()),
        ("unparsed", "zero", (0.0,)),
        ("truncated", "worst", (1.0,)),
        ("refused", "perfect", (5.0,)),
        ("failed", "worst", ()),
        ("unanswered", "zero", ()),
    ],
)
def test_without_a_verdict(state, unparsed, values):
    """Only a reply that came may count as 0, the worst or the best; by default none does."""
    judged = Judged(values=(), state=state, reason="")
    assert values_of(definition("coherence"), judged, unparsed) == values

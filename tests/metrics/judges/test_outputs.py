"""Outputs of a judge: names, directions, bounds and values."""

import pytest

from sacreval.metrics.judges._outputs import bounds_of, outputs_of, values_of
from sacreval.metrics.judges._record_verdict import Judged
from support.judges import PREFERENCE, QUALITY, definition

LOWER = {**QUALITY, "higher_is_better": False}
CHECKS = {**QUALITY, "scale": {"type": "checklist", "items": ["is clear", "short"]}}


def test_one_number_has_the_name_of_the_judge():
    """The direction and the bounds are those of the judge: the worst comes first."""
    assert outputs_of(definition(QUALITY)) == {"quality": True}
    assert outputs_of(definition(LOWER)) == {"quality": False}
    assert bounds_of(definition(QUALITY), "quality") == (1, 5)
    assert bounds_of(definition(LOWER), "quality") == (5, 1)


def test_further_numbers_have_names_without_blanks():
    """Their names follow the judge's, and can be columns and options."""
    assert list(outputs_of(definition(CHECKS))) == ["quality", "quality_is-clear", "quality_short"]


def test_pairs_in_both_orders_have_the_share_of_changed_verdicts():
    """It is descriptive, and at best 0; pairs in one order have none."""
    both = definition(PREFERENCE)
    assert outputs_of(both) == {"preference": True, "preference_order_dependent": None}
    assert bounds_of(both, "preference_order_dependent") == (1, 0)
    assert list(outputs_of(definition({**PREFERENCE, "pair": {"order": "first"}}))) == [
        "preference"
    ]
    verdict = Judged((0.5,), disagrees=True)
    assert values_of(both, verdict, "missing") == (0.5, 1.0)


@pytest.mark.parametrize(
    ("state", "how", "values"),
    [
        ("unparsed", "missing", ()),
        ("unparsed", "zero", (0.0,)),
        ("refused", "worst", (1.0,)),
        ("truncated", "perfect", (5.0,)),
        ("failed", "zero", ()),
        ("not_asked", "worst", ()),
    ],
)
def test_only_replies_that_came_count_without_a_verdict(state, how, values):
    """A request that failed, or has no reply, is missing whatever the option is."""
    assert values_of(definition(QUALITY), Judged((), state, "x"), how) == values

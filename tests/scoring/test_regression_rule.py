"""Which outputs a rule judges, and how."""

import pytest

from sacreval.scoring.regression_rule import Regression


@pytest.mark.parametrize(
    ("rule", "judged", "tested"),
    [
        ({}, {"a", "b"}, {"a", "b"}),
        ({"max_drop": {"a": 1}}, {"a"}, set()),
        ({"not_worse": {"a": 1}}, {"a"}, {"a"}),
        ({"not_worse": {"a": 1}, "max_drop": {"b": 1}}, {"a", "b"}, {"a"}),
    ],
)
def test_named_outputs_are_judged(rule, judged, tested):
    """Without a name all outputs are tested; bounds on drops need no rows."""
    made = Regression(**rule)
    assert {name for name in "ab" if made.judges(name)} == judged
    assert {name for name in "ab" if made.tests(name)} == tested


def test_the_level_is_exact():
    """The level of tests is 0.05, not 0.050000000000000044."""
    assert Regression().alpha == 0.05

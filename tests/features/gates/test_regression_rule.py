"""Which outputs a rule judges, and how."""

import pytest

from sacreval.features.gates.regression_rule import Regression


@pytest.mark.parametrize(
    ("rule", "judged", "tested"),
    [
        ({}, {"a", "b"}, {"a", "b"}),
        ({"max_drop": {"a": 1}}, {"a"}, set()),
        ({"not_worse": {"a": 1}}, {"a"}, set()),
        ({"significant_drop": {"a": 1}, "max_drop": {"b": 1}}, {"a", "b"}, {"a"}),
    ],
)
def test_named_outputs_are_judged(rule, judged, tested):
    """Without a name the paired test judges all outputs, else those of --significant-drop."""
    made = Regression(**rule)
    assert {name for name in "ab" if made.judges(name)} == judged
    assert {name for name in "ab" if made.tests_drop(name)} == tested


def test_the_level_is_exact():
    """The level of tests is 0.05, not 0.050000000000000044."""
    assert Regression().alpha == 0.05

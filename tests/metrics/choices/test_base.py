"""Ranks of gold choices with ties, and faults of records of choices."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.metrics.choices._base import places, standing

CHOICES = [
    {"text": "a", "logprob": -1.0, "greedy": True},
    {"text": "b", "logprob": -2.0, "greedy": False},
]


@pytest.mark.parametrize(
    ("gold", "within", "reciprocal"),
    [({0}, (0.5, 1.0, 1.0), 0.75), ({2}, (0.0, 0.0, 1.0), 1 / 3), ({0, 1}, (1.0, 1.0, 1.0), 1.0)],
)
def test_ties_are_expected_values(gold, within, reciprocal):
    """One gold of two best is first half the time: 0.5, and (1 + 1/2) / 2 = 0.75."""
    stands = standing([-1.0, -1.0, -2.0], gold)
    assert tuple(stands.within(k) for k in (1, 2, 3)) == within
    assert stands.reciprocal() == pytest.approx(reciprocal)


def test_places_and_texts():
    """Gold choices are named by place, from 0, or by text."""
    assert places(CHOICES, ["b", 0]) == {0, 1}


@pytest.mark.parametrize(
    ("choices", "gold", "named"),
    [
        (CHOICES, 2, "2"),
        (CHOICES, "c", "'c'"),
        (CHOICES, [], "gold"),
        ([{"text": "a", "logprob": 0.5}], 0, "0.5"),
    ],
)
def test_faults(choices, gold, named):
    """Gold that is no choice, no gold at all, and a log-probability above 0 are reported."""
    instance = Instance(choices=choices, gold=gold)
    assert named in metrics.get("greedy-match")().fault(instance)
    assert metrics.get("greedy-match")().fault(Instance(choices=CHOICES, gold=["a", 1])) is None

"""Reduction of the scores of repeats."""

import math

import pytest

from sacreval.core.stored_scores import reducer


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", 0.5),
        ("sum", 2.0),
        ("median", 0.5),
        ("max", 1.0),
        ("mode", 1.0),
        ("pass_at_1", 0.5),
        ("pass_at_2", 5 / 6),
        ("pass_at_3", 1.0),
        ("at_least_2", 1.0),
        ("at_least_3", 0.0),
    ],
)
def test_values(name, value):
    """Each reducer gives the value of its definition."""
    assert reducer(name)([1.0, 0.0, 1.0, 0.0]) == pytest.approx(value)


def test_undefined():
    """pass@k of fewer than k scores is undefined; an unknown name has no function."""
    assert math.isnan(reducer("pass_at_3")([1.0]))
    assert reducer("pass_k_2") is None

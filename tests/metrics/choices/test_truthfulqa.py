"""TruthfulQA: MC1 and MC2, by hand."""

from math import log

import pytest

from support.tasks import scores_of


def choices(*probabilities):
    return [{"text": str(i), "logprob": log(p)} for i, p in enumerate(probabilities)]


def test_by_hand():
    """The likeliest is true, and the true ones have 0.5 + 0.2 of all probability."""
    record = {"choices": choices(0.5, 0.3, 0.2), "gold": [0, 2]}
    assert scores_of("truthfulqa", [record]) == {"mc1": 1.0, "mc2": pytest.approx(0.7)}


def test_two_choice_sets_in_one_record():
    """MC1 uses the first two choices, MC2 the others: 0.6 / (0.2 + 0.6)."""
    record = {"choices": choices(0.1, 0.5, 0.2, 0.6), "gold": [0, 3]}
    found = scores_of("truthfulqa", [record], {"first": 2})
    assert found == {"mc1": 0.0, "mc2": pytest.approx(0.75)}

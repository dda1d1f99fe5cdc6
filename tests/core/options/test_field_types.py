"""Kinds of fields, and labels by value."""

import pytest

from sacreval.core.options import field_types as kinds
from sacreval.core.options.field_types import as_label
from support.labels import DIFFERENT, SAME


@pytest.mark.parametrize(("a", "b"), SAME, ids=repr)
def test_same(a, b):
    """Numbers are labels by value, booleans as true and false, however they are written."""
    assert as_label(a) == as_label(b)
    assert as_label(as_label(a)) == as_label(a)


@pytest.mark.parametrize(("a", "b"), DIFFERENT, ids=repr)
def test_different(a, b):
    """Other texts are labels of their own."""
    assert as_label(a) != as_label(b)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (kinds.TEXT, ["", "a"], [None, 1, ["a"], True]),
        (kinds.TEXTS, [["a"], ["a", ""]], [[], "a", [1], [None]]),
        (kinds.NUMBER, [0, -1.5], [True, "1", float("nan"), float("inf"), 10**400, None]),
        (kinds.LABEL, ["a", 1, True], [None, [1], float("nan")]),
        (kinds.LABEL_SET, [[], ["a", 1]], ["a", [None]]),
        (kinds.PROBABILITY, [0, 0.5, 1], [-0.1, 1.1, True]),
        (kinds.BINARY, [0, 1.0, False], [2, "1", 0.5]),
        (kinds.NAMED_NUMBERS, [{}, {"a": 1}], [[], {"a": "1"}, {"a": None}]),
        (kinds.optional(kinds.TEXT), [None, "a"], [1]),
        (kinds.either(kinds.TEXT, kinds.NUMBER), ["a", 1], [True, None]),
        (kinds.many(kinds.NUMBER), [[1]], [[], [True], 1]),
    ],
    ids=lambda x: getattr(x, "description", ""),
)
def test_kinds(kind, good, bad):
    """A kind holds what it says, and nothing else."""
    assert all(map(kind.accepts, good))
    assert not any(map(kind.accepts, bad))
    assert kind.fault(good) is None
    assert all(kind.fault([*good, one, *good]) == len(good) for one in bad)
    assert all(kind.fault([one]) == 0 for one in bad)

"""Sets of real numbers: unions, complements and intersections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.metrics.answers._mathematics.answers import Interval
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.real_sets import complement, finite, intersection, union
from sacreval.metrics.answers._mathematics.values import symbol

BOUND = st.integers(-4, 4)
INTERVALS = st.lists(
    st.builds(
        lambda low, length, ends: Interval(low, low + length, *(ends if length else (True, True))),
        BOUND,
        st.integers(0, 3),
        st.tuples(st.booleans(), st.booleans()),
    ),
    max_size=4,
)
GRID = [x / 2 for x in range(-10, 17)]


def has(pieces, x):
    """Return whether a number is in one of some intervals."""
    return any(
        (p.low is None or p.low < x or (p.low == x and p.has_low))
        and (p.high is None or x < p.high or (p.high == x and p.has_high))
        for p in pieces
    )


@given(INTERVALS, INTERVALS)
def test_sets(a, b):
    """A number is in a union, complement or intersection as logic has it."""
    work = Work(10**6)
    one, other = union(work, a), union(work, b)
    both, outside = intersection(work, one, other), complement(work, one.pieces)
    for x in GRID:
        assert has(one.pieces, x) == has(a, x)
        assert has(outside.pieces, x) != has(a, x)
        assert has(both.pieces, x) == (has(a, x) and has(b, x))
    assert complement(work, outside.pieces) == one


def test_infinite_elements():
    """Infinity is no element of a set of numbers."""
    with pytest.raises(UndecidedError):
        finite([symbol("∞")])

"""Unions of intervals of real numbers, with exact bounds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key, partial
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.answer_kinds import Group, RealInterval, RealSet, Scalar
from sacreval.metrics.answers._mathematics.approximation import sign
from sacreval.metrics.answers._mathematics.exact_values import Quotient, Value, add
from sacreval.metrics.answers._mathematics.parsing.work_limits import undecided
from sacreval.metrics.answers._mathematics.scalars import INFINITY

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.answer_kinds import Answer
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

ALL = RealInterval(None, None, has_low=False, has_high=False)
PAIR = 2


def bound(value: Value) -> Value | None:
    """Return a bound of an interval; None for plus or minus infinity."""
    if isinstance(value, Quotient) and value.top.keys() == {((INFINITY, 1),)}:
        return None
    return value


def as_set(work: Work, answer: Answer) -> RealSet | None:
    """Return an answer as a set of real numbers: a pair in brackets, or a finite set.

    Args:
        work: Counts the steps.
        answer: The answer.

    Returns:
        The set; None if the answer is none.
    """
    if isinstance(answer, RealSet):
        return answer
    if not isinstance(answer, Group) or not all(isinstance(x, Scalar) for x in answer.items):
        return None
    values = [x.value for x in answer.items if isinstance(x, Scalar)]
    if answer.opening == "{":
        return union(work, [RealInterval(v, v, has_low=True, has_high=True) for v in values])
    if len(values) != PAIR or not answer.opening:
        return None
    low, high = map(bound, values)
    closed = answer.opening == "[", answer.closing == "]"
    if not _in_order(work, low, high):
        return None
    return RealSet((RealInterval(low, high, closed[0] and low is not None, closed[1]),))


def _in_order(work: Work, low: Value | None, high: Value | None) -> bool:
    return low is None or high is None or compared(work, low, high) < 0


def compared(work: Work, a: Value, b: Value) -> int:
    """Return the sign of `a - b`."""
    return sign(work, add(work, a, b, -1))


def union(work: Work, pieces: Iterable[RealInterval]) -> RealSet:
    """Return the union of intervals, joined where they meet."""
    intervals: list[RealInterval] = []
    for piece in sorted(pieces, key=cmp_to_key(partial(_first, work))):
        if intervals and _meet(work, intervals[-1], piece):
            intervals[-1] = _joined(work, intervals[-1], piece)
        else:
            intervals.append(piece)
    return RealSet(tuple(intervals))


def complement(work: Work, pieces: Iterable[RealInterval]) -> RealSet:
    """Return all real numbers outside intervals that are apart and in order."""
    low: Value | None = None
    has_low, intervals = False, []
    last_open = True
    for piece in pieces:
        if piece.low is not None:
            intervals.append(RealInterval(low, piece.low, has_low, not piece.has_low))
        low, has_low = piece.high, not piece.has_high and piece.high is not None
        last_open = piece.high is not None
    if last_open:
        intervals.append(RealInterval(low, None, has_low, has_high=False))
    return RealSet(tuple(piece for piece in intervals if not _is_empty(work, piece)))


def intersection(work: Work, a: RealSet, b: RealSet) -> RealSet:
    """Return what two sets have in common."""
    outside = (complement(work, x.pieces).pieces for x in (a, b))
    return complement(work, union(work, [piece for pieces in outside for piece in pieces]).pieces)


def _is_empty(work: Work, piece: RealInterval) -> bool:
    if piece.low is None or piece.high is None:
        return False
    order = compared(work, piece.low, piece.high)
    return order > 0 or (order == 0 and not (piece.has_low and piece.has_high))


def _first(work: Work, a: RealInterval, b: RealInterval) -> int:
    """Order intervals by their lower bounds."""
    if a.low is None or b.low is None:
        return (a.low is not None) - (b.low is not None)
    return compared(work, a.low, b.low) or b.has_low - a.has_low


def _meet(work: Work, a: RealInterval, b: RealInterval) -> bool:
    """Return whether the first interval reaches the second, which begins no earlier."""
    if a.high is None or b.low is None:
        return True
    order = compared(work, b.low, a.high)
    return order < 0 or (order == 0 and (a.has_high or b.has_low))


def _joined(work: Work, a: RealInterval, b: RealInterval) -> RealInterval:
    if a.high is None or b.high is None:
        return a._replace(high=None, has_high=False)
    order = compared(work, a.high, b.high)
    if order > 0:
        return a
    return a._replace(high=b.high, has_high=b.has_high or (order == 0 and a.has_high))


def only(low: Value | None, high: Value | None, *, strict: tuple[bool, bool]) -> RealInterval:
    """Return an interval from its bounds."""
    has_low = low is not None and not strict[0]
    return RealInterval(low, high, has_low, high is not None and not strict[1])


def finite(values: Iterable[Value]) -> list[RealInterval]:
    """Return intervals of one number each."""
    intervals = [RealInterval(value, value, has_low=True, has_high=True) for value in values]
    if any(bound(piece.low) is None for piece in intervals if piece.low is not None):
        undecided("an infinite element")
    return intervals

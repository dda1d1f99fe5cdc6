"""Whether two lists, tuples, sets, intervals, matrices or ratios are equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sacreval.metrics.answers._mathematics import real_sets
from sacreval.metrics.answers._mathematics.answers import (
    Answer,
    Dots,
    Group,
    Interval,
    Matrix,
    Named,
    Ratio,
    RealSet,
    Scalar,
)
from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.parsing.conventions import Decision, Setting, every, some
from sacreval.metrics.answers._mathematics.parsing.limits import Work
from sacreval.metrics.answers._mathematics.values import Value, divide, multiply, variables

Equal = Callable[[Answer, Answer], Decision]


def same_groups(setting: Setting, equal: Equal, a: Group, b: Group) -> Decision:
    """Return whether two groups are equal: sets in any order, tuples in theirs."""
    if Dots() in a.items + b.items:
        return _with_dots(equal, a.items, b.items)
    kinds = {a.opening, b.opening}
    if kinds in ({"{"}, {"{", ""}) or (kinds == {""} and _is_set(setting, a, b)):
        return _as_sets(equal, a.items, b.items)
    found = in_order(equal, a.items, b.items)
    if kinds in ({""}, {"", "("}):
        return found
    if "" in kinds or "{" in kinds:  # a list or set, and a tuple or interval
        return False if found is False else None
    both_ends = (a.opening, a.closing) == (b.opening, b.closing)
    return found if both_ends or len(a.items) != real_sets.PAIR else False


def _is_set(setting: Setting, a: Group, b: Group) -> bool:
    """Return whether lists are compared in any order: those of named values always are."""
    named = [all(isinstance(item, Named) for item in group.items) for group in (a, b)]
    return all(named) or (not any(named) and setting.conventions.order == "set")


def in_order(equal: Equal, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
    """Return whether all elements are equal, in their order."""
    if len(a) != len(b):
        return False
    return every(equal(x, y) for x, y in zip(a, b, strict=True))


def _as_sets(equal: Equal, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
    if len(a) == len(b) and in_order(equal, a, b):
        return True
    return every((covered(equal, a, b), covered(equal, b, a)))


def covered(equal: Equal, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
    """Return whether each of some answers equals one of others."""
    return every(some(equal(x, y) for y in b) for x in a)


def _with_dots(equal: Equal, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
    """Compare lists with left-out elements, which may be written out to any length."""
    if in_order(equal, a, b):
        return True
    ends = [equal(x[i], y[i]) for x, y, i in ((a, b, 0), (a, b, -1)) if x and y]
    return False if False in ends else None


def same_ratio(work: Work, a: Answer, b: Ratio) -> Decision:
    """Return whether an answer is the same ratio, or time of day; `1:2` equals 1/2."""
    if isinstance(a, Scalar) and len(b.items) == real_sets.PAIR:
        return same(work, a.value, divide(work, *b.items))
    if not isinstance(a, Ratio) or len(a.items) != len(b.items):
        return None if isinstance(a, Group) else False
    if a.text == b.text:
        return True
    times = _is_time(a.text) and _is_time(b.text)
    if times and not (a.items[1] and b.items[1]):
        return False
    x, y = a.items[0], b.items[0]
    found = every(
        same(work, multiply(work, x, q), multiply(work, y, p))
        for p, q in zip(a.items[1:], b.items[1:], strict=True)
    )
    return None if found and times else found


def _is_time(text: str) -> bool:
    hours, _, minutes = text.partition(":")
    return len(minutes) == 2 and minutes.isdigit() and hours.isdigit()  # noqa: PLR2004


def same_real_set(work: Work, a: Answer, b: RealSet) -> Decision:
    """Return whether an answer is the same set of real numbers; `(1,2)` may be an interval."""
    one = _as_set(work, a)
    if one is None:
        return False
    found = _pieces(work, one.pieces, b.pieces)
    names = {one.name, b.name} - {""}
    return None if len(names) > 1 and found is not False else found


def _as_set(work: Work, a: Answer) -> RealSet | None:
    if isinstance(a, Scalar):
        return RealSet(tuple(real_sets.finite([a.value])))
    if isinstance(a, Group) and a.opening in {"(", "["}:
        values = [x.value for x in a.items if isinstance(x, Scalar)]
        if len(values) == len(a.items) == real_sets.PAIR and any(map(variables, values)):
            low, high = map(real_sets.bound, values)
            return RealSet((Interval(low, high, a.opening == "[", a.closing == "]"),))
    return real_sets.as_set(work, a)


def _pieces(work: Work, a: Sequence[Interval], b: Sequence[Interval]) -> Decision:
    if len(a) != len(b):
        return False
    return every(_intervals(work, x, y) for x, y in zip(a, b, strict=True))


def _intervals(work: Work, a: Interval, b: Interval) -> Decision:
    if (a.has_low, a.has_high) != (b.has_low, b.has_high):
        return False
    return every(_bounds(work, x, y) for x, y in ((a.low, b.low), (a.high, b.high)))


def _bounds(work: Work, a: Value | None, b: Value | None) -> Decision:
    return a is b if a is None or b is None else same(work, a, b)


def same_matrix(work: Work, equal: Equal, a: Answer, b: Matrix) -> Decision:
    """Return whether an answer is the same matrix; a vector may be a tuple."""
    entries = [entry for row in b.rows for entry in row]
    if isinstance(a, Matrix):
        if [len(row) for row in a.rows] != [len(row) for row in b.rows]:
            return False
        others = [entry for row in a.rows for entry in row]
        return every(same(work, x, y) for x, y in zip(others, entries, strict=True))
    if not isinstance(a, Group) or min(len(b.rows), len(b.rows[0])) > 1:
        return False
    return in_order(equal, a.items, [Scalar(entry) for entry in entries])

"""Equations and inequalities: solved for one variable where that is simple."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.answer_kinds import (
    Answer,
    Equation,
    Inequality,
    NamedAnswer,
    RealInterval,
    RealSet,
    Scalar,
)
from sacreval.metrics.answers._mathematics.approximation import sign
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    add,
    as_quotient,
    divide,
    multiply,
    symbol,
    variables,
)
from sacreval.metrics.answers._mathematics.parsing.terms import ONE
from sacreval.metrics.answers._mathematics.parsing.work_limits import undecided
from sacreval.metrics.answers._mathematics.real_sets import ALL, bound, complement, only

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

STRICT = {"<": True, ">": True, r"\le": False, r"\ge": False}
UPWARDS = {"<", r"\le"}  # the right side is the larger one


def lone_symbol(value: Value) -> str:
    """Return the name of the variable that a value consists of; "" if it is none."""
    names = variables(value)
    if len(names) == 1 and isinstance(value, Quotient) and value.bottom is ONE:
        (name,) = names
        if value.top == {((name, 1),): 1}:
            return name
    return ""


def equation(work: Work, sides: Sequence[Scalar]) -> Answer:
    """Return a chain of equal formulas: a value with its name, or an equation."""
    first, last = sides[0], sides[-1]
    for side, other in ((first, last), (last, first)):
        name = lone_symbol(side.value)
        if name and name not in variables(other.value) and not side.unit:
            rest = sides[1:] if side is first else sides[:-1]
            _check_same(work, rest)
            return NamedAnswer(name, other)
    difference = add(work, first.value, last.value, -1)
    if not variables(difference):
        _check_same(work, sides)
        return last
    if len(sides) > 2:  # a left and a right one
        undecided("a chain of equations")
    return Equation(difference)


def _check_same(work: Work, sides: Sequence[Scalar]) -> None:
    for left, right in pairwise(sides):
        if add(work, left.value, right.value, -1):
            undecided("a chain of formulas that differ")


def solution(work: Work, difference: Value) -> tuple[str, Value] | None:
    """Return the variable, and its value at which a linear formula of it is zero."""
    linear = _linear(work, difference)
    if linear is None:
        return None
    name, slope, rest = linear
    return name, divide(work, multiply(work, -1, rest), slope)


def _linear(work: Work, value: Value) -> tuple[str, Value, Value] | None:
    """Split `slope * x + rest` into x, slope and rest, which have no variables."""
    names = variables(value)
    quotient = as_quotient(value)
    if len(names) != 1 or variables(Quotient(quotient.bottom, ONE)):
        return None
    (name,) = names
    slope: Value = 0
    for monomial, coefficient in quotient.top.items():
        exponent = dict(monomial).get(name, 0)
        others = tuple(x for x in monomial if x[0] != name)
        if exponent not in {0, 1} or variables(Quotient({others: 1}, ONE)):
            return None
        if exponent:
            slope = add(work, slope, _term(others, coefficient))
    rest = add(work, Quotient(quotient.top, ONE), multiply(work, slope, symbol(name)), -1)
    bottom = _value(quotient.bottom)
    return name, divide(work, slope, bottom), divide(work, rest, bottom)


def _term(monomial: tuple[tuple[str, object], ...], coefficient: object) -> Value:
    return Quotient({monomial: coefficient}, ONE) if monomial else coefficient  # type: ignore[return-value,dict-item]


def _value(terms: object) -> Value:
    return 1 if terms is ONE else Quotient(terms, ONE)  # type: ignore[arg-type]


def inequality(work: Work, sides: Sequence[Value], signs: Sequence[str]) -> Answer:
    r"""Return the solutions of an inequality, or of a chain of two."""
    if len(signs) == 1:
        return _single(work, sides[0], signs[0], sides[1])
    one_way = len({x in UPWARDS for x in signs}) == 1 and r"\ne" not in signs
    if len(signs) != 2 or not one_way:  # two bounds
        undecided("a chain of inequalities")
    if signs[0] not in UPWARDS:
        sides, signs = sides[::-1], signs[::-1]
    linear = _linear(work, sides[1])
    if linear is None or linear[0] in variables(sides[0]) | variables(sides[2]):
        undecided("a chain of inequalities that is not linear")
    name, slope, rest = linear
    ends = [
        None if bound(side) is None else divide(work, add(work, side, rest, -1), slope)
        for side in (sides[0], sides[2])
    ]
    strict = [STRICT[symbol] for symbol in signs]
    if sign(work, slope) < 0:
        ends, strict = ends[::-1], strict[::-1]
    return RealSet((only(ends[0], ends[1], strict=(strict[0], strict[1])),), name)


def _single(work: Work, left: Value, symbol: str, right: Value) -> Answer:
    difference = add(work, right, left, -1)
    if symbol not in UPWARDS and symbol != r"\ne":
        difference = multiply(work, -1, difference)
    linear = _linear(work, difference)
    if linear is None:
        if symbol == r"\ne":
            undecided("an inequality that is not linear")
        return Inequality(difference, STRICT[symbol])
    name, slope, rest = linear
    end = divide(work, multiply(work, -1, rest), slope)
    if symbol == r"\ne":
        point = RealInterval(end, end, has_low=True, has_high=True)
        return RealSet(complement(work, [point]).pieces, name)
    strict = (STRICT[symbol],) * 2
    interval = (
        only(end, None, strict=strict) if sign(work, slope) > 0 else only(None, end, strict=strict)
    )
    return RealSet((interval,), name)


__all__ = ["ALL", "STRICT", "equation", "inequality", "lone_symbol", "solution"]

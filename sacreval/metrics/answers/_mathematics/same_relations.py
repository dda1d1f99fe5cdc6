"""Whether two equations or inequalities, or values with names, have the same meaning."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sacreval.metrics.answers._mathematics import relations
from sacreval.metrics.answers._mathematics.answers import (
    Answer,
    Equation,
    Group,
    Inequality,
    Named,
    Scalar,
)
from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.parsing.conventions import Decision
from sacreval.metrics.answers._mathematics.parsing.limits import Work
from sacreval.metrics.answers._mathematics.parsing.terms import Number
from sacreval.metrics.answers._mathematics.values import (
    Quotient,
    Value,
    add,
    divide,
    multiply,
    symbol,
    variables,
)

Equal = Callable[[Answer, Answer], Decision]


def same_named(work: Work, equal: Equal, a: Named, b: Named) -> Decision:
    """Return whether two values with names are equal.

    Values of different names are not, unless both are one equation; equal values of different
    names are not decided.
    """
    found = equal(a.answer, b.answer)
    if a.name == b.name:
        return found
    one, other = _as_equation(work, a), _as_equation(work, b)
    if one and other and _proportional(work, one.difference, other.difference):
        return True
    return False if found is False else None


def same_equation(work: Work, equal: Equal, a: Answer, b: Equation) -> Decision:
    """Return whether an answer is the same equation, or its solution."""
    one = a if isinstance(a, Equation) else _as_equation(work, a)
    if one is not None:
        found = _proportional(work, one.difference, b.difference)
        if found or isinstance(a, Equation):
            return found
    solved = relations.solution(work, b.difference)
    if solved is None:
        return None if isinstance(a, Named | Scalar | Group) else False
    return equal(a, Named(solved[0], Scalar(solved[1])))


def same_inequality(work: Work, a: Answer, b: Inequality) -> Decision:
    """Return whether an answer is the same inequality; None if it is something else."""
    if not isinstance(a, Inequality):
        return None
    if a.strict != b.strict:
        return False
    ratio = _ratio(a.difference, b.difference)
    if ratio is None or ratio <= 0:
        return None
    return same(work, a.difference, multiply(work, ratio, b.difference)) or None


def _as_equation(work: Work, answer: Answer) -> Equation | None:
    if not isinstance(answer, Named) or not isinstance(answer.answer, Scalar):
        return None
    if not answer.name.isidentifier():
        return None
    return Equation(add(work, symbol(answer.name), answer.answer.value, -1))


def _proportional(work: Work, a: Value, b: Value) -> Decision:
    """Return whether one formula is a multiple of the other, so that both are zero together."""
    if variables(a) != variables(b):
        return False
    ratio = divide(work, a, b)
    if not isinstance(ratio, Quotient) or not variables(ratio):
        return True
    constant = _ratio(a, b)
    return None if constant is None else same(work, a, multiply(work, constant, b))


def _ratio(a: Value, b: Value) -> Number | None:
    """Return the quotient of the coefficients of a term that two sums share."""
    if not isinstance(a, Quotient) or not isinstance(b, Quotient):
        return None
    monomial = min(a.top)
    return Fraction(a.top[monomial]) / b.top[monomial] if monomial in b.top else None

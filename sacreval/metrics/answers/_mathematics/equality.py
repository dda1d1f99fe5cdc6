"""Equality of two values: sums without atoms are compared exactly, others by proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.metrics.answers._mathematics.approximation import Approximate, is_real, points, sum_at
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    as_quotient,
    variables,
)
from sacreval.metrics.answers._mathematics.parsing.terms import (
    Atom,
    Monomial,
    Number,
    Terms,
    joined,
    plus,
    times,
)
from sacreval.metrics.answers._mathematics.parsing.work_limits import UndecidedError
from sacreval.metrics.answers._mathematics.roots import SURE

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work

_INDEPENDENT = {"e", "π"}  # it is not known whether both together are


def same(work: Work, a: Value, b: Value) -> bool | None:
    """Return whether two values are equal for all real values of their variables."""
    if not isinstance(a, Quotient) and not isinstance(b, Quotient):
        return a == b
    try:
        return _same(work, as_quotient(a), as_quotient(b))
    except UndecidedError:
        return None


def _same(work: Work, a: Quotient, b: Quotient) -> bool | None:
    if a.bottom == b.bottom:
        difference = plus(work, a.top, b.top, -1)
    else:
        left, right = times(work, a.top, b.bottom), times(work, b.top, a.bottom)
        difference = plus(work, left, right, -1)
    difference = _cleared(work, difference)
    if not difference:
        return True
    if _is_certain(difference):
        return False
    return False if _differ_somewhere(work, a, b) else _equal_by_square(work, a, b, difference)


def _cleared(work: Work, terms: Terms) -> Terms:
    """Multiply a sum by powers of the atoms that it is divided by."""
    lowest: dict[str, Number] = {}
    for monomial in terms:
        for generator, exponent in monomial:
            if isinstance(generator, Atom) and exponent < lowest.get(generator, 0):
                lowest[generator] = exponent
    if not lowest:
        return terms
    factor: Monomial = tuple((g, -e) for g, e in lowest.items())
    cleared: Terms = {}
    for monomial, coefficient in terms.items():
        product = times(work, joined(work, monomial, factor), {(): coefficient})
        cleared = plus(work, cleared, product)
    return cleared


def _is_certain(terms: Terms) -> bool:
    """Return whether a sum that is not empty is certainly not zero."""
    generators = {generator for monomial in terms for generator, _ in monomial}
    if generators >= _INDEPENDENT or any(isinstance(generator, Atom) for generator in generators):
        return False
    return all(int(g) < SURE for g in generators if g.isdigit())


def _differ_somewhere(work: Work, a: Quotient, b: Quotient) -> bool:
    """Return whether two values differ clearly at one of some points where both are real."""
    names = sorted(variables(a) | variables(b))
    for point in points(names) if names else [{}]:
        try:
            parts = [sum_at(work, terms, point) for terms in (a.top, b.bottom, b.top, a.bottom)]
            if _clearly(parts, real=bool(names)):
                return True
        except UndecidedError:
            continue
    return False


def _clearly(parts: list[Approximate], *, real: bool) -> bool:
    """Return whether `a / d` and `c / b` of sums a, b, c, d certainly differ."""
    a, b, c, d = parts
    if not (b.is_clear and d.is_clear):
        return False
    if real and not (_is_real(a, d) and _is_real(c, b)):
        return False
    left, right = a.value * b.value, c.value * d.value
    return Approximate(left - right, a.magnitude * b.magnitude + c.magnitude * d.magnitude).is_clear


def _is_real(top: Approximate, bottom: Approximate) -> bool:
    return not top.is_clear or is_real(top.value / bottom.value)


def _equal_by_square(work: Work, a: Quotient, b: Quotient, difference: Terms) -> bool | None:
    """Prove that `p + q r` is zero for a square root r: p and q r have equal squares.

    The other sign, `p - q r`, must clearly not be zero.
    """
    roots = {g for m in difference for g, _ in m if isinstance(g, Atom) and g.kind == "root"}
    if variables(a) or variables(b) or len(roots) != 1:
        return None
    (root,) = roots
    if not isinstance(root, Atom) or root.order != 2:  # a square root
        return None
    p = {m: c for m, c in difference.items() if root not in dict(m)}
    q = {m: c for m, c in difference.items() if root in dict(m)}
    other = plus(work, p, q, -1)
    if sum_at(work, other, {}).is_clear and not _cleared(
        work, plus(work, times(work, p, p), times(work, q, q), -1)
    ):
        return True
    return None

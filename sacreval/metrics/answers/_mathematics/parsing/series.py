"""Sums and products over an index: term by term, or a polynomial up to a variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metrics.answers._mathematics.parsing import functions
from sacreval.metrics.answers._mathematics.parsing.limits import undecided
from sacreval.metrics.answers._mathematics.parsing.terms import ONE, Monomial
from sacreval.metrics.answers._mathematics.values import (
    Quotient,
    Value,
    add,
    as_quotient,
    multiply,
    symbol,
    variables,
)

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.limits import Work

MOST_TERMS = 200
_STEPS = 4  # of a term, beside its tokens
_OPENING, _CLOSING = frozenset("({["), frozenset(")}]")
Within = Callable[[Sequence[str], str, Value], Value]


class Series(NamedTuple):
    """A sum or product.

    Args:
        name: Its command.
        letter: The index.
        body: The tokens of the term.
        first: The first index.
        last: The last index.
    """

    name: str
    letter: str
    body: Sequence[str]
    first: Value
    last: Value


def term(tokens: Sequence[str], start: int) -> tuple[Sequence[str], int]:
    """Return the tokens of the term that begins at a place, and the place after it."""
    depth = 0
    for place in range(start, len(tokens)):
        piece = tokens[place]
        if not piece or (depth == 0 and (piece in {"+", "-"} or piece in _CLOSING)):
            return tokens[start:place], place
        depth += (piece in _OPENING) - (piece in _CLOSING)
    return tokens[start:-1], len(tokens) - 1


def evaluate(work: Work, series: Series, within: Within) -> Value:
    """Return the value of a sum or product.

    Args:
        work: Counts the steps.
        series: The sum or product.
        within: Evaluates the term with a value of the index.

    Raises:
        UndecidedError: If it has too many terms, or is no sum of a polynomial up to a variable.
    """
    if isinstance(series.first, int) and isinstance(series.last, int):
        return _each(work, series, within, range(series.first, series.last + 1))
    if series.name != r"\sum":
        undecided("a product with variable limits")
    return _polynomial(work, series, within)


def _each(work: Work, series: Series, within: Within, numbers: range) -> Value:
    if len(numbers) > MOST_TERMS:
        undecided("too many terms")
    is_sum = series.name == r"\sum"
    value: Value = int(not is_sum)
    for number in numbers:
        work.spend(_STEPS + len(series.body))
        operand = within(series.body, series.letter, number)
        value = (add if is_sum else multiply)(work, value, operand)
    return value


def _polynomial(work: Work, series: Series, within: Within) -> Value:
    """Sum the powers of the index in each term of the polynomial."""
    index = series.letter
    summand = as_quotient(within(series.body, index, symbol(index)))
    if summand.bottom is not ONE or index in variables(series.first) | variables(series.last):
        undecided("a sum of other things than powers")
    before = add(work, series.first, -1)
    total: Value = 0
    for monomial, coefficient in summand.top.items():
        rest: Monomial = tuple(x for x in monomial if x[0] != index)
        factor: Value = Quotient({rest: coefficient}, ONE)
        degree = dict(monomial).get(index, 0)
        if degree != int(degree) or degree < 0 or index in variables(factor):
            undecided("a sum of other things than powers")
        sums = [functions.sum_of_powers(work, x, int(degree)) for x in (series.last, before)]
        total = add(work, total, multiply(work, factor, add(work, sums[0], sums[1], -1)))
    return total

"""Functions of values: logarithms, factorials, rounding, and sums and products over an index."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sacreval.metrics.answers._mathematics.approximation import is_real, number_at
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    add,
    as_quotient,
    divide,
    multiply,
    symbol,
    text_of,
    variables,
)
from sacreval.metrics.answers._mathematics.parsing.terms import (
    ONE,
    Atom,
    Monomial,
    Number,
    magnitude,
)
from sacreval.metrics.answers._mathematics.parsing.work_limits import BITS, undecided
from sacreval.metrics.answers._mathematics.roots import prime_powers

if TYPE_CHECKING:
    from sacreval.metrics.answers._mathematics.parsing.work_limits import Work


LARGEST_FACTORIAL = 2006  # 2006! has 19,075 bits
LARGEST_SHIFT = 30  # between the arguments of two factorials, and of k in a binomial of n over k
LARGEST_DEGREE = 10  # of a polynomial that is summed
CLOSE = 1e-6


def logarithm(work: Work, value: Value, base: Value | None = None) -> Value:
    """Return the logarithm of a value to a base; without one, the natural logarithm."""
    natural = _logarithm(work, value, "ln")
    return natural if base is None else divide(work, natural, _logarithm(work, base, "ln"))


def unnamed_logarithm(work: Work, value: Value) -> Value:
    r"""Return `\log` without a base: to base ten of a power of ten, else to an unknown base."""
    if not isinstance(value, Quotient) and value > 0:
        powers = prime_powers(work, value)
        if powers.keys() <= {2, 5} and powers.get(2) == powers.get(5):
            return powers.get(2, 0)
    return _logarithm(work, value, "log")


def _logarithm(work: Work, value: Value, name: str) -> Value:
    if not isinstance(value, Quotient):
        if value <= 0:
            undecided("the logarithm of a number that is not positive")
        terms: dict[Monomial, Number] = {
            ((_atom(name, prime), 1),): n for prime, n in prime_powers(work, value).items()
        }
        return Quotient(terms, ONE) if terms else 0
    if value.bottom is ONE and len(value.top) == 1:
        ((monomial, coefficient),) = value.top.items()
        if coefficient > 0 and name == "ln":
            return _of_term(work, monomial, coefficient)
    return symbol(_atom(name, value))


def _of_term(work: Work, monomial: Monomial, coefficient: Number) -> Value:
    """Return the natural logarithm of a term: known parts are split off."""
    value = _logarithm(work, coefficient, "ln")
    rest: list[tuple[str, Number]] = []
    for generator, exponent in monomial:
        if generator == "e":
            value = add(work, value, exponent)
        elif generator.isdigit():
            prime = symbol(_atom("ln", int(generator)))
            value = add(work, value, multiply(work, exponent, prime))
        elif isinstance(generator, Atom) and generator.kind == "power" and len(monomial) == 1:
            base, above = generator.arguments
            inside = _logarithm(work, base, "ln")
            value = add(work, value, multiply(work, multiply(work, exponent, above), inside))
        else:
            rest.append((generator, exponent))
    if rest:
        value = add(work, value, symbol(_atom("ln", Quotient({tuple(rest): 1}, ONE))))
    return value


def _atom(kind: str, *arguments: Value) -> Atom:
    return Atom(f"{kind}({';'.join(map(text_of, arguments))})", kind=kind, arguments=arguments)


def opaque(kind: str, *arguments: Value) -> Value:
    """Return a function of values of which no rule is known."""
    return symbol(_atom(kind, *arguments))


def rounded(work: Work, value: Value, name: str) -> Value:
    """Return the largest whole number below, or the smallest above."""
    if not isinstance(value, Quotient):
        return int(getattr(math, name)(value))
    if variables(value):
        return opaque(name, value)
    number = number_at(work, value, {})
    if not is_real(number) or abs(number.real) > BITS:
        undecided("rounding of this number")
    if abs(number.real - round(number.real)) < CLOSE:
        undecided("rounding of a number close to a whole one")
    return int(getattr(math, name)(number.real))


def factorial(work: Work, value: Value) -> Value:
    """Return the factorial; `(n+2)!` is `(n+2)(n+1) n!`."""
    if not isinstance(value, Quotient):
        if value != int(value) or not 0 <= value <= LARGEST_FACTORIAL:
            undecided("the factorial of this number")
        work.check(int(math.lgamma(int(value) + 1) / math.log(2)))
        return math.factorial(int(value))
    shift: Number = value.top.get((), 0) if value.bottom is ONE else 0
    if shift != int(shift) or magnitude(shift) > LARGEST_SHIFT:
        undecided("the factorial of this number")
    base = add(work, value, -shift)
    product = opaque("factorial", base)
    for k in range(1, abs(int(shift)) + 1):
        if shift > 0:
            product = multiply(work, product, add(work, base, k))
        else:
            product = divide(work, product, add(work, base, 1 - k))
    return product


def binomial(work: Work, n: Value, k: Value) -> Value:
    """Return the number of ways to choose k of n."""
    if isinstance(k, int | Fraction) and k == int(k) and k >= 0:
        if isinstance(n, int | Fraction) and n == int(n) and n >= 0:
            few = min(int(k), max(int(n) - int(k), 0))
            work.check(few * int(n).bit_length())
            return math.comb(int(n), int(k))
        if k <= LARGEST_SHIFT:
            return _falling(work, n, int(k))
    below = multiply(work, factorial(work, k), factorial(work, add(work, n, k, -1)))
    return divide(work, factorial(work, n), below)


def _falling(work: Work, n: Value, k: int) -> Value:
    product: Value = 1
    for j in range(k):
        product = multiply(work, product, add(work, n, -j))
    return divide(work, product, math.factorial(k))


def sum_of_powers(work: Work, last: Value, degree: int) -> Value:
    """Return the sum of `k ** degree` for k from 1 to `last`, as a polynomial in it."""
    if degree == 0:
        return last
    if degree > LARGEST_DEGREE:
        undecided("a sum of high powers")
    total: Value = 0
    for j in range(1, degree + 1):
        ways = _falling(work, add(work, last, 1), j + 1)
        total = add(work, total, multiply(work, _surjections(degree, j), ways))
    return total


def _surjections(n: int, k: int) -> int:
    """Return the number of ways to map n things onto k."""
    return sum((-1) ** (k - j) * math.comb(k, j) * j**n for j in range(k + 1))


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
        sums = [sum_of_powers(work, x, int(degree)) for x in (series.last, before)]
        total = add(work, total, multiply(work, factor, add(work, sums[0], sums[1], -1)))
    return total

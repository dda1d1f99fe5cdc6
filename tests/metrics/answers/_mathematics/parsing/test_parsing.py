"""Parsing of mathematical answers: tokens, units, commands, functions, terms and limits."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.metrics.answers._mathematics.exact_values import add, multiply, symbol
from sacreval.metrics.answers._mathematics.parsing import functions
from sacreval.metrics.answers._mathematics.parsing.formula_parser import applied, enclosed
from sacreval.metrics.answers._mathematics.parsing.reading import closing, split
from sacreval.metrics.answers._mathematics.parsing.terms import (
    inverse,
    magnitude,
    plus,
    reduced,
    size,
    times,
    to_power,
)
from sacreval.metrics.answers._mathematics.parsing.tokens import is_degree, is_unit, tokens, unit
from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    BITS,
    UndecidedError,
    UnparsedError,
    Work,
    every,
    some,
)

N = symbol("n")
HALF = Fraction(1, 2)
SUMS = st.dictionaries(
    st.tuples(st.tuples(st.just("x"), st.integers(1, 3))) | st.just(()),
    st.integers(-5, 5).filter(bool),
    max_size=3,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"$\left( 1, 2 \right)$.", "( 1 , 2 )"),
        ("1,234 + (1,234)", "1234 + ( 1 , 234 )"),
        (r"12{,}345 \dfrac12", r"12345 \frac 12"),
        ("x<=3 and y!=2", r"x \le 3 \and y \ne 2"),
        ("2pi - sqrt2", r"2 \pi - \sqrt 2"),
        ("5 km, 3ab", '5 "km , 3 a b'),
        (r"3 \text{ apples or so}", '3 "apples or so'),
        (r"1 \text{ and } 2", r"1 \and 2"),
        (r"\mathrm{e}^\text{13}", "e ^ 13"),
        ("3 1/2", "( 3 + 1 / 2 )"),
        (r"0.\overline{3}", "~0.{3}"),
        (r"\begin{pmatrix}1&2\end{pmatrix}", r"\begin:pmatrix 1 & 2 \end:pmatrix"),
        ("½ × ∞", r"\frac 12 \times \infty"),
    ],
)
def test_tokens(text, wanted):
    """Numbers, commands and words are tokens; marks without a meaning are dropped."""
    assert " ".join(tokens(text)) == wanted


def test_commas():
    """A number has commas where they do not separate: outside brackets, or nowhere."""
    assert tokens("1,234") == ["1234"]
    assert tokens("(1,234)") == ["(", "1", ",", "234", ")"]
    assert tokens("1,234", commas=False) == ["1", ",", "234"]


@pytest.mark.parametrize("text", ["(1", "1)", "a?b", "1\0"])
def test_no_tokens(text):
    """Other characters, and brackets that are not closed, are no answer."""
    with pytest.raises(UnparsedError):
        tokens(text)


@pytest.mark.parametrize("text", ["(" * 31 + ")" * 31, "1" * 2001])
def test_limits(text):
    """Deep and long answers are undecided."""
    with pytest.raises(UndecidedError):
        tokens(text)


def test_split():
    """Signs in brackets and environments split nothing."""
    pieces = split(tokens(r"(1,2),\begin{pmatrix}1,2\end{pmatrix};3"), {","})
    assert [len(part) for part in pieces.parts] == [5, 5, 1]
    assert pieces.signs == [",", ","]
    assert split([], {","}).parts == [[]]


def test_closing():
    """The bracket that closes the first one may be of another kind, as in an interval."""
    assert closing(tokens("[0,1)+(2)")) == 4
    assert closing(["(", "1"]) == -1


@pytest.mark.parametrize(
    ("text", "dimensions", "size"),
    [
        ("cm", {"length": 1}, Fraction(1, 100)),
        ("square feet", {"length": 2}, Fraction(381, 1250) ** 2),
        ("cm ^ 2", {"length": 2}, Fraction(1, 10000)),
        ("cm^3", {"length": 3}, Fraction(1, 10**6)),
        ("ml", {"length": 3}, Fraction(1, 10**6)),
        ("metres squared", {"length": 2}, 1),
        ("miles per hour", {"length": 1, "time": -1}, Fraction(201168, 125) / 3600),
        ("mph", {"length": 1, "time": -1}, Fraction(201168, 125) / 3600),
        ("m/s^2", {"length": 1, "time": -2}, 1),
        ("apples", {"apple": 1}, 1),
    ],
)
def test_units(text, dimensions, size):
    """A unit is a product of powers of base units; a word that is none is its own quantity."""
    parsed = unit(text)
    assert dict(parsed.dimensions) == dimensions
    assert parsed.size == size
    assert parsed.known == (text != "apples")


def test_names():
    """Plurals are known; degrees are no unit of a quantity, but of angles."""
    assert is_unit("inches")
    assert is_unit("degrees")
    assert not is_unit("ab")
    assert is_degree("Degrees")
    assert not is_degree("cm")


def test_large_exponents():
    """An exponent of several digits is undecided."""
    with pytest.raises(UndecidedError):
        unit("cm^999999999")


@pytest.mark.parametrize(
    ("opening", "value"), [("|", Fraction(5, 2)), (r"\lfloor", -3), (r"\lceil", -2)]
)
def test_brackets(opening, value):
    """Bars are the absolute value; floors and ceilings are rounded down and up."""
    assert enclosed(Work(), opening, Fraction(-5, 2)) == value


@pytest.mark.parametrize(
    ("name", "operand", "base", "value"),
    [
        (r"\cos", 0, None, 1),
        (r"\arcsin", 0, None, 0),
        (r"\exp", 1, None, symbol("e")),
        (r"\ln", 1, None, 0),
        (r"\log", 8, 2, 3),
    ],
)
def test_functions(name, operand, base, value):
    """A function has its exact value; the base of a logarithm may be written."""
    assert applied(Work(), name, operand, base) == value


@pytest.mark.parametrize("decisions", [*itertools.product([True, False, None], repeat=2)])
def test_three_values(decisions):
    """A false one decides that not all are true, a true one that some are; else None remains."""
    open_ = None in decisions
    assert every(decisions) is (False if False in decisions else None if open_ else True)
    assert some(decisions) is (True if True in decisions else None if open_ else False)


def test_logarithms():
    """Logarithms of powers are whole; without a base, only those of powers of ten are known."""
    work = Work()
    assert functions.logarithm(work, 32, 2) == 5
    assert functions.logarithm(work, symbol("e")) == 1
    assert functions.logarithm(work, 1) == 0
    assert functions.unnamed_logarithm(work, 1000) == 3
    assert functions.unnamed_logarithm(work, 8) != functions.logarithm(work, 8)
    with pytest.raises(UndecidedError):
        functions.logarithm(work, -1)


def test_factorials():
    """Neighbouring factorials differ by a factor."""
    work = Work()
    assert functions.factorial(work, 5) == 120
    after, before = (functions.factorial(work, add(work, N, k)) for k in (1, -1))
    assert after == multiply(work, before, multiply(work, N, add(work, N, 1)))
    for number in (-1, 10**7):
        with pytest.raises(UndecidedError):
            functions.factorial(work, number)


def test_binomials():
    """Binomials of numbers are Python's, and those of variables are polynomials."""
    work = Work()
    assert functions.binomial(work, 10, 3) == math.comb(10, 3)
    assert functions.binomial(work, 3, 10) == 0
    assert functions.binomial(work, N, 1) == N
    with pytest.raises(UndecidedError):
        functions.binomial(work, 10**9, 5 * 10**8)


@pytest.mark.parametrize("degree", range(6))
def test_sums_of_powers(degree):
    """The sum of powers is that of its terms."""
    assert functions.sum_of_powers(Work(), 7, degree) == sum(k**degree for k in range(1, 8))


@pytest.mark.parametrize(
    ("powers", "terms"),
    [
        ({"2": Fraction(3, 2)}, {(("2", HALF),): 2}),
        ({"2": -HALF}, {(("2", HALF),): HALF}),
        ({"i": 2}, {(): -1}),
        ({"i": -1}, {(("i", 1),): -1}),
        ({"y": 1, "x": 0, "3": 2}, {(("y", 1),): 9}),
    ],
)
def test_reduced(powers, terms):
    """Roots keep exponents below 1, powers of i are 1 or i, and exponents of 0 are left out."""
    assert reduced(Work(), powers) == terms


@given(SUMS, SUMS, SUMS)
def test_ring(a, b, c):
    """Sums and products obey the laws of a commutative ring."""
    work = Work()
    assert times(work, a, b) == times(work, b, a)
    assert times(work, a, plus(work, b, c)) == plus(work, times(work, a, b), times(work, a, c))
    assert plus(work, a, a, -1) == {}
    assert to_power(work, a, 3) == times(work, a, times(work, a, a))


def test_inverse():
    """A term times its inverse is 1."""
    term = {(("2", HALF), ("x", 2)): Fraction(3, 7)}
    assert times(Work(), term, inverse(Work(), term)) == {(): 1}


def test_bounded():
    """A product of many terms is undecided."""
    many = {(("x", n),): 1 for n in range(100)}
    with pytest.raises(UndecidedError):
        times(Work(), many, many)


def test_numbers():
    """The size of a fraction is that of both parts; the magnitude has no sign."""
    assert size(Fraction(-7, 8)) == 7
    assert magnitude(Fraction(-7, 8)) == Fraction(7, 8)


def test_steps_are_counted():
    """What passes the limit of steps is undecided."""
    work = Work(3)
    work.spend(3)
    with pytest.raises(UndecidedError):
        work.spend(1)


def test_large_numbers_cost_steps():
    """A product of small numbers is free; a larger one costs steps; one past the limit stops."""
    work = Work(100)
    work.check(64)
    assert work.left == 100
    work.check(640)
    assert work.left == 90
    with pytest.raises(UndecidedError):
        work.check(BITS + 1)

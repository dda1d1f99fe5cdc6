"""Values of mathematical answers: numbers, powers, roots, angles, sets and relations."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.metrics.answers._mathematics.answer_kinds import (
    Dots,
    Equation,
    Group,
    Inequality,
    Matrix,
    NamedAnswer,
    Ratio,
    RealInterval,
    RealSet,
    Scalar,
    WordAnswer,
)
from sacreval.metrics.answers._mathematics.approximation import number_at, points, sign
from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    add,
    divide,
    generators,
    multiply,
    number,
    symbol,
    text_of,
    variables,
    whole_power,
)
from sacreval.metrics.answers._mathematics.exponents import (
    INVERSE,
    RATIOS,
    inverse,
    power,
    trigonometric,
)
from sacreval.metrics.answers._mathematics.parsing.reading import read
from sacreval.metrics.answers._mathematics.parsing.terms import ONE
from sacreval.metrics.answers._mathematics.parsing.tokens import tokens
from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    UndecidedError,
    UnparsedError,
    Work,
)
from sacreval.metrics.answers._mathematics.real_sets import complement, finite, intersection, union
from sacreval.metrics.answers._mathematics.relations import lone_symbol, solution
from sacreval.metrics.answers._mathematics.roots import (
    absolute,
    factored,
    prime_powers,
    primes,
    root,
)
from sacreval.metrics.answers._mathematics.scalars import Scalars

WORK = Work(10**6)
X, IMAGINARY = symbol("x"), symbol("i")
HALF = Fraction(1, 2)
PERCENT = Fraction(1, 100)
BOUND = st.integers(-4, 4)
INTERVALS = st.lists(
    st.builds(
        lambda low, length, ends: RealInterval(
            low, low + length, *(ends if length else (True, True))
        ),
        BOUND,
        st.integers(0, 3),
        st.tuples(st.booleans(), st.booleans()),
    ),
    max_size=4,
)
GRID = [x / 2 for x in range(-10, 17)]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("5", Scalar(5)),
        ("Evelyn", WordAnswer("evelyn")),
        ("1,2", Group("", (Scalar(1), Scalar(2)), "")),
        ("[0,1)", Group("[", (Scalar(0), Scalar(1)), ")")),
        (r"\{1,\ldots\}", Group("{", (Scalar(1), Dots()), "}")),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", Matrix(((1, 2), (3, 4)))),
        ("1:2", Ratio((1, 2), "1:2")),
    ],
)
def test_kinds(text, answer):
    """An answer is read as its kind."""
    assert read(text) == answer
    assert isinstance(read(r"(1,2)\cup(3,4)"), RealSet)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("012", 12),
        (".5", Fraction(1, 2)),
        ("2.50", Fraction(5, 2)),
        ("1.5e3", 1500),
        ("2E-2", Fraction(1, 50)),
        ("~0.{3}", Fraction(1, 3)),
        ("~1.1{6}", Fraction(7, 6)),
        ("~.6", Fraction(2, 3)),
    ],
)
def test_written_numbers(text, value):
    """A number is exact, also with an exponent or a repeating end."""
    assert number(Work(), text) == value


@pytest.mark.parametrize("text", ["9" * 9999, "1e99999", "1e-99999", "~0.{" + "3" * 9999 + "}"])
def test_large(text):
    """A number past the limit is undecided before it is computed."""
    with pytest.raises(UndecidedError):
        number(Work(), text)


def test_back_to_numbers():
    """What variables and roots cancel in is a number."""
    assert add(WORK, X, X, -1) == 0
    assert divide(WORK, multiply(WORK, 6, X), multiply(WORK, 4, X)) == Fraction(3, 2)
    above, below = add(WORK, multiply(WORK, 2, X), 2), add(WORK, X, 1)
    assert divide(WORK, above, below) == 2
    assert whole_power(WORK, IMAGINARY, 4) == 1


@pytest.mark.parametrize("zero", [0, Fraction(0), add(WORK, X, X, -1)])
def test_division_by_zero(zero):
    """A division by zero is undecided."""
    with pytest.raises(UndecidedError):
        divide(WORK, X, zero)


@pytest.mark.parametrize(("base", "exponent"), [(7, 10**8), (add(WORK, X, 1), 10**4)])
def test_large_powers(base, exponent):
    """A power past the limits is undecided; those of 1 and of single variables are not."""
    with pytest.raises(UndecidedError):
        whole_power(Work(), base, exponent)
    assert whole_power(Work(), 1, exponent) == 1
    assert variables(whole_power(Work(), X, 10**4)) == {"x"}


def test_names():
    """Generators are those of both sums; variables are letters alone."""
    value = divide(WORK, multiply(WORK, X, IMAGINARY), add(WORK, symbol("y"), symbol("π")))
    assert generators(value) == {"x", "i", "y", "π"}
    assert variables(value) == {"x", "y"}
    assert text_of(value) == text_of(value)
    assert text_of(value) != text_of(multiply(WORK, 2, value))


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [
        (2, 10, 1024),
        (2, -1, Fraction(1, 2)),
        (Fraction(9, 4), Fraction(1, 2), Fraction(3, 2)),
    ],
)
def test_powers_of_numbers(base, exponent, value):
    """Whole and rational powers of rational numbers are exact."""
    assert power(Work(), base, exponent) == value


def test_variables():
    """A power of a product is the product of powers, also where the exponent is a variable."""
    assert multiply(Work(), power(Work(), 2, symbol("x")), power(Work(), 3, symbol("x"))) == power(
        Work(), 6, symbol("x")
    )


def test_zero():
    """A power of zero with no positive exponent is not decided."""
    with pytest.raises(UndecidedError, match="a power of zero"):
        power(Work(), 0, 0)


def of(*monomials):
    """Return a sum of terms with coefficients."""
    return Quotient({tuple(monomial): c for c, *monomial in monomials}, ONE)


@pytest.mark.parametrize(
    ("radicand", "degree", "value"),
    [
        (49, 2, 7),
        (12, 2, of((2, ("3", HALF)))),
        (Fraction(1, 8), 3, HALF),
        (-8, 3, -2),
        (-9, 2, of((3, ("i", 1)))),
        (of((4, ("π", 1))), 2, of((2, ("π", HALF)))),
        (of((1, ("x", 4))), 2, of((1, ("x", 2)))),
        (0, 2, 0),
        (symbol("x"), 1, symbol("x")),
    ],
)
def test_closed(radicand, degree, value):
    """Roots of numbers are products of roots of primes; those of even powers have no root sign."""
    assert root(Work(), radicand, degree) == value


def test_power_of_a_root():
    """The square of a root that is an atom is its radicand."""
    radicand = of((1, ("x", 1)), (1,))
    value = root(Work(), radicand, 2)
    assert multiply(Work(), value, value) == radicand


@pytest.mark.parametrize(("radicand", "degree"), [(-1, 4), (2, 0), (2, 10**6)])
def test_no_roots(radicand, degree):
    """Complex roots but the square root, and roots of odd degrees of size, are undecided."""
    with pytest.raises(UndecidedError):
        root(Work(), radicand, degree)


def test_absolute():
    """An absolute value has no sign, and its square is that of its argument."""
    work = Work()
    x = symbol("x")
    modulus = absolute(work, multiply(work, -2, x))
    assert modulus == absolute(work, multiply(work, 2, x))
    assert multiply(work, modulus, modulus) == of((4, ("x", 2)))
    assert absolute(work, of((3,), (4, ("i", 1)))) == 5
    assert absolute(work, of((1, ("2", HALF)), (-2,))) == of((-1, ("2", HALF)), (2,))


def turned(share):
    """Return an angle: a share of half a turn."""
    return Quotient({(("π", 1),): share}, ONE) if share else 0


@pytest.mark.parametrize("name", RATIOS)
def test_exact_at_multiples_of_15_degrees(name):
    """The values are those of floats, and sums of roots without functions; 1/0 has none."""
    for step in range(-30, 31):
        angle = step * math.pi / 12
        sine, cosine = math.sin(angle), math.cos(angle)
        ends = {"sin": (sine, 1), "cos": (cosine, 1), "tan": (sine, cosine), "cot": (cosine, sine)}
        above, below = (ends | {"sec": (1, cosine), "csc": (1, sine)})[name]
        if abs(below) < 1e-9:
            with pytest.raises(UndecidedError):
                trigonometric(Work(), name, turned(Fraction(step, 12)))
            continue
        value = trigonometric(Work(), name, turned(Fraction(step, 12)))
        number = number_at(Work(), value, {}) if isinstance(value, Quotient) else value
        assert number == pytest.approx(above / below, abs=1e-12)


def test_other_angles_are_functions():
    """A sine of another angle stays one with the sign of the angle, and a cosine has none."""
    x = symbol("x")
    value = trigonometric(Work(), "sin", x)
    assert trigonometric(Work(), "sin", Quotient({(("x", 1),): -1}, ONE)) == Quotient(
        {m: -c for m, c in value.top.items()}, ONE
    )
    assert trigonometric(Work(), "cos", Quotient({(("x", 1),): -1}, ONE)) == trigonometric(
        Work(), "cos", x
    )


@pytest.mark.parametrize("name", INVERSE)
def test_inverses(name):
    """The principal angle of an exact value is exact; of others it stays a function."""
    for step in range(-5, 6):
        angle = turned(Fraction(step + 6 * (name == "cos"), 12))
        assert inverse(Work(), name, trigonometric(Work(), name, angle)) == angle
    assert INVERSE[name] in str(inverse(Work(), name, Fraction(1, 3)))


@given(st.integers(1, 10**12))
def test_product(number):
    """The product of the factors is the number."""
    product = 1
    for factor, exponent in factored(Work(), number).items():
        product *= factor**exponent
    assert product == number


def test_factors():
    """Denominators have negative exponents; a product of two large primes is left whole."""
    assert prime_powers(Work(), Fraction(12, 7)) == {2: 2, 3: 1, 7: -1}
    assert factored(Work(), 1009 * 1013) == {1009 * 1013: 1}
    assert primes()[:3] == (2, 3, 5)
    assert primes()[-1] == 997


def value(text):
    """Return the value of a formula."""
    return read(text).value


@pytest.mark.parametrize(
    ("text", "number"),
    [(r"\sqrt2+1", math.sqrt(2) + 1), (r"\ln 2", math.log(2)), (r"e^{\sqrt2}", math.e**2**0.5)],
)
def test_approximate_numbers(text, number):
    """A formula without variables has the value of its parts."""
    assert number_at(Work(), value(text), {}) == pytest.approx(number)


@pytest.mark.parametrize(
    "text", [r"\sin(10^9\sqrt2)", r"\log 2", r"\sqrt{10^{18}+1}-10^9", r"e^{e^{e^e}}"]
)
def test_no_numbers(text):
    """Large angles, logarithms of no base, cancelled digits and huge numbers have no value."""
    with pytest.raises(UndecidedError):
        number_at(Work(), value(text), {})


@pytest.mark.parametrize(("text", "wanted"), [("0", 0), (r"\sqrt2-1", 1), (r"1-\sqrt2", -1)])
def test_signs(text, wanted):
    """Real numbers have signs."""
    assert sign(Work(), value(text)) == wanted


@pytest.mark.parametrize("text", ["x", "i", "1+i"])
def test_no_signs(text):
    """Variables and complex numbers have none."""
    with pytest.raises(UndecidedError):
        sign(Work(), value(text))


def test_points():
    """Variables have values of both signs, which depend on their names alone."""
    coordinates = [point["x"] for point in points(["x", "y"])]
    assert {number > 0 for number in coordinates} == {True, False}
    assert [point["x"] for point in points(["x"])] == coordinates


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (r"\sqrt6", r"\sqrt2\sqrt3", True),
        (r"\sqrt{5+2\sqrt6}", r"\sqrt2+\sqrt3", True),
        (r"\sqrt{5-2\sqrt6}", r"\sqrt2-\sqrt3", False),
        (r"\csc^2 x", r"1+\cot^2 x", True),
        (r"\pi+e", "5.86", False),
        (r"\sqrt{1022117}", r"\sqrt{1009}\sqrt{1013}", None),
        (r"\sin 2x", r"2\sin x\cos x", None),
        (r"\sqrt{x}", r"\sqrt{-x}", None),
        (r"\sqrt{-2x}", r"\sqrt{2}\sqrt{-x}", True),
        ("x^{20}", "x^{20}+10^{-20}", False),
    ],
)
def test_same(one, other, wanted):
    """Equality is proved by exact sums, difference also by clear values; else None remains."""
    values = [read(text).value for text in (one, other)]
    assert same(Work(), *values) is same(Work(), *values[::-1]) is wanted


def scalars_read(text):
    """Read a formula."""
    return Scalars(Work(), PERCENT).read(tokens(text))


@pytest.mark.parametrize(
    ("text", "scalar"),
    [
        ("5", (5, "", None)),
        ("-0.50", (Fraction(-1, 2), "", 2)),
        ("12.5%", (Fraction(1, 8), "", 3)),
        ("5 cm", (5, "cm", None)),
        (r"5\text{ cm}^2", (5, "cm ^ 2", None)),
        (r"\$3", (3, "$", None)),
        (r"45^{\circ}", (45, "degree", None)),
        ("101_2", (5, "", None)),
        ("1_{16}", (1, "", None)),
    ],
)
def test_read(text, scalar):
    """A formula has a value, a unit, and the places of a decimal number."""
    assert scalars_read(text) == scalar


@pytest.mark.parametrize("text", ["12_2", "good 5 bad", "a b c good"])
def test_unparsed(text):
    """Digits that a base lacks, and words before a number, are no formula."""
    with pytest.raises(UnparsedError):
        scalars_read(text)


@pytest.mark.parametrize("text", ["1_99", "12_x", r"\infty+1", r"2\infty"])
def test_undecided(text):
    """Other bases, and formulas with infinity, are undecided."""
    with pytest.raises(UndecidedError):
        scalars_read(text)


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
    first, other = union(work, a), union(work, b)
    both, outside = intersection(work, first, other), complement(work, first.pieces)
    for x in GRID:
        assert has(first.pieces, x) == has(a, x)
        assert has(outside.pieces, x) != has(a, x)
        assert has(both.pieces, x) == (has(a, x) and has(b, x))
    assert complement(work, outside.pieces) == first


def test_infinite_elements():
    """Infinity is no element of a set of numbers."""
    with pytest.raises(UndecidedError):
        finite([symbol("∞")])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("x=5", NamedAnswer("x", Scalar(5))),
        ("5=x", NamedAnswer("x", Scalar(5))),
        ("x=10/2=5", NamedAnswer("x", Scalar(5))),
        ("2+3=5", Scalar(5)),
        ("x>3", RealSet((RealInterval(3, None, has_low=False, has_high=False),), "x")),
        (r"1-2x \ge 5", RealSet((RealInterval(None, -2, has_low=False, has_high=True),), "x")),
        ("3>x>=1", RealSet((RealInterval(1, 3, has_low=True, has_high=False),), "x")),
    ],
)
def test_solved(text, answer):
    """A relation that is linear in one variable is its solution."""
    assert read(text) == answer


def test_not_solved():
    """Other relations remain what they are; false chains are undecided."""
    assert isinstance(read("x^2+y=1"), Equation)
    assert isinstance(read("x^2<y"), Inequality)
    assert isinstance(read("x=1=2"), UndecidedError)
    assert isinstance(read("1<x^2<3"), UndecidedError)


def test_solutions():
    """A linear formula of the only variable has one root."""
    assert solution(Work(), read("(2x-6)/5").value) == ("x", 3)
    assert solution(Work(), read("x^2-1").value) is None
    assert lone_symbol(symbol("x")) == "x"
    assert lone_symbol(read("2x").value) == ""

"""Equality of two answers, by their kinds: numbers, formulas, relations, lists, sets, matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from sacreval.metrics.answers._mathematics import real_sets, relations
from sacreval.metrics.answers._mathematics.answer_kinds import (
    Answer,
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
from sacreval.metrics.answers._mathematics.approximation import number_at
from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.exact_values import (
    Quotient,
    Value,
    add,
    divide,
    multiply,
    symbol,
    variables,
)
from sacreval.metrics.answers._mathematics.parsing.terms import ONE, Number, magnitude
from sacreval.metrics.answers._mathematics.parsing.tokens import is_degree, is_percent, unit
from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    Conventions,
    Decision,
    Setting,
    UndecidedError,
    Work,
    every,
    some,
)

LETTERS = 4  # of a word that may be a product of variables
_DEGREE = Quotient({(("π", 1),): Fraction(1, 180)}, ONE)


def same_scalars(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    """Return whether two numbers are equal, with their units."""
    if not a.unit and not b.unit:
        decision = _values(setting, a, b)
        may_be_measure = decision is False and setting.conventions.missing_units == "ignore"
        return None if may_be_measure and _differ_by_unit(setting, a, b) else decision
    if a.unit and b.unit:
        return _with_units(setting, a, b)
    bare, other = (b, a) if a.unit else (a, b)
    measured = _measured(bare)
    as_measures = _with_units(setting, measured, other) if measured else False
    if as_measures is not False:
        return as_measures
    if any(same(setting.work, x, bare.value) for x in _other_readings(setting.work, other)):
        return True
    return False if setting.conventions.missing_units == "differ" else _values(setting, bare, other)


def _differ_by_unit(setting: Setting, a: Scalar, b: Scalar) -> bool:
    """Return whether the letter of a unit is all that one has more, as in `10 m` and 10."""
    for bare, other in ((a, b), (b, a)):
        if (measured := _measured(bare)) and _values(setting, measured, other):
            return True
    return False


def _measured(bare: Scalar) -> Scalar | None:
    """Return a number times a letter that is a unit, such as `10 m`, as a number with a unit."""
    if not isinstance(bare.value, Quotient) or bare.value.bottom is not ONE:
        return None
    (monomial, number), *others = bare.value.top.items()
    if others or len(monomial) != 1:
        return None
    letter, exponent = monomial[0]
    is_measure = exponent == 1 and letter.isalpha() and unit(letter).known
    return Scalar(number, letter) if is_measure else None


def _other_readings(work: Work, scalar: Scalar) -> list[Value]:
    """Return what a number with a unit may be without it.

    It is a number in radians, a hundredth, or a product: `5 m` may be written `5m`.
    """
    readings = [multiply(work, scalar.value, _DEGREE)] if is_degree(scalar.unit) else []
    if is_percent(scalar.unit):
        readings.append(multiply(work, scalar.value, Fraction(1, 100)))
    letters = scalar.unit.replace(" ", "")
    if letters.isalpha() and len(letters) <= LETTERS:
        readings.append(multiply(work, scalar.value, _product(work, letters)))
    return readings


def _product(work: Work, letters: str) -> Value:
    product: Value = 1
    for letter in letters:
        product = multiply(work, product, symbol(letter))
    return product


def _with_units(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    degrees = is_degree(a.unit) + is_degree(b.unit)
    if a.unit.lower() == b.unit.lower() or degrees == 2:
        return _values(setting, a, b)
    if degrees:
        return None
    left, right = unit(a.unit), unit(b.unit)
    if left.dimensions == right.dimensions:
        if left.size == right.size:
            return _values(setting, a, b)
        work = setting.work
        return same(work, multiply(work, a.value, left.size), multiply(work, b.value, right.size))
    if left.known and right.known:
        return False
    return None if _values(setting, a, b) else False


def _values(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    decision = same(setting.work, a.value, b.value)
    if decision or setting.conventions.decimals == "exact":
        return decision
    return _rounds(setting.work, a, b) or _rounds(setting.work, b, a) or decision


def _rounds(work: Work, decimal: Scalar, other: Scalar) -> bool:
    """Return whether a number rounds to a decimal number that has fewer places."""
    if decimal.places is None or (other.places is not None and other.places <= decimal.places):
        return False
    half = Fraction(1, 2 * 10**decimal.places)
    difference = add(work, decimal.value, other.value, -1)
    if not isinstance(difference, Quotient):
        return magnitude(difference) <= half
    if variables(difference):
        return False
    try:
        return abs(number_at(work, difference, {})) <= half
    except UndecidedError:
        return False


def same_word(setting: Setting, words: WordAnswer, scalar: Scalar) -> bool:
    """Return whether a short word is a formula read as a product of variables, such as xyz."""
    if not words.text.isalpha() or len(words.text) > LETTERS:
        return False
    products = (_product(setting.work, x) for x in (words.text, words.text.upper()))
    return any(same(setting.work, product, scalar.value) for product in products)


Equal = Callable[[Answer, Answer], Decision]


def same_named(work: Work, equal: Equal, a: NamedAnswer, b: NamedAnswer) -> Decision:
    """Return whether two values with names are equal.

    Values of different names are not, unless both are one equation; equal values of different
    names are not decided.
    """
    decision = equal(a.answer, b.answer)
    if a.name == b.name:
        return decision
    left, right = _as_equation(work, a), _as_equation(work, b)
    if left and right and _proportional(work, left.difference, right.difference):
        return True
    return False if decision is False else None


def same_equation(work: Work, equal: Equal, a: Answer, b: Equation) -> Decision:
    """Return whether an answer is the same equation, or its solution."""
    equation = a if isinstance(a, Equation) else _as_equation(work, a)
    if equation is not None:
        decision = _proportional(work, equation.difference, b.difference)
        if decision or isinstance(a, Equation):
            return decision
    solved = relations.solution(work, b.difference)
    if solved is None:
        return None if isinstance(a, NamedAnswer | Scalar | Group) else False
    return equal(a, NamedAnswer(solved[0], Scalar(solved[1])))


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
    if not isinstance(answer, NamedAnswer) or not isinstance(answer.answer, Scalar):
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


def same_groups(setting: Setting, equal: Equal, a: Group, b: Group) -> Decision:
    """Return whether two groups are equal: sets in any order, tuples in theirs."""
    if Dots() in a.items + b.items:
        return _with_dots(equal, a.items, b.items)
    kinds = {a.opening, b.opening}
    if kinds in ({"{"}, {"{", ""}) or (kinds == {""} and _is_set(setting, a, b)):
        return _as_sets(equal, a.items, b.items)
    decision = in_order(equal, a.items, b.items)
    if kinds in ({""}, {"", "("}):
        return decision
    if "" in kinds or "{" in kinds:  # a list or set, and a tuple or interval
        return False if decision is False else None
    both_ends = (a.opening, a.closing) == (b.opening, b.closing)
    return decision if both_ends or len(a.items) != real_sets.PAIR else False


def _is_set(setting: Setting, a: Group, b: Group) -> bool:
    """Return whether lists are compared in any order: those of named values always are."""
    named = [all(isinstance(item, NamedAnswer) for item in group.items) for group in (a, b)]
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
    decision = every(
        same(work, multiply(work, x, q), multiply(work, y, p))
        for p, q in zip(a.items[1:], b.items[1:], strict=True)
    )
    return None if decision and times else decision


def _is_time(text: str) -> bool:
    hours, _, minutes = text.partition(":")
    return len(minutes) == 2 and minutes.isdigit() and hours.isdigit()


def same_real_set(work: Work, a: Answer, b: RealSet) -> Decision:
    """Return whether an answer is the same set of real numbers; `(1,2)` may be an interval."""
    real_set = _as_set(work, a)
    if real_set is None:
        return False
    decision = _pieces(work, real_set.pieces, b.pieces)
    names = {real_set.name, b.name} - {""}
    return None if len(names) > 1 and decision is not False else decision


def _as_set(work: Work, a: Answer) -> RealSet | None:
    if isinstance(a, Scalar):
        return RealSet(tuple(real_sets.finite([a.value])))
    if isinstance(a, Group) and a.opening in {"(", "["}:
        values = [x.value for x in a.items if isinstance(x, Scalar)]
        if len(values) == len(a.items) == real_sets.PAIR and any(map(variables, values)):
            low, high = map(real_sets.bound, values)
            return RealSet((RealInterval(low, high, a.opening == "[", a.closing == "]"),))
    return real_sets.as_set(work, a)


def _pieces(work: Work, a: Sequence[RealInterval], b: Sequence[RealInterval]) -> Decision:
    if len(a) != len(b):
        return False
    return every(_intervals(work, x, y) for x, y in zip(a, b, strict=True))


def _intervals(work: Work, a: RealInterval, b: RealInterval) -> Decision:
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


_NOTHING = frozenset({"none", "no solution", "no solutions", "no real solution", "empty", "dne"})


class AnswerComparison:
    """Compares answers under conventions.

    Args:
        conventions: How answers are read where conventions differ.
    """

    def __init__(self, conventions: Conventions) -> None:
        self.work = Work()
        self.setting = Setting(self.work, conventions)

    def equal(self, a: Answer, b: Answer) -> Decision:
        """Return whether two answers are equal; None if that is not decided.

        Raises:
            UndecidedError: If a comparison passes the limits.
        """
        if _RANKS[type(a)] > _RANKS[type(b)]:
            a, b = b, a
        return _BY_KIND[type(b)](self, a, b)

    def scalar(self, a: Answer, b: Scalar) -> Decision:
        """Compare two numbers, which have the lowest rank."""
        return isinstance(a, Scalar) and same_scalars(self.setting, a, b)

    def dots(self, a: Answer, b: Dots) -> Decision:
        """Compare the mark for left-out elements with anything."""
        return a == b

    def group(self, a: Answer, b: Group) -> Decision:
        """Compare groups, or a number with a set or list that may have it as its only element."""
        if isinstance(a, Group):
            return same_groups(self.setting, self.equal, a, b)
        alone = isinstance(a, Scalar) and b.opening in {"", "{"} and bool(b.items)
        return alone and covered(self.equal, b.items, [a])

    def ratio(self, a: Answer, b: Ratio) -> Decision:
        """Compare a ratio with a lower kind or another."""
        return same_ratio(self.work, a, b)

    def real_set(self, a: Answer, b: RealSet) -> Decision:
        """Compare a set of real numbers with a lower kind or another."""
        return same_real_set(self.work, a, b)

    def matrix(self, a: Answer, b: Matrix) -> Decision:
        """Compare a matrix with a lower kind or another."""
        return same_matrix(self.work, self.equal, a, b)

    def inequality(self, a: Answer, b: Inequality) -> Decision:
        """Compare an inequality with a lower kind or another."""
        return same_inequality(self.work, a, b)

    def named(self, a: Answer, b: NamedAnswer) -> Decision:
        """Compare a value that has a name with one that may have none."""
        if isinstance(a, NamedAnswer):
            return same_named(self.work, self.equal, a, b)
        return self.equal(a, b.answer)

    def equation(self, a: Answer, b: Equation) -> Decision:
        """Compare an equation with a lower kind or another."""
        return same_equation(self.work, self.equal, a, b)

    def words(self, a: Answer, b: WordAnswer) -> Decision:
        """Compare words with words, or with a formula that may be a product of variables."""
        if isinstance(a, WordAnswer):
            short = max(len(a.text), len(b.text)) <= LETTERS
            anagrams = short and a.text != b.text and sorted(a.text) == sorted(b.text)
            return None if anagrams else a.text == b.text
        if isinstance(a, Group) and not a.items:
            return None if b.text in _NOTHING else False
        if isinstance(a, NamedAnswer):
            return self.equal(a.answer, b)
        return isinstance(a, Scalar) and same_word(self.setting, b, a)


_BY_KIND: dict[type, Callable[[AnswerComparison, Answer, Any], Decision]] = {
    Scalar: AnswerComparison.scalar,
    Dots: AnswerComparison.dots,
    Group: AnswerComparison.group,
    Ratio: AnswerComparison.ratio,
    RealSet: AnswerComparison.real_set,
    Matrix: AnswerComparison.matrix,
    Inequality: AnswerComparison.inequality,
    NamedAnswer: AnswerComparison.named,
    Equation: AnswerComparison.equation,
    WordAnswer: AnswerComparison.words,
}
_RANKS = {kind: rank for rank, kind in enumerate(_BY_KIND)}

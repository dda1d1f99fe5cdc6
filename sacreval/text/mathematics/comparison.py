"""Whether two answers are equal, by their kinds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sacreval.text.mathematics import real_sets, relations
from sacreval.text.mathematics.answers import (
    Answer,
    Dots,
    Equation,
    Group,
    Inequality,
    Interval,
    Matrix,
    Named,
    Ratio,
    RealSet,
    Scalar,
    Words,
)
from sacreval.text.mathematics.approximation import number_at
from sacreval.text.mathematics.equality import same
from sacreval.text.mathematics.limits import UndecidedError, Work
from sacreval.text.mathematics.terms import ONE
from sacreval.text.mathematics.units import is_degree, unit
from sacreval.text.mathematics.values import Quotient, Value, add, divide, multiply, symbol, variables

if TYPE_CHECKING:
    from sacreval.text.mathematics.verdicts import Conventions

Decision = bool | None
_RIGHT_ANGLE = Fraction(1, 180)
_NOTHING = frozenset({"none", "no solution", "no solutions", "no real solution", "empty", "dne"})
_LETTERS = 4  # of a word that may be a product


class Comparison:
    """Compares answers under conventions.

    Args:
        conventions: How answers are read where conventions differ.
    """

    def __init__(self, conventions: Conventions) -> None:
        self.conventions = conventions
        self.work = Work()

    def equal(self, a: Answer, b: Answer) -> Decision:
        """Return whether two answers are equal; None if that is not decided."""
        if a is b:
            return True
        if _RANKS[type(a)] > _RANKS[type(b)]:
            a, b = b, a
        return self._ordered(a, b)

    def _ordered(self, a: Answer, b: Answer) -> Decision:  # noqa: PLR0911 - one line for each kind
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            return self._scalars(a, b)
        if isinstance(a, Words) or isinstance(b, Words):
            return self._words(a, b)
        if isinstance(b, Named):
            return self._named(a, b)
        if isinstance(b, Equation):
            return self._equation(a, b)
        if isinstance(b, Group) and isinstance(a, Group):
            return self._groups(a, b)
        if isinstance(b, Ratio):
            return self._ratio(a, b)
        if isinstance(b, Inequality):
            return self._inequality(a, b)
        if isinstance(b, RealSet):
            return self._real_sets(a, b)
        if isinstance(b, Matrix):
            return self._matrices(a, b)
        if isinstance(b, Dots) or isinstance(a, Dots):
            return isinstance(a, Dots) and isinstance(b, Dots)
        return self._one_in_group(a, b)

    # Numbers

    def _scalars(self, a: Scalar, b: Scalar) -> Decision:
        if not a.unit and not b.unit:
            return self._values(a, b)
        if a.unit and b.unit:
            return self._with_units(a, b)
        bare, other = (a, b) if not a.unit else (b, a)
        if is_degree(other.unit):
            radians = multiply(self.work, other.value, _pi_180())
            if same(self.work, radians, bare.value):
                return True
        as_letters = self._as_letters(other)
        if as_letters is not None and same(self.work, as_letters, bare.value):
            return True
        if self.conventions.units == "keep":
            return False
        return self._values(bare, other)

    def _as_letters(self, scalar: Scalar) -> Value | None:
        """Return a number with its unit as a product of letters: `5 m` may be written `5m`."""
        letters = scalar.unit.replace(" ", "")
        if not letters.isalpha() or len(letters) > _LETTERS:
            return None
        found = scalar.value
        for letter in letters:
            found = multiply(self.work, found, symbol(letter))
        return found

    def _with_units(self, a: Scalar, b: Scalar) -> Decision:
        if a.unit.lower() == b.unit.lower() or (is_degree(a.unit) and is_degree(b.unit)):
            return self._values(a, b)
        if is_degree(a.unit) or is_degree(b.unit):
            return None
        one, other = unit(a.unit), unit(b.unit)
        if one.dimensions == other.dimensions:
            sizes = [multiply(self.work, x.value, u.size) for x, u in ((a, one), (b, other))]
            if one.size == other.size:
                return self._values(a, b)
            return same(self.work, sizes[0], sizes[1])
        if one.known and other.known:
            return False
        return None if self._values(a, b) else False

    def _values(self, a: Scalar, b: Scalar) -> Decision:
        found = same(self.work, a.value, b.value)
        if found or self.conventions.decimals == "exact":
            return found
        return self._as_given(a, b) or self._as_given(b, a) or found

    def _as_given(self, decimal: Scalar, other: Scalar) -> bool:
        """Return whether a number rounds to a decimal number with fewer places."""
        if decimal.places is None or (other.places is not None and other.places <= decimal.places):
            return False
        half = Fraction(1, 2 * 10**decimal.places)
        difference = add(self.work, decimal.value, other.value, -1)
        if not isinstance(difference, Quotient):
            return abs(difference) <= half
        if variables(difference):
            return False
        try:
            return abs(number_at(self.work, difference, {})) <= half
        except UndecidedError:
            return False

    # Words, names and relations

    def _words(self, a: Answer, b: Answer) -> Decision:
        if isinstance(a, Words) and isinstance(b, Words):
            if a.text == b.text:
                return True
            short = max(len(a.text), len(b.text)) <= _LETTERS
            return None if short and sorted(a.text) == sorted(b.text) else False
        words, other = (a, b) if isinstance(a, Words) else (b, a)
        if not isinstance(words, Words):
            return None
        if isinstance(other, Group) and not other.items:
            return None if words.text in _NOTHING else False
        if not isinstance(other, Scalar):
            return False
        return self._word_as_product(words, other)

    def _word_as_product(self, words: Words, other: Scalar) -> Decision:
        if not words.text.isalpha() or len(words.text) > _LETTERS:
            return False
        for text in (words.text, words.text.upper()):
            product: Value = 1
            for letter in text:
                product = multiply(self.work, product, symbol(letter))
            if same(self.work, product, other.value):
                return True
        return False

    def _named(self, a: Answer, b: Named) -> Decision:
        if not isinstance(a, Named):
            return self.equal(a, b.answer)
        found = self.equal(a.answer, b.answer)
        if a.name == b.name:
            return found
        as_equations = self._as_equations(a, b)
        if as_equations:
            return True
        return None if found is not False else as_equations

    def _as_equations(self, a: Named, b: Named) -> Decision:
        one, other = _equation_of(self.work, a), _equation_of(self.work, b)
        if one is None or other is None:
            return False
        return self._proportional(one.difference, other.difference)

    def _equation(self, a: Answer, b: Equation) -> Decision:
        if isinstance(a, Equation):
            return self._proportional(a.difference, b.difference)
        if isinstance(a, Named):
            one = _equation_of(self.work, a)
            if one is not None and self._proportional(one.difference, b.difference):
                return True
        solved = relations.solution(self.work, b.difference)
        if solved is None:
            return None if isinstance(a, Named | Scalar | Group) else False
        return self.equal(a, Named(solved[0], Scalar(solved[1])))

    def _proportional(self, a: Value, b: Value, *, positive: bool = False) -> Decision:
        """Return whether one formula is a multiple of the other, so that both are zero together."""
        if variables(a) != variables(b):
            return False
        ratio = divide(self.work, a, b)
        if not isinstance(ratio, Quotient):
            return not positive or ratio > 0
        if not variables(ratio):
            return None if positive else True
        constant = _leading_ratio(a, b)
        if constant is None:
            return None
        found = same(self.work, a, multiply(self.work, constant, b))
        if found and positive:
            return isinstance(constant, Quotient) or constant > 0
        return found

    def _inequality(self, a: Answer, b: Inequality) -> Decision:
        if not isinstance(a, Inequality):
            return None
        if a.strict != b.strict:
            return False
        return self._proportional(a.difference, b.difference, positive=True)

    # Several values

    def _groups(self, a: Group, b: Group) -> Decision:
        if "" in {a.opening, b.opening}:
            return self._lists(a, b)
        if "{" in {a.opening, b.opening}:
            if a.opening == b.opening:
                return self._as_sets(a.items, b.items)
            return None if self._in_order(a.items, b.items) is not False else False
        if len(a.items) == real_sets.PAIR and (a.opening, a.closing) != (b.opening, b.closing):
            return False
        return self._in_order(a.items, b.items)

    def _lists(self, a: Group, b: Group) -> Decision:
        kinds = {a.opening, b.opening}
        if _has_dots(a) or _has_dots(b):
            return self._with_dots(a.items, b.items)
        names = [_names(x) for x in (a, b)]
        if all(names):
            return self._as_sets(a.items, b.items)
        if kinds == {"("} | {""}:
            return self._in_order(a.items, b.items)
        if "[" in kinds:
            return None if self._in_order(a.items, b.items) is not False else False
        if kinds == {""} and self.conventions.order == "tuple":
            return self._in_order(a.items, b.items)
        if any(names):
            return self._in_order(a.items, b.items)
        return self._as_sets(a.items, b.items)

    def _in_order(self, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
        if len(a) != len(b):
            return False
        return _all(self.equal(x, y) for x, y in zip(a, b, strict=True))

    def _as_sets(self, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
        if len(a) == len(b) and self._in_order(a, b):
            return True
        return _all((self._covered(a, b), self._covered(b, a)))

    def _covered(self, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
        """Return whether each of some answers equals one of others."""
        return _all(_any(self.equal(x, y) for y in b) for x in a)

    def _with_dots(self, a: Sequence[Answer], b: Sequence[Answer]) -> Decision:
        """Compare lists with left-out elements, which may be written out to any length."""
        if self._in_order(a, b):
            return True
        ends = [self.equal(x[i], y[i]) for x, y, i in ((a, b, 0), (a, b, -1))]
        return False if False in ends else None

    def _one_in_group(self, a: Answer, b: Answer) -> Decision:
        """Compare an answer with a set that may have it as its only element."""
        if isinstance(a, Scalar) and isinstance(b, Group) and b.opening in {"", "{"}:
            return self._covered(b.items, [a]) if b.items else False
        return False

    def _ratio(self, a: Answer, b: Ratio) -> Decision:
        if isinstance(a, Scalar) and len(b.items) == real_sets.PAIR:
            return same(self.work, a.value, divide(self.work, *b.items))
        if not isinstance(a, Ratio) or len(a.items) != len(b.items):
            return None if isinstance(a, Group) else False
        if a.text == b.text:
            return True
        times = _is_time(a.text) and _is_time(b.text)
        if times and not (a.items[1] and b.items[1]):
            return False
        pairs = list(zip(a.items, b.items, strict=True))
        x, y = pairs[0]
        found = _all(
            same(self.work, multiply(self.work, x, q), multiply(self.work, y, p))
            for p, q in pairs[1:]
        )
        return None if found and times else found

    def _real_sets(self, a: Answer, b: RealSet) -> Decision:
        if isinstance(a, RealSet) and a.name and b.name and a.name != b.name:
            return None if self._pieces(a.pieces, b.pieces) is not False else False
        one = self._as_set(a)
        return self._pieces(one.pieces, b.pieces) if one is not None else False

    def _as_set(self, a: Answer) -> RealSet | None:
        if isinstance(a, Scalar):
            return RealSet(tuple(real_sets.finite([a.value])))
        if isinstance(a, Group) and a.opening and len(a.items) == real_sets.PAIR:
            values = [x.value for x in a.items if isinstance(x, Scalar)]
            if any(map(variables, values)) and len(values) == real_sets.PAIR:
                low, high = map(real_sets.bound, values)
                return RealSet((Interval(low, high, a.opening == "[", a.closing == "]"),))
        return real_sets.as_set(self.work, a)

    def _pieces(self, a: Sequence[Interval], b: Sequence[Interval]) -> Decision:
        if len(a) != len(b):
            return False
        return _all(self._intervals(x, y) for x, y in zip(a, b, strict=True))

    def _intervals(self, a: Interval, b: Interval) -> Decision:
        if (a.has_low, a.has_high) != (b.has_low, b.has_high):
            return False
        return _all(
            x is y if x is None or y is None else same(self.work, x, y)
            for x, y in ((a.low, b.low), (a.high, b.high))
        )

    def _matrices(self, a: Answer, b: Matrix) -> Decision:
        if isinstance(a, Matrix):
            if [len(row) for row in a.rows] != [len(row) for row in b.rows]:
                return False
            pairs = zip(_entries(a), _entries(b), strict=True)
            return _all(same(self.work, x, y) for x, y in pairs)
        if not isinstance(a, Group) or min(len(b.rows), len(b.rows[0])) > 1:
            return False
        return self._in_order(a.items, [Scalar(x) for x in _entries(b)])


_RANKS = {
    kind: rank
    for rank, kind in enumerate(
        (Scalar, Words, Dots, Group, Ratio, RealSet, Matrix, Inequality, Named, Equation)
    )
}


def _all(decisions: object) -> Decision:
    """Return whether all decisions are true: a false one decides, else None remains."""
    found: Decision = True
    for decision in decisions:  # type: ignore[attr-defined]
        if decision is False:
            return False
        if decision is None:
            found = None
    return found


def _any(decisions: object) -> Decision:
    found: Decision = False
    for decision in decisions:  # type: ignore[attr-defined]
        if decision:
            return True
        if decision is None:
            found = None
    return found


def _has_dots(group: Group) -> bool:
    return any(isinstance(item, Dots) for item in group.items)


def _names(group: Group) -> bool:
    return bool(group.items) and all(isinstance(item, Named) for item in group.items)


def _entries(matrix: Matrix) -> list[Value]:
    return [entry for row in matrix.rows for entry in row]


def _equation_of(work: Work, named: Named) -> Equation | None:
    if not isinstance(named.answer, Scalar) or not named.name.isidentifier():
        return None
    return Equation(add(work, symbol(named.name), named.answer.value, -1))


def _leading_ratio(a: Value, b: Value) -> Value | None:
    """Return the quotient of the coefficients of a monomial that two sums share."""
    if not isinstance(a, Quotient) or not isinstance(b, Quotient):
        return None
    monomial = min(a.top)
    return Fraction(a.top[monomial]) / b.top[monomial] if monomial in b.top else None


def _pi_180() -> Value:
    return Quotient({(("π", 1),): _RIGHT_ANGLE}, ONE)


def _is_time(text: str) -> bool:
    hours, _, minutes = text.partition(":")
    return len(minutes) == 2 and minutes.isdigit() and hours.isdigit()  # noqa: PLR2004

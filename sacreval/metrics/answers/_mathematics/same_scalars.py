"""Whether two numbers or formulas with units are equal."""

from __future__ import annotations

from fractions import Fraction

from sacreval.metrics.answers._mathematics.answers import Scalar, Words
from sacreval.metrics.answers._mathematics.approximation import number_at
from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.parsing.conventions import Decision, Setting
from sacreval.metrics.answers._mathematics.parsing.limits import UndecidedError, Work
from sacreval.metrics.answers._mathematics.parsing.terms import ONE, magnitude
from sacreval.metrics.answers._mathematics.parsing.units import is_degree, is_percent, unit
from sacreval.metrics.answers._mathematics.values import (
    Quotient,
    Value,
    add,
    multiply,
    symbol,
    variables,
)

LETTERS = 4  # of a word that may be a product of variables
_DEGREE = Quotient({(("π", 1),): Fraction(1, 180)}, ONE)


def same_scalars(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    """Return whether two numbers are equal, with their units."""
    if not a.unit and not b.unit:
        found = _values(setting, a, b)
        may_be_measure = found is False and setting.conventions.missing_units == "ignore"
        return None if may_be_measure and _differ_by_unit(setting, a, b) else found
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
    for one, other in ((a, b), (b, a)):
        if (measured := _measured(one)) and _values(setting, measured, other):
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
    found = [multiply(work, scalar.value, _DEGREE)] if is_degree(scalar.unit) else []
    if is_percent(scalar.unit):
        found.append(multiply(work, scalar.value, Fraction(1, 100)))
    letters = scalar.unit.replace(" ", "")
    if letters.isalpha() and len(letters) <= LETTERS:
        found.append(multiply(work, scalar.value, _product(work, letters)))
    return found


def _product(work: Work, letters: str) -> Value:
    found: Value = 1
    for letter in letters:
        found = multiply(work, found, symbol(letter))
    return found


def _with_units(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    degrees = is_degree(a.unit) + is_degree(b.unit)
    if a.unit.lower() == b.unit.lower() or degrees == 2:  # noqa: PLR2004 - both
        return _values(setting, a, b)
    if degrees:
        return None
    one, other = unit(a.unit), unit(b.unit)
    if one.dimensions == other.dimensions:
        if one.size == other.size:
            return _values(setting, a, b)
        work = setting.work
        return same(work, multiply(work, a.value, one.size), multiply(work, b.value, other.size))
    if one.known and other.known:
        return False
    return None if _values(setting, a, b) else False


def _values(setting: Setting, a: Scalar, b: Scalar) -> Decision:
    found = same(setting.work, a.value, b.value)
    if found or setting.conventions.decimals == "exact":
        return found
    return _rounds(setting.work, a, b) or _rounds(setting.work, b, a) or found


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


def same_word(setting: Setting, words: Words, scalar: Scalar) -> bool:
    """Return whether a short word is a formula read as a product of variables, such as xyz."""
    if not words.text.isalpha() or len(words.text) > LETTERS:
        return False
    products = (_product(setting.work, x) for x in (words.text, words.text.upper()))
    return any(same(setting.work, product, scalar.value) for product in products)

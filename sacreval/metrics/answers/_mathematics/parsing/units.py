"""Units of measurement: their dimensions and sizes."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from sacreval.metrics.answers._mathematics.parsing.limits import undecided

Dimensions = tuple[tuple[str, int], ...]


class Unit(NamedTuple):
    """A unit.

    Args:
        dimensions: Names of base quantities with exponents, in their order; a word that is no
            known unit is a quantity of its own.
        size: Number of base units in one.
        known: Whether all its words are known units.
    """

    dimensions: Dimensions
    size: Fraction
    known: bool = True


_TABLE = """
length: m meter metre = 1; mm millimeter millimetre = 1/1000; cm centimeter centimetre = 1/100
length: dm decimeter decimetre = 1/10; km kilometer kilometre = 1000; in inch inche = 127/5000
length: ft foot feet = 381/1250; yd yard = 1143/1250; mi mile = 201168/125
time: s sec second = 1; min minute = 60; h hr hour = 3600; day = 86400; week = 604800
time: ms millisecond = 1/1000
mass: g gram gm = 1; kg kilogram = 1000; mg milligram = 1/1000; lb pound lbs = 45359237/100000
mass: oz ounce = 45359237/1600000; ton tonne = 1000000
money: $ dollar usd buck = 1; cent penny pennie = 1/100
volume: L l liter litre = 1/1000; ml mL milliliter millilitre = 1/1000000
volume: gallon gal = 473176473/125000000000
angle: rad radian = 1
month: month = 1; year yr = 12
item: item = 1; dozen = 12
""".strip()
_DEGREES = frozenset({"degree", "deg", "circ"})
_PERCENTS = frozenset({"percent", "pct"})
_WORD = re.compile(r"[A-Za-z$]+|[/^]|-?\d+|\S")
_POWERS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cubed": 3}
_IGNORED = {"of", "the", "a", "an", ".", ",", "·", r"\\times"}


@cache
def _table() -> dict[str, tuple[str, Fraction]]:
    found = {}
    for line in _TABLE.splitlines():
        quantity, _, entries = line.partition(":")
        for entry in entries.split(";"):
            names, _, size = entry.partition("=")
            found.update(dict.fromkeys(names.split(), (quantity, Fraction(size.strip()))))
    return found


def is_unit(word: str) -> bool:
    """Return whether a word of at least two letters is a known unit."""
    return _known(word) is not None or word.lower().removesuffix("s") in _DEGREES


def is_degree(text: str) -> bool:
    """Return whether a text is the unit of angles, degrees."""
    return text.strip().lower().removesuffix("s") in _DEGREES


def is_percent(text: str) -> bool:
    """Return whether a text is the unit of hundredths in words, percent."""
    return text.strip().lower().replace(" ", "").removesuffix("s") in _PERCENTS


def _known(word: str) -> tuple[str, Fraction] | None:
    table = _table()
    for name in (word, word.removesuffix("s"), word.lower(), word.lower().removesuffix("s")):
        if name in table:
            return table[name]
    return None


@lru_cache(maxsize=1024)
def unit(text: str) -> Unit:
    """Read a unit such as `miles per hour`, `cm^2` or `square feet`.

    Args:
        text: The unit.

    Raises:
        UndecidedError: If an exponent is too large.
    """
    parts: list[_Part] = []
    below = power = 1
    words = iter(
        _WORD.findall(text.lower().replace("mph", "miles/hour") if "mph" in text else text)
    )
    for word in words:
        if word in {"/", "per"}:
            below = -1
        elif word == "^" or word.lower() in {"squared", "cubed"}:
            exponent = _exponent(next(words, "") if word == "^" else word.lower())
            if parts:
                parts[-1] = parts[-1]._replace(exponent=parts[-1].exponent * exponent)
        elif word.lower() in _POWERS:
            power = _POWERS[word.lower()]
        elif word.lower() not in _IGNORED:
            parts.append(_Part(word, _known(word), below * power))
            power = 1
    return _product(parts)


class _Part(NamedTuple):
    """A word of a unit with its exponent."""

    word: str
    known: tuple[str, Fraction] | None
    exponent: int


def _exponent(word: str) -> int:
    if word in _POWERS:
        return _POWERS[word]
    if not re.fullmatch(r"-?\d", word):
        undecided("a unit with an exponent of this kind")
    return int(word)


def _product(parts: list[_Part]) -> Unit:
    size = Fraction(1)
    powers: dict[str, int] = {}
    for word, known, exponent in parts:
        quantity, one = known or (word.lower().removesuffix("s"), Fraction(1))
        size *= one**exponent
        if quantity == "volume":  # in litres
            quantity, exponent = "length", 3 * exponent  # noqa: PLW2901
        powers[quantity] = powers.get(quantity, 0) + exponent
    dimensions = tuple(sorted((name, n) for name, n in powers.items() if n))
    return Unit(dimensions, size, all(part.known for part in parts))

"""Units of measurement: their dimensions and sizes."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import NamedTuple

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
volume: L l liter litre = 1; ml mL milliliter millilitre = 1/1000; gallon gal = 473176473/125000000
angle: rad radian = 1
month: month = 1; year yr = 12
item: item = 1; dozen = 12
""".strip()
_DEGREES = frozenset({"degree", "deg", "circ"})
_WORD = re.compile(r"[A-Za-z$]+|[/^·]|-?\d+|\S")
_POWERS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cubed": 3}
_IGNORED = {"of", "the", "a", "an"}


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


def _known(word: str) -> tuple[str, Fraction] | None:
    table = _table()
    for name in (word, word.removesuffix("s"), word.lower(), word.lower().removesuffix("s")):
        if name in table:
            return table[name]
    return None


@cache
def unit(text: str) -> Unit:
    """Read a unit such as `miles per hour`, `cm^2` or `square feet`.

    Args:
        text: The unit.
    """
    words = _WORD.findall(text.replace("per ", "/ ").replace("mph", "miles/hour"))
    powers: dict[str, int] = {}
    size, known, below, pending = Fraction(1), True, 1, 1
    last: tuple[str, Fraction, int] | None = None
    expected = False  # of an exponent
    for word in words:
        if word in {"/", "per"}:
            below = -1
        elif word == "^":
            expected = True
        elif expected or (word.lower() in {"squared", "cubed"}):
            exponent = int(word) if expected and word.lstrip("-").isdigit() else _POWERS.get(word, 1)
            if last is not None:
                powers[last[0]] = powers.get(last[0], 0) + last[2] * (exponent - 1)
                size *= last[1] ** (last[2] * (exponent - 1))
            expected = False
        elif word.lower() in _POWERS:
            pending = _POWERS[word.lower()]
        elif word.lower() not in _IGNORED and word not in {"·", ".", ","}:
            found = _known(word)
            known = known and found is not None
            quantity, one = found or (word.lower().removesuffix("s"), Fraction(1))
            powers[quantity] = powers.get(quantity, 0) + below * pending
            size *= one ** (below * pending)
            last, pending = (quantity, one, below), 1
    return Unit(_in_lengths(powers), _litres(powers, size), known)


def _in_lengths(powers: dict[str, int]) -> Dimensions:
    found = dict(powers)
    litres = found.pop("volume", 0)
    found["length"] = found.get("length", 0) + 3 * litres
    return tuple(sorted((name, n) for name, n in found.items() if n))


def _litres(powers: dict[str, int], size: Fraction) -> Fraction:
    return size * Fraction(1, 1000) ** powers.get("volume", 0)
